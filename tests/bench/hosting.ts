/** The built site and its floor, on this machine, as a content delivery network serves them. */
import { readFile, readdir, rm, writeFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'puppeteer-core';
import { readHeaderRules, serveSite } from '../../supabase/embedded/site-server.ts';
import { brotli, isCompressible } from '../support/budgets.ts';
import { buildSite, fileOf } from '../support/serve-site.ts';
import { PATHS } from '../support/specification.ts';
import { bareHtml } from './floor.ts';

const DIR = fileURLToPath(new URL('../.output/bench/site', import.meta.url));

/** Where a page's floor is: a bare page with the same text. */
export const floorOf = (path: string): string => `/floor${path === '/' ? '/home' : path}`;

async function compressAll(dir: string): Promise<void> {
  for (const file of await readdir(dir, { recursive: true })) {
    if (!isCompressible(file)) continue;
    const content = await readFile(join(dir, file));
    await writeFile(join(dir, `${file}.br`), brotli(content));
    await writeFile(join(dir, `${file}.gz`), gzipSync(content));
  }
}

/** Builds the site for the address it is measured at, lays each page's floor beside it, and serves both compressed. */
export async function hostSite(browser: Browser, port: number) {
  const address = `http://localhost:${port}`;
  await rm(DIR, { recursive: true, force: true });
  await buildSite(DIR, {
    SITE_URL: address,
    // Nothing here sends a request: the addresses only have to be ones.
    PUBLIC_SUPABASE_URL: 'http://localhost:9',
    PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_of_the_bench',
    PUBLIC_DEMO_WEBHOOK_URL: 'http://localhost:9/demo',
  });
  for (const path of PATHS) {
    const file = join(DIR, fileOf(floorOf(path)));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await bareHtml(browser, await readFile(join(DIR, fileOf(path)), 'utf8')));
  }
  await compressAll(DIR);
  const site = await serveSite({ dir: DIR, port, headers: await readHeaderRules(join(DIR, '_headers')) });
  return { ...site, readScript: (path: string) => readFile(join(DIR, path), 'utf8') };
}
