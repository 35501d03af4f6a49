import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { buildSite } from '../../tools/start/build.ts';
import { listen } from '../../tools/start/listen.ts';
import { serveSite } from '../../tools/start/site-server.ts';
import { startBackend } from '../../tools/start/back-end.ts';
import { ADDRESSES, PORTS } from './addresses.ts';

export const SITE_DIR = fileURLToPath(new URL('../.output/site', import.meta.url));

export const fileOf = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

const posted: unknown[] = [];

/** Stands in for the automation's webhook: keeps the JSON that is posted, and answers with all of it. */
const webhook = createServer(async (request, response) => {
  const body = await text(request);
  if (request.method === 'POST') posted.push(JSON.parse(body));
  const allowed = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'Content-Type' };
  response.writeHead(200, allowed).end(JSON.stringify(posted));
});

/** Builds the site, and serves it with the embedded back end until the end-to-end tests are over. */
export default async function serveBuiltSite(): Promise<() => Promise<void>> {
  // PGlite sets the exit code of this process when it starts and when it ends: the tests' own is put back.
  const { exitCode } = process;
  const backend = await startBackend({ port: PORTS.api, secretKey: ADDRESSES.secretKey });
  process.exitCode = exitCode;
  const listening = await listen(webhook, PORTS.webhook);
  await buildSite(SITE_DIR, {
    PUBLIC_SUPABASE_URL: ADDRESSES.api,
    PUBLIC_SUPABASE_ANON_KEY: backend.publishableKey,
    PUBLIC_DEMO_WEBHOOK_URL: ADDRESSES.webhook,
    SITE_URL: ADDRESSES.site,
  });
  const site = await serveSite(SITE_DIR, PORTS.site);
  return async () => {
    const { exitCode: testsExitCode } = process;
    await Promise.all([site.close(), listening.close(), backend.close()]);
    process.exitCode = testsExitCode;
  };
}
