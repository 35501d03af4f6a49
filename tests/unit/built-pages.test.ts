import { describe, expect, test } from 'vitest';
import { keepOwnHashes, moveRuntime } from '@/build/built-pages';

const DIRECTIVE = '(self.Astro||(self.Astro={})).wake=wake;window.dispatchEvent(new Event("astro:wake"));';
const RUNTIME = 'customElements.define("astro-island",Island)';
const OWN = 'document.documentElement.dataset.script=``';

const inBody = (body: string) => `<html><head><script>${OWN}</script></head><body>${body}</body></html>`;
const asScripts = (...codes: string[]) => codes.map((code) => `<script>${code}</script>`).join('');
const page = (island: string, ...codes: string[]) => inBody(asScripts(...codes) + island);
const asleep = '<astro-island opts="{&quot;value&quot;:&quot;intent&quot;}"></astro-island>';
const wakesByItself = '<astro-island opts="{&quot;value&quot;:&quot;load&quot;}"></astro-island>';

describe('the scripts that wake islands', () => {
  test('are taken out of a page, the directive first, and nothing else is', () => {
    expect(moveRuntime(page(asleep, DIRECTIVE, RUNTIME))).toEqual({
      html: page(asleep),
      runtime: `${DIRECTIVE}\n${RUNTIME}`,
    });
  });

  test('go behind the last island of a page where one wakes by itself', () => {
    const footer = '<footer></footer>';
    expect(moveRuntime(page(asleep + wakesByItself + footer, DIRECTIVE, RUNTIME))).toEqual({
      html: inBody(asleep + wakesByItself + asScripts(DIRECTIVE, RUNTIME) + footer),
    });
  });

  test('are not looked for in a page without islands', () => {
    expect(moveRuntime(page(''))).toEqual({ html: page('') });
  });

  test('stop the build when Astro writes them in another way', () => {
    expect(() => moveRuntime(page(asleep, DIRECTIVE))).toThrow(/no script that says .* Has Astro changed\?/);
  });

  test('stop the build when it cannot be read what wakes an island', () => {
    const island = '<astro-island opts="{}"></astro-island>';
    expect(() => moveRuntime(page(island, DIRECTIVE, RUNTIME))).toThrow(
      `cannot be read: <astro-island opts="{}">`,
    );
  });
});

const OWN_HASH = "'sha256-ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs='";
const withPolicy = (hashes: string) =>
  `<meta http-equiv="content-security-policy" content="script-src 'self'${hashes}"><script>a</script>`;

test('a page’s policy keeps the hashes of what is in it, and no other', () => {
  expect(keepOwnHashes(withPolicy(` ${OWN_HASH} 'sha256-AAAA='`))).toBe(withPolicy(` ${OWN_HASH}`));
});
