/**
 * Subsets the two font families to what the site uses: `npm run fonts`. Their license, which must come with every copy, is
 * `src/assets/fonts/LICENSE.txt`.
 *
 * Glyphs: Basic Latin, typographic punctuation, and every further character found in `src/content`.
 * Features: tabular figures; kerning in the display face, where pairs such as "ft" collide at the size of headlines.
 * The text face has no kerning: it would be half of its bytes and is hardly visible.
 * Axes: the display face has one weight, and one optical size, between that of small headings and that of large ones:
 * kerning for a range of sizes would double its bytes. The text face keeps the weights 400 to 600.
 */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { writeWhole } from './write-file.ts';

const require = createRequire(import.meta.url);
/** From the space, U+0020, to the tilde, U+007E. */
const basicLatin = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(0x20 + index)).join('');
const typography = '\u00a0©–—‘’“”…·×÷';
const faces = [
  {
    family: '@fontsource-variable/bricolage-grotesque',
    from: 'bricolage-grotesque-latin-opsz-normal.woff2',
    to: 'bricolage-grotesque.woff2',
    variationAxes: { opsz: 48, wght: 700 },
    features: ['tnum', 'kern'],
  },
  {
    family: '@fontsource-variable/instrument-sans',
    from: 'instrument-sans-latin-wght-normal.woff2',
    to: 'instrument-sans.woff2',
    variationAxes: { wght: { min: 400, max: 600 } },
    features: ['tnum'],
  },
];

/** Subsets both families to the content of a copy of the site. */
export async function subsetFonts(root = process.cwd()): Promise<void> {
  const content = globSync('src/content/**/*.{json,md}', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('');
  for (const { family, from, to, variationAxes, features } of faces) {
    const text = basicLatin + typography + content;
    const font = await subsetFont(readFileSync(require.resolve(`${family}/files/${from}`)), text, {
      targetFormat: 'woff2',
      noHinting: true,
      keepFeatures: features,
      variationAxes,
    });
    writeWhole(join(root, 'src/assets/fonts', to), font);
    console.log(`${to}: ${font.length} bytes`);
  }
}

if (import.meta.main) await subsetFonts();
