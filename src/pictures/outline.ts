/** Text as shapes, for pictures: what draws an SVG file to pixels does not have the site's typefaces. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { Blob, Buffer as TextRun, Face, Font, shape, Variation } from 'harfbuzzjs';

/** The site's typefaces: link previews are drawn with them, and `glyphs.ts` checks which characters they have. */
export const FACE_FILES = {
  display: 'src/assets/fonts/bricolage-grotesque.woff2',
  text: 'src/assets/fonts/instrument-sans.woff2',
};

const FACES = { display: openFace(FACE_FILES.display), text: openFace(FACE_FILES.text) };

/** Opens a typeface in WOFF2. Rejects when the file is missing or is none. */
export async function openFace(path: string, root = process.cwd()): Promise<Face> {
  const compressed = await readFile(join(root, path));
  // This only decompresses, since HarfBuzz reads no WOFF2.
  const font = await subsetFont(compressed, undefined, { keepAllGlyphs: true, targetFormat: 'sfnt' });
  return new Face(new Blob(font));
}

/** `size` is in pixels per em; `tracking`, the extra space between letters, in em. */
type TextStyle = { face: keyof typeof FACES; size: number; tracking?: number };

/**
 * A line of text as SVG shapes whose origin is the start of its baseline, and its width in pixels. Characters that the
 * typeface lacks are left out: they would be gaps.
 */
export async function outline(text: string, { face, size, tracking = 0 }: TextStyle) {
  const font = new Font(await FACES[face]);
  // Only the text face is variable: the display face has one weight and one optical size, and ignores this.
  font.setVariations([new Variation('wght', 400)]);

  const unitsPerEm = font.face.upem;
  let x = 0;
  let paths = '';
  for (const { codepoint, xAdvance = 0, xOffset = 0 } of positionedGlyphs(
    withKnownCharacters(text, font),
    font,
  )) {
    paths += `<path transform="translate(${x + xOffset})" d="${font.glyphToPath(codepoint)}"/>`;
    x += xAdvance + tracking * unitsPerEm;
  }
  const scale = size / unitsPerEm;
  // The y axis of fonts points up, that of SVG down.
  return { shapes: `<g transform="scale(${scale} ${-scale})">${paths}</g>`, width: x * scale };
}

/** The text, with one space between two words, less the characters for which the typeface has no glyph. */
function withKnownCharacters(text: string, font: Font): string {
  const known = new Set(font.face.collectUnicodes());
  const words = text.split(/\s+/).map((word) => {
    const characters = Array.from(word);
    return characters.filter((character) => known.has(character.codePointAt(0)!)).join('');
  });
  return words.filter((word) => word !== '').join(' ');
}

/** The glyphs of a text with their advances and offsets, kerning included, in units of the typeface. */
function positionedGlyphs(text: string, font: Font) {
  const run = new TextRun();
  run.addText(text);
  run.guessSegmentProperties();
  shape(font, run);
  return run.getGlyphInfosAndPositions();
}
