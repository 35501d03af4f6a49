import { freePort } from '../../tools/start/listen.ts';

// The ports are free ones, as other tests may run on this machine. They are chosen once: the workers of Playwright and Vitest
// inherit the variable.
process.env['TEST_PORTS'] ??= JSON.stringify(await Promise.all([freePort(), freePort(), freePort()]));
const [site, api, webhook] = JSON.parse(process.env['TEST_PORTS']) as [number, number, number];
export const PORTS = { site, api, webhook };

export const ADDRESSES = {
  site: `http://localhost:${PORTS.site}`,
  api: `http://localhost:${PORTS.api}`,
  webhook: `http://localhost:${PORTS.webhook}/demo`,
  /** The key of the back end that serve-site.ts starts, which keeps its data in memory. */
  secretKey: 'sb_secret_of_the_tests_alone',
} as const;
