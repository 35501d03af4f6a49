/** What happens to every page once Astro has built it: it is made lighter, and nothing in it behaves differently. */
import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const digest = (text: string, encoding: 'base64' | 'base64url') =>
  createHash('sha256').update(text).digest(encoding);

/** What only the two scripts say that make islands of `<astro-island>`: the client directive, and Astro's runtime. */
const RUNTIME_MARKS = ['new Event("astro:wake")', 'customElements.define("astro-island"'];

/** In a page whose island wakes by itself the runtime is needed at once, and stays. */
const WAKES_BY_ITSELF = '&quot;value&quot;:&quot;load&quot;';

/**
 * Takes the scripts that wake islands out of a page. They are the same on every page, would run before its first
 * paint, and are not needed before the visitor acts.
 *
 * @returns the page without them, and their code; no code where they stay
 * @throws where a page has islands, and Astro's runtime is not in it as expected: another version of Astro, probably
 */
export function takeOutRuntime(html: string): { html: string; runtime?: string } {
  if (!html.includes('<astro-island') || html.includes(WAKES_BY_ITSELF)) return { html };
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)];
  const parts = RUNTIME_MARKS.map((mark) => {
    const script = scripts.find(([, code = '']) => code.includes(mark));
    if (!script) throw new Error(`A page with islands has no script that says ${mark}. Has Astro changed?`);
    return script;
  });
  return {
    html: parts.reduce((rest, [tag]) => rest.replace(tag, ''), html),
    runtime: parts.map(([, code]) => code).join('\n'),
  };
}

/**
 * Leaves in a page's Content Security Policy only the hashes of what is in that page. Astro lists those of the whole
 * site and of every client directive there is: almost a kilobyte that no compression shortens.
 */
export function keepOwnHashes(html: string): string {
  const inline = html.matchAll(/<(script|style)\b[^>]*>(.*?)<\/\1>/gs);
  const own = new Set([...inline].map(([, , text = '']) => `'sha256-${digest(text, 'base64')}'`));
  return html.replace(/<meta http-equiv="content-security-policy"[^>]*>/i, (policy) =>
    policy.replace(/ 'sha256-[^']+'/g, (hash) => (own.has(hash.trim()) ? hash : '')),
  );
}

/** Does both. `startPage` fetches the runtime from the address in the document's `data-runtime`. */
export const builtPages: AstroIntegration = {
  name: 'built-pages',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const root = fileURLToPath(dir);
      for (const file of await readdir(root, { recursive: true })) {
        if (!file.endsWith('.html')) continue;
        let { html, runtime } = takeOutRuntime(await readFile(`${root}${file}`, 'utf8'));
        if (runtime) {
          const address = `/_astro/islands.${digest(runtime, 'base64url').slice(0, 8)}.js`;
          await writeFile(`${root}${address.slice(1)}`, runtime);
          html = html.replace('<html', `<html data-runtime="${address}"`);
        }
        await writeFile(`${root}${file}`, keepOwnHashes(html));
      }
    },
  },
};
