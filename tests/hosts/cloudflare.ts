import { startServer } from '../support/start-server.ts';
import type { StartHost } from './host.ts';

/** Fetched when it is first needed: with its runtime it is 230 MB, and nothing else here needs it. */
const WRANGLER = 'wrangler@4.164.0';

/** Cloudflare's own runtime under `.deploy/wrangler.jsonc` and the site's `_headers`. */
export const startCloudflare: StartHost = ({ dir, port, certificate }) => {
  const options = {
    config: '.deploy/wrangler.jsonc',
    assets: dir,
    ip: 'localhost',
    port,
    'local-protocol': 'https',
    'https-key-path': certificate,
    'https-cert-path': certificate,
    'log-level': 'warn',
  };
  const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const environment = { CI: 'true', WRANGLER_SEND_METRICS: 'false' };
  return startServer(port, 'npx', ['--yes', WRANGLER, 'dev', ...flags], environment);
};
