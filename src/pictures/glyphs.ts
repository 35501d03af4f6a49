import { FACE_FILES, openFace } from './outline.ts';

/** Characters that need no glyph: white space, and what is never drawn. */
const WITHOUT_GLYPH = /[\s\p{Default_Ignorable_Code_Point}]/u;

const ADVICE = 'Run npm run fonts, and if this is said again, choose another character.';

/**
 * A warning for each text, with its path, that has characters which the site's typefaces lack. Those in `root` are read each
 * time: `npm run edit` adds characters to them, and gives other advice.
 */
export async function missingGlyphWarnings<Path>(
  texts: readonly { path: Path; text: string }[],
  root = process.cwd(),
  advice = ADVICE,
) {
  const faces = await Promise.all(Object.values(FACE_FILES).map((file) => openFace(file, root)));
  const charsets = faces.map((face) => new Set(face.collectUnicodes()));
  const isMissing = (character: string) =>
    !WITHOUT_GLYPH.test(character) && charsets.some((charset) => !charset.has(character.codePointAt(0)!));

  return texts.flatMap(({ path, text }) => {
    const missing = [...new Set(text)].filter(isMissing).join(' ');
    const message = `has ${missing}, which the site’s typefaces lack: the browser shows it in another typeface, and link previews leave it out. ${advice}`;
    return missing ? [{ path, message }] : [];
  });
}
