import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readHeaderRules, serveSite } from '../../supabase/embedded/site-server.ts';
import { startBackend } from '../../supabase/embedded/stack.ts';
import { ADDRESSES, PORTS } from './addresses.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The site as the tests build it. */
export const SITE_DIR = fileURLToPath(new URL('../.output/site', import.meta.url));

/** Builds the site against the given addresses. */
export async function buildSite(outDir: string, environment: Record<string, string>): Promise<void> {
  await promisify(execFile)('npx', ['astro', 'build', '--outDir', outDir], {
    cwd: root,
    env: { ...process.env, ...environment, ASTRO_TELEMETRY_DISABLED: '1' },
  });
}

/** Builds the site, and serves it with the embedded back end until the end-to-end tests are over. */
export default async function serveBuiltSite(): Promise<() => Promise<void>> {
  const backend = await startBackend({
    apiPort: PORTS.api,
    webhookPort: PORTS.webhook,
    secretKey: ADDRESSES.secretKey,
  });
  await buildSite(SITE_DIR, {
    PUBLIC_SUPABASE_URL: backend.url,
    PUBLIC_SUPABASE_ANON_KEY: backend.publishableKey,
    PUBLIC_DEMO_WEBHOOK_URL: backend.webhookUrl,
    SITE_URL: ADDRESSES.site,
  });
  const site = await serveSite({
    dir: SITE_DIR,
    port: PORTS.site,
    headers: await readHeaderRules(join(SITE_DIR, '_headers')),
  });
  return async () => {
    await Promise.all([site.close(), backend.close()]);
  };
}
