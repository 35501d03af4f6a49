/** Moves all ports, for a second run on the same machine at the same time. */
const offset = Number(process.env['TEST_PORT_OFFSET'] ?? 0);

/** Where the tests' site and back end answer; apart from the ports that `npm start` uses. */
export const PORTS = {
  site: 4331 + offset,
  api: 54331 + offset,
  webhook: 4332 + offset,
  /** Takes the commands for the fault proxy in front of the other three. */
  faultProxy: 4333 + offset,
  /** The development server with the editor. */
  editor: 4334 + offset,
} as const;

export const ADDRESSES = {
  site: `http://localhost:${PORTS.site}`,
  api: `http://localhost:${PORTS.api}`,
  webhook: `http://localhost:${PORTS.webhook}/demo`,
  faultProxy: `http://localhost:${PORTS.faultProxy}`,
  editor: `http://localhost:${PORTS.editor}/editor`,
  /** Opens nothing but the tests' own back end, which lives in memory. */
  secretKey: 'sb_secret_of_the_tests_alone',
} as const;
