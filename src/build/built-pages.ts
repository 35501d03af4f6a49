/**
 * What happens to every page once Astro has built it: the scripts that wake islands get out of the way of its first
 * paint, and the security policy keeps the hashes of that page alone.
 */
import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { hashSource } from './csp.ts';

/** What only the two scripts say that make islands of `<astro-island>`: the client directive, and Astro's runtime. */
const RUNTIME_MARKS = ['new Event("astro:wake")', 'customElements.define("astro-island"'];

const ISLAND_END = '</astro-island>';

/** What wakes an island, as Astro writes the directive's value into its element. */
const WAKE_SIGN = /&quot;value&quot;:&quot;(\w+)&quot;/;

/**
 * Moves the scripts that wake islands, which Astro has put before the first island, and so before the page's words.
 * Where an island wakes by itself they go behind the last one; elsewhere out of the page, into a file that all pages
 * share: they are not needed there before the visitor acts.
 *
 * @returns the page, and the code that was taken out of it, if any
 * @throws where a page has islands, and Astro's runtime is not in it as expected: another version of Astro, probably
 */
export function moveRuntime(html: string): { html: string; runtime?: string } {
  const signs = [...html.matchAll(/<astro-island\b[^>]*>/g)].map(([island]) => {
    const sign = WAKE_SIGN.exec(island)?.[1];
    if (!sign) throw new Error(`What wakes this island cannot be read: ${island} Has Astro changed?`);
    return sign;
  });
  if (signs.length === 0) return { html };
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)];
  const parts = RUNTIME_MARKS.map((mark) => {
    const script = scripts.find(([, code = '']) => code.includes(mark));
    if (!script) throw new Error(`A page with islands has no script that says ${mark}. Has Astro changed?`);
    return script;
  });
  const rest = parts.reduce((left, [tag]) => left.replace(tag, ''), html);
  if (!signs.includes('load')) return { html: rest, runtime: parts.map(([, code]) => code).join('\n') };
  const behindLast = rest.lastIndexOf(ISLAND_END) + ISLAND_END.length;
  return { html: rest.slice(0, behindLast) + parts.map(([tag]) => tag).join('') + rest.slice(behindLast) };
}

/**
 * Leaves in a page's Content Security Policy only the hashes of what is in that page. Astro lists those of the whole
 * site and of every client directive there is: almost a kilobyte that no compression shortens.
 */
export function keepOwnHashes(html: string): string {
  const inline = html.matchAll(/<(script|style)\b[^>]*>(.*?)<\/\1>/gs);
  const own = new Set([...inline].map(([, , text = '']) => `'${hashSource(text)}'`));
  return html.replace(/<meta http-equiv="content-security-policy"[^>]*>/i, (policy) =>
    policy.replace(/ 'sha256-[^']+'/g, (hash) => (own.has(hash.trim()) ? hash : '')),
  );
}

/** Does both. `awaitFirstSign` fetches the runtime from the address in the document's `data-runtime`. */
export const builtPages: AstroIntegration = {
  name: 'built-pages',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const root = fileURLToPath(dir);
      for (const file of await readdir(root, { recursive: true })) {
        if (!file.endsWith('.html')) continue;
        let { html, runtime } = moveRuntime(await readFile(`${root}${file}`, 'utf8'));
        if (runtime) {
          const hash = createHash('sha256').update(runtime).digest('base64url').slice(0, 8);
          const address = `/_astro/islands.${hash}.js`;
          await writeFile(`${root}${address.slice(1)}`, runtime);
          html = html.replace('<html', `<html data-runtime="${address}"`);
        }
        await writeFile(`${root}${file}`, keepOwnHashes(html));
      }
    },
  },
};
