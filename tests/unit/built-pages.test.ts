import { describe, expect, test } from 'vitest';
import { keepOwnHashes, takeOutRuntime } from '@/build/built-pages';

const DIRECTIVE = '(self.Astro||(self.Astro={})).wake=wake;window.dispatchEvent(new Event("astro:wake"));';
const RUNTIME = 'customElements.define("astro-island",Island)';
const OWN = 'document.documentElement.dataset.script=``';

const page = (island: string, ...scripts: string[]) =>
  `<html><head><script>${OWN}</script></head><body>${scripts.map((code) => `<script>${code}</script>`).join('')}${island}</body></html>`;
const asleep = '<astro-island opts="{&quot;value&quot;:&quot;intent&quot;}"></astro-island>';
const wakesByItself = '<astro-island opts="{&quot;value&quot;:&quot;load&quot;}"></astro-island>';

describe('the scripts that wake islands', () => {
  test('are taken out of a page, the directive first, and nothing else is', () => {
    expect(takeOutRuntime(page(asleep, DIRECTIVE, RUNTIME))).toEqual({
      html: page(asleep),
      runtime: `${DIRECTIVE}\n${RUNTIME}`,
    });
  });

  test.each([
    ['whose island wakes by itself', page(asleep + wakesByItself, DIRECTIVE, RUNTIME)],
    ['without islands', page('')],
  ])('stay as they are in a page %s', (_, html) => {
    expect(takeOutRuntime(html)).toEqual({ html });
  });

  test('stop the build when Astro writes them in another way', () => {
    expect(() => takeOutRuntime(page(asleep, DIRECTIVE))).toThrow(
      /no script that says .* Has Astro changed\?/,
    );
  });

  test('stop the build when it cannot be read what wakes an island', () => {
    const island = '<astro-island opts="{}"></astro-island>';
    expect(() => takeOutRuntime(page(island, DIRECTIVE, RUNTIME))).toThrow(
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
