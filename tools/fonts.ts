/**
 * Subsets the two font families to what the site uses: `npm run fonts`. Their license, which must come with every copy, is
 * `src/assets/fonts/LICENSE.txt`.
 *
 * Glyphs: Basic Latin, typographic punctuation, and every further character found in `src/content`.
 * Features: tabular figures; kerning, without which "Tuesday" reads as "T uesday". It is half of the text face's bytes.
 * Axes: the display face has one weight, and one optical size, between that of small headings and that of large ones:
 * kerning for a range of sizes would double its bytes. The text face keeps the weights 400 to 600.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
// This import fills `sources`.
import '../src/content.config.ts';
import { sources } from '../src/copy/loader.ts';
import { CONTENT_FOLDER, readFields } from '../src/copy/parse.ts';
import { runCommand } from './command-line.ts';
import { writeWhole } from './write-file.ts';

const require = createRequire(import.meta.url);
/** The 95 characters from the space, U+0020, to the tilde, U+007E. */
const BASIC_LATIN = String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => 0x20 + index));
const TYPOGRAPHY = '\u00a0©–—‘’“”…·×÷';
const FACES = [
  {
    name: 'bricolage-grotesque',
    from: 'latin-opsz-normal',
    axes: { opsz: 48, wght: 700 },
  },
  {
    name: 'instrument-sans',
    from: 'latin-wght-normal',
    axes: { wght: { min: 400, max: 600 } },
  },
];

/** Subsets both families to the content of a copy of the site. */
export async function subsetFonts(root = process.cwd()): Promise<void> {
  const folder = join(root, CONTENT_FOLDER);
  const files = [...sources.values()].flatMap((source) => source.files(folder));
  // The files are parsed, since a program may write an é into JSON as \u00e9.
  const contents = files.map((file) => readFields(folder, file).content);
  const text = BASIC_LATIN + TYPOGRAPHY + JSON.stringify(contents);
  for (const { name, from, axes } of FACES) {
    const family = readFileSync(require.resolve(`@fontsource-variable/${name}/files/${name}-${from}.woff2`));
    const font = await subsetFont(family, text, {
      targetFormat: 'woff2',
      noHinting: true,
      keepFeatures: ['tnum', 'kern'],
      variationAxes: axes,
    });
    writeWhole(join(root, `src/assets/fonts/${name}.woff2`), font);
    console.log(`${name}.woff2: ${font.length} bytes`);
  }
}

if (import.meta.main) {
  const about = 'subsets the typefaces to the characters that the site uses';
  await runCommand('npm run fonts', about, {}, () => subsetFonts());
}
