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
  // Decompresses only: HarfBuzz reads no WOFF2.
  return new Face(
    new Blob(await subsetFont(compressed, undefined, { keepAllGlyphs: true, targetFormat: 'sfnt' })),
  );
}

/** `size` in pixels per em, `tracking`, extra space between letters, in em. */
type TextStyle = { face: keyof typeof FACES; size: number; tracking?: number };

/**
 * A line of text as SVG shapes whose origin is the start of its baseline, and its width in pixels. Characters that the
 * typeface lacks are left out: they would be gaps.
 */
export async function outline(text: string, { face, size, tracking = 0 }: TextStyle) {
  const font = new Font(await FACES[face]);
  const glyphs = new Set(font.face.collectUnicodes());
  const words = text
    .split(/\s+/)
    .map((word) => [...word].filter((character) => glyphs.has(character.codePointAt(0)!)).join(''));
  // Only the text face is variable: the display face, subset to one weight and optical size, ignores this.
  font.setVariations([new Variation('wght', 400)]);
  const run = new TextRun();
  run.addText(words.filter(Boolean).join(' '));
  run.guessSegmentProperties();
  shape(font, run);

  const scale = size / font.face.upem;
  let x = 0;
  let paths = '';
  for (const { codepoint, xAdvance = 0, xOffset = 0 } of run.getGlyphInfosAndPositions()) {
    paths += `<path transform="translate(${x + xOffset})" d="${font.glyphToPath(codepoint)}"/>`;
    x += xAdvance + tracking * font.face.upem;
  }
  // The y axis of fonts points up, that of SVG down.
  return { shapes: `<g transform="scale(${scale} ${-scale})">${paths}</g>`, width: x * scale };
}
