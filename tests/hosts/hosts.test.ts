/** `npm run test:hosts`: `check:live-site` against a production build on real hosts, each configured by `.deploy/`. */
import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildSite } from '../../tools/start/build.ts';
import { freePort } from '../../tools/start/listen.ts';
import { startBackend } from '../../tools/start/back-end.ts';
import { checkSite } from '../../tools/check-live/check-live.ts';
import { which } from '../support/browser.ts';
import { startServer } from '../support/start-server.ts';
import { isWindows } from '../support/windows.ts';

/** No dev dependency: npx downloads its 230 MB when this test first runs. */
const WRANGLER = 'wrangler@4.160.0';

const workDir = fileURLToPath(new URL('../.output/hosts', import.meta.url));
const siteDir = `${workDir}/site`;
/** A self-signed certificate with its key, as PEM. */
const certificate = `${workDir}/localhost.pem`;
const port = await freePort();
const plainHttpPort = await freePort();
const address = `https://localhost:${port}`;

beforeAll(async () => {
  await mkdir(workDir, { recursive: true });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', certificate, '-out', `${certificate}.crt`];
  execFileSync('openssl', ['req', '-x509', ...key, ...names, ...files], { stdio: 'ignore' });
  await appendFile(certificate, await readFile(`${certificate}.crt`));
  const pem = await readFile(certificate, 'utf8');
  // It is trusted in this process alone.
  setDefaultCACertificates([...getCACertificates('default'), pem]);
  const backend = await startBackend();
  await buildSite(siteDir, {
    PUBLIC_SUPABASE_URL: backend.url,
    PUBLIC_SUPABASE_ANON_KEY: backend.publishableKey,
    PUBLIC_DEMO_WEBHOOK_URL: backend.webhookUrl,
    SITE_URL: address,
  });
  return () => backend.close();
});

/**
 * nginx with `.deploy/nginx.conf`: this machine's names, ports and paths in place of its examples, inside the blocks that
 * a system's own nginx.conf has around it. Run by root, its workers stay root, who alone may read a private checkout.
 */
async function startNginx() {
  const site = (await readFile('.deploy/nginx.conf', 'utf8'))
    .replaceAll('https://www.example.com', address)
    .replaceAll('server_name www.example.com', 'server_name localhost')
    .replaceAll(/\/etc\/ssl\/[^;]+/g, certificate)
    .replace('/var/www/site', siteDir)
    .replaceAll(/listen (\[::\]:)?443/g, `listen $1${port}`)
    .replaceAll(/listen (\[::\]:)?80;/g, `listen $1${plainHttpPort};`);
  // By default, nginx writes these into folders that only root may write.
  const temporaryFiles = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const file = `${workDir}/nginx.conf`;
  await writeFile(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${workDir}/nginx.pid;
error_log stderr warn;
events {}
http {
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  access_log off;
  ${temporaryFiles.map((name) => `${name}_temp_path ${workDir}/${name};`).join('\n  ')}
${site}
}
`,
  );
  return startServer(port, 'nginx', ['-c', file, '-g', 'daemon off;']);
}

function startCloudflare() {
  const options = {
    config: '.deploy/wrangler.jsonc',
    assets: siteDir,
    ip: 'localhost',
    port,
    'local-protocol': 'https',
    'https-key-path': certificate,
    'https-cert-path': certificate,
    'log-level': 'warn',
  };
  const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const environment = { CI: 'true', WRANGLER_SEND_METRICS: 'false' }; // It asks nothing, and reports nothing.
  return startServer(port, 'npx', ['--yes', WRANGLER, 'dev', ...flags], environment);
}

test.for([
  { host: 'nginx', start: which('nginx') && startNginx, plainHttp: `http://localhost:${plainHttpPort}` },
  // Windows is left out, as its processes cannot be ended as a group: Wrangler would go on.
  { host: 'Cloudflare Workers', start: !isWindows && startCloudflare },
])('the site works on $host', async ({ start, plainHttp }, { skip }) => {
  if (!start) return skip();
  const stop = await start();
  onTestFinished(async () => void (await stop()));
  const results = await checkSite(address, plainHttp);
  expect(results.filter(({ outcome }) => outcome === 'fails')).toEqual([]);
});
