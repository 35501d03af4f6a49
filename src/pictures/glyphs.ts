import { FACE_FILES, openFace } from './outline.ts';

/** Characters that need no glyph: white space, and what is never drawn. */
const WITHOUT_GLYPH = /[\s\p{Default_Ignorable_Code_Point}]/u;

/**
 * A warning for each text, with its path, that has characters which the site's typefaces lack. The files are read each time, as
 * `npm run edit` adds characters to them.
 */
export async function missingGlyphWarnings<Path>(
  texts: readonly { path: Path; text: string }[],
  root?: string,
) {
  const faces = await Promise.all(Object.values(FACE_FILES).map((file) => openFace(file, root)));
  const charsets = faces.map((face) => new Set(face.collectUnicodes()));
  const isMissing = (character: string) =>
    !WITHOUT_GLYPH.test(character) && charsets.some((charset) => !charset.has(character.codePointAt(0)!));

  return texts.flatMap(({ path, text }) => {
    const missing = [...new Set(text)].filter(isMissing).join(' ');
    const message = `has ${missing}, which the site’s typefaces lack: the browser shows it in another typeface, and link previews leave it out. Choose another one. (The editor adds those that it can; elsewhere, npm run fonts does.)`;
    return missing ? [{ path, message }] : [];
  });
}
