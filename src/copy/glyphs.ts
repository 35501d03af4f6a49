import type { ContentError } from './errors';
import { FACE_FILES, openFace } from '../pictures/outline';

const WITHOUT_GLYPH = /[\s\p{Default_Ignorable_Code_Point}]/u;

const ADVICE = 'Run npm run fonts, and if this is said again, choose another character.';

/**
 * A warning for each text of a content file with characters that the site's typefaces lack; the files are read each time,
 * as the editor adds characters to them.
 */
export async function missingGlyphWarnings(
  content: unknown,
  root = process.cwd(),
  advice = ADVICE,
): Promise<ContentError[]> {
  const faces = await Promise.all(Object.values(FACE_FILES).map((file) => openFace(file, root)));
  const charsets = faces.map((face) => new Set(face.collectUnicodes()));
  const isMissing = (character: string) =>
    !WITHOUT_GLYPH.test(character) && charsets.some((charset) => !charset.has(character.codePointAt(0)!));

  const check = (value: unknown, path: PropertyKey[]): ContentError[] => {
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).flatMap(([name, part]) =>
        check(part, [...path, Array.isArray(value) ? Number(name) : name]),
      );
    const missing = typeof value === 'string' ? [...new Set(value)].filter(isMissing) : [];
    if (missing.length === 0) return [];
    const message =
      `has ${missing.join(' ')}, which the site’s typefaces lack: the browser shows it in another typeface, and link previews leave it out. ` +
      advice;
    return [{ path, message }];
  };
  return check(content, []);
}
