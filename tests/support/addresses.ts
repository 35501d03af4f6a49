import { freePort } from '../../tools/start/listen.ts';

/** Which ports the tests' site and back end listen on: free ones, as other tests may run on this machine. */
interface Ports {
  readonly site: number;
  readonly api: number;
  readonly webhook: number;
}

async function freePorts(): Promise<Ports> {
  const [site, api, webhook] = await Promise.all(Array.from({ length: 3 }, freePort));
  return { site: site!, api: api!, webhook: webhook! };
}

// Chosen once: the processes of the tests inherit the variable.
process.env['TEST_PORTS'] ??= JSON.stringify(await freePorts());
export const PORTS: Ports = JSON.parse(process.env['TEST_PORTS']);

export const ADDRESSES = {
  site: `http://localhost:${PORTS.site}`,
  api: `http://localhost:${PORTS.api}`,
  webhook: `http://localhost:${PORTS.webhook}/demo`,
  /** Opens nothing but the tests' own back end, which lives in memory. */
  secretKey: 'sb_secret_of_the_tests_alone',
} as const;
