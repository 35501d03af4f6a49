/**
 * `npm run test:hosts`: a production build on real hosts, each with its configuration of `.deploy/`, and `check:live`
 * against it. A host that cannot be started on this machine is listed at the end, and an error where `CI` is set.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { getCertificate } from '@vitejs/plugin-basic-ssl';
import { freePort } from '../../supabase/embedded/listen.ts';
import { startBackend } from '../../supabase/embedded/stack.ts';
import { checkSite, report } from '../live/site.ts';
import { buildSite } from '../support/serve-site.ts';
import { report as reportSkipped } from '../support/skipped.ts';
import { startCloudflare } from './cloudflare.ts';
import type { Site, StartHost } from './host.ts';
import { startNginx } from './nginx.ts';

const HOSTS: Readonly<Record<string, StartHost>> = {
  nginx: startNginx,
  'Cloudflare Workers': startCloudflare,
};

/** Hosts with a configuration that no machine but their own can try. */
const UNTRIED = ['Netlify', 'Vercel'];

const workDir = fileURLToPath(new URL('../.output/hosts', import.meta.url));
await mkdir(workDir, { recursive: true });
const pem = await getCertificate(workDir, 'localhost', ['localhost']);
// Trusted in this process alone.
setDefaultCACertificates([...getCACertificates('default'), pem]);

const site: Site = {
  dir: `${workDir}/site`,
  port: await freePort(),
  httpPort: await freePort(),
  certificate: `${workDir}/localhost.pem`,
  workDir,
};
await writeFile(site.certificate, pem, { mode: 0o600 });
const address = `https://localhost:${site.port}`;

const failed: string[] = [];
const skipped: string[] = [];
const backend = await startBackend({ apiPort: 0, webhookPort: 0 });
try {
  await buildSite(site.dir, {
    PUBLIC_SUPABASE_URL: backend.url,
    PUBLIC_SUPABASE_ANON_KEY: backend.publishableKey,
    PUBLIC_DEMO_WEBHOOK_URL: backend.webhookUrl,
    SITE_URL: address,
  });
  for (const [name, start] of Object.entries(HOSTS)) {
    console.log(`\n▶ ${name}`);
    const host = await start(site);
    if (!host) {
      skipped.push(name);
      continue;
    }
    const results = await checkSite(address, host.plainHttp);
    await host.stop();
    console.log(report(results));
    if (results.some(({ outcome }) => outcome === 'fails')) failed.push(name);
  }
} finally {
  await backend.close();
}

for (const name of failed) console.log(`✘ ${name}`);
const isRefused = reportSkipped('hosts', [...skipped, ...UNTRIED]);
const tried = Object.keys(HOSTS).length - skipped.length;
// Where no host starts nothing was tried, and nothing holds.
const holds = failed.length === 0 && tried > 0 && !isRefused;
if (holds) console.log(`✔ The site works on ${tried} of ${tried + skipped.length + UNTRIED.length} hosts.`);
process.exit(holds ? 0 : 1);
