/** The built site and its floor, on this machine, as a content delivery network serves them. */
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFile, readdir, rm, writeFile, mkdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { getCertificate } from '@vitejs/plugin-basic-ssl';
import type { Browser } from 'puppeteer-core';
import { answerForSite, readHeaderRules } from '../../supabase/embedded/site-server.ts';
import { brotli, isCompressible } from '../support/budgets.ts';
import { buildSite, fileOf } from '../support/serve-site.ts';
import { PATHS } from '../support/words.ts';
import { bareHtml } from './floor.ts';

const DIR = fileURLToPath(new URL('../.output/bench/site', import.meta.url));
const CERTIFICATE_DIR = fileURLToPath(new URL('../.output/bench/certificate', import.meta.url));
const HOST = 'localhost';

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

/** A certificate of our own for this machine, its key with it, as PEM. */
export const certify = (): Promise<string> => getCertificate(CERTIFICATE_DIR, HOST, [HOST]);

/** The browser flag to trust that certificate. It counts as valid then; one whose errors are ignored is not cached. */
export function trust(certificate: string): string {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`;
}

/**
 * Builds the site for the address it is measured at, lays each page's floor beside it, and serves both compressed and
 * over HTTP/2 with TLS. Browsers speak HTTP/2 with TLS alone.
 */
export async function hostSite(browser: Browser, port: number, certificate: string) {
  const url = `https://${HOST}:${port}`;
  await rm(DIR, { recursive: true, force: true });
  await buildSite(DIR, {
    SITE_URL: url,
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

  const answer = await answerForSite({ dir: DIR, headers: await readHeaderRules(join(DIR, '_headers')) });
  const server = createSecureServer({ key: certificate, cert: certificate }, (request, response) =>
    // Node's HTTP/2 requests are those of HTTP/1 for whoever reads and answers them.
    answer(request as unknown as IncomingMessage, response as unknown as ServerResponse<IncomingMessage>),
  );
  server.listen(port, HOST);
  await once(server, 'listening');
  return {
    url,
    /** Folder of the built site. */
    dir: DIR,
    close: () => promisify(server.close.bind(server))(),
  };
}
