import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Leaves in a page's Content Security Policy only the hashes of what is in that page. Astro lists those of the whole
 * site and of every client directive there is: almost a kilobyte that no compression shortens.
 */
function keepOwnHashes(html: string): string {
  const inline = html.matchAll(/<(script|style)\b[^>]*>(.*?)<\/\1>/gs);
  const own = new Set([...inline].map(([, , text = '']) => hashOf(text)));
  return html.replace(/<meta http-equiv="content-security-policy"[^>]*>/i, (policy) =>
    policy.replace(/ 'sha256-[^']+'/g, (hash) => (own.has(hash.trim()) ? hash : '')),
  );
}

/** Does so for every page that has been built. */
export const ownHashes: AstroIntegration = {
  name: 'own-hashes',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const root = fileURLToPath(dir);
      for (const file of await readdir(root, { recursive: true })) {
        if (!file.endsWith('.html')) continue;
        const html = await readFile(`${root}${file}`, 'utf8');
        await writeFile(`${root}${file}`, keepOwnHashes(html));
      }
    },
  },
};
