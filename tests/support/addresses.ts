/** Where the tests' site and back end answer; apart from the ports that `npm start` uses. */
export const PORTS = { site: 4331, api: 54331, webhook: 4332 } as const;

export const ADDRESSES = {
  site: `http://localhost:${PORTS.site}`,
  api: `http://localhost:${PORTS.api}`,
  webhook: `http://localhost:${PORTS.webhook}/demo`,
  /** Opens nothing but the tests' own back end, which lives in memory. */
  secretKey: 'sb_secret_of_the_tests_alone',
} as const;
