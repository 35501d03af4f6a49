/**
 * `npm run test:hosts`: a production build on real hosts, each with its configuration of `.deploy/`, and `check:live`
 * against it.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { getCertificate } from '@vitejs/plugin-basic-ssl';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../tools/start/listen.ts';
import { startBackend } from '../../tools/start/back-end.ts';
import { checkSite } from '../../tools/check-live/check-live.ts';
import { which } from '../support/browser.ts';
import { buildSite } from '../support/serve-site.ts';
import { startServer } from '../support/start-server.ts';
import { nginxConfiguration, type Site } from './nginx.ts';

/** Fetched when it is first needed: with its runtime it is 230 MB, and nothing else here needs it. */
const WRANGLER = 'wrangler@4.160.0';

const workDir = fileURLToPath(new URL('../.output/hosts', import.meta.url));
const site: Site = {
  dir: `${workDir}/site`,
  port: await freePort(),
  httpPort: await freePort(),
  certificate: `${workDir}/localhost.pem`,
  workDir,
};
const address = `https://localhost:${site.port}`;

beforeAll(async () => {
  await mkdir(workDir, { recursive: true });
  const pem = await getCertificate(workDir, 'localhost', ['localhost']);
  await writeFile(site.certificate, pem, { mode: 0o600 });
  // Trusted in this process alone.
  setDefaultCACertificates([...getCACertificates('default'), pem]);
  const backend = await startBackend({ apiPort: 0, webhookPort: 0 });
  afterAll(() => backend.close());
  await buildSite(site.dir, {
    PUBLIC_SUPABASE_URL: backend.url,
    PUBLIC_SUPABASE_ANON_KEY: backend.publishableKey,
    PUBLIC_DEMO_WEBHOOK_URL: backend.webhookUrl,
    SITE_URL: address,
  });
});

const startNginx = async () =>
  startServer(site.port, 'nginx', ['-c', await nginxConfiguration(site), '-g', 'daemon off;']);

function startCloudflare() {
  const options = {
    config: '.deploy/wrangler.jsonc',
    assets: site.dir,
    ip: 'localhost',
    port: site.port,
    'local-protocol': 'https',
    'https-key-path': site.certificate,
    'https-cert-path': site.certificate,
    'log-level': 'warn',
  };
  const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const environment = { CI: 'true', WRANGLER_SEND_METRICS: 'false' };
  return startServer(site.port, 'npx', ['--yes', WRANGLER, 'dev', ...flags], environment);
}

test.for([
  { host: 'nginx', start: which('nginx') && startNginx, plainHttp: `http://localhost:${site.httpPort}` },
  { host: 'Cloudflare Workers', start: startCloudflare },
])('the site works on $host', async ({ start, plainHttp }, { skip }) => {
  if (!start) return skip();
  const stop = await start();
  onTestFinished(async () => void (await stop()));
  const results = await checkSite(address, plainHttp);
  expect(results.filter(({ outcome }) => outcome === 'fails')).toEqual([]);
});
