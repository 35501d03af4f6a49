import { freePort } from '../../tools/start/listen.ts';

/** Free ports, as other tests may run on this machine. */
async function freePorts() {
  const [site, api, webhook] = await Promise.all(Array.from({ length: 3 }, freePort));
  return { site: site!, api: api!, webhook: webhook! };
}

// Chosen once: the workers of Playwright and Vitest inherit the variable.
process.env['TEST_PORTS'] ??= JSON.stringify(await freePorts());
export const PORTS: Awaited<ReturnType<typeof freePorts>> = JSON.parse(process.env['TEST_PORTS']);

export const ADDRESSES = {
  site: `http://localhost:${PORTS.site}`,
  api: `http://localhost:${PORTS.api}`,
  webhook: `http://localhost:${PORTS.webhook}/demo`,
  /** Of the back end that serve-site.ts starts, which keeps its data in memory. */
  secretKey: 'sb_secret_of_the_tests_alone',
} as const;
