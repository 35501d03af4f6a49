import { freePort } from '../../tools/start/listen.ts';

/** Ports that nobody listens on, as other tests may run on this machine. */
async function freePorts() {
  const [site, api, webhook] = await Promise.all(Array.from({ length: 3 }, freePort));
  return { site: site!, api: api!, webhook: webhook! };
}

// Chosen once: the processes of the tests inherit the variable.
process.env['TEST_PORTS'] ??= JSON.stringify(await freePorts());
export const PORTS: Awaited<ReturnType<typeof freePorts>> = JSON.parse(process.env['TEST_PORTS']);

export const ADDRESSES = {
  site: `http://localhost:${PORTS.site}`,
  api: `http://localhost:${PORTS.api}`,
  webhook: `http://localhost:${PORTS.webhook}/demo`,
  /** Opens nothing but the tests' own back end, which lives in memory. */
  secretKey: 'sb_secret_of_the_tests_alone',
} as const;
