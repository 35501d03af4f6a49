import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convert } from 'fontverter';
import { Blob, Buffer as TextRun, Face, Font, shape, Variation } from 'harfbuzzjs';

/** The site's own typefaces, for pictures drawn at build time; the display face has one weight and an optical size. */
const FILES = {
  display: 'src/assets/fonts/bricolage-grotesque.woff2',
  text: 'src/assets/fonts/instrument-sans.woff2',
} as const;

interface Setting {
  face: keyof typeof FILES;
  weight?: number;
  /** Pixels per em. */
  size: number;
  /** Extra space between letters, in em. */
  tracking?: number;
}

/** A line of text as an SVG path whose origin is the start of its base line, and how wide it runs in pixels. */
export async function outline(
  text: string,
  { face, weight = 400, size, tracking = 0 }: Setting,
): Promise<{ path: string; width: number }> {
  const font = new Font(await openFace(face));
  font.setVariations([new Variation('wght', weight), new Variation('opsz', size)]);
  const run = new TextRun();
  run.addText(text);
  run.guessSegmentProperties();
  shape(font, run);

  const scale = size / font.face.upem;
  let x = 0;
  let path = '';
  for (const { codepoint, xAdvance = 0, xOffset = 0 } of run.getGlyphInfosAndPositions()) {
    for (const { type, values } of font.glyphToJson(codepoint)) {
      // Fonts count upwards, SVG counts downwards.
      const points = values.map((value, index) =>
        ((index % 2 === 0 ? x + xOffset + value : -value) * scale).toFixed(2),
      );
      path += type + points.join(' ');
    }
    x += xAdvance + tracking * font.face.upem;
  }
  return { path, width: x * scale };
}

async function openFace(face: keyof typeof FILES): Promise<Face> {
  const compressed = await readFile(join(process.cwd(), FILES[face]));
  return new Face(new Blob(await convert(compressed, 'sfnt')));
}
