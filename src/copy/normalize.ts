/**
 * Characters that typing, pasting or a word processor brings into a content file: those that can mean one thing only are
 * replaced by it or removed, without a word; the others are errors, worded for editors.
 */
import { mapTexts } from './texts.ts';

/**
 * Invisible characters (Unicode's default-ignorable ones, and the Braille blank U+2800), but for joiners and selectors after
 * a letter or an emoji that they belong to: Persian, Hindi and emoji are written with them.
 */
const INVISIBLE =
  /[[\p{Default_Ignorable_Code_Point}\u2800]--[\p{Join_Control}\p{Variation_Selector}]]|(?<![\p{Lo}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\p{Join_Control}\p{Variation_Selector}]/gv;

/** The control characters of ASCII, but for white space: they have no meaning in a text. */
// oxlint-disable-next-line no-control-regex -- these are what is removed
const CONTROL = /[\0-\x08\x0E-\x1F\x7F]/g;

/** White space but for the line break, and for the tab, which indents. */
const OTHER_SPACE = /[^\S\n\t ]/g;

/**
 * The text without invisible and control characters, with `\n` for each line break, and with ordinary spaces: a vertical tab
 * is a line break of slides, and no-break spaces from a word processor make a heading one long word.
 */
export const normalizeText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(INVISIBLE, '').replace(CONTROL, '').replace(OTHER_SPACE, ' ');

/** A copy of a value in which every text is normalized and trimmed. */
export const normalizeContent = <T>(content: T): T => mapTexts(content, (text) => normalizeText(text).trim());

/** What nobody can read: control characters beyond ASCII, U+FFFD (for a lost character), lone surrogates, private use. */
const UNREADABLE = /[\x80-\x9F\uFFFD\p{Surrogate}\p{Private_Use}]/u;

/** The error in a normalized text that has an unreadable character; undefined when it has none. */
export function unreadableError(text: string): string | undefined {
  const match = UNREADABLE.exec(text);
  if (!match) return undefined;
  const code = match[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  const before = text.slice(0, match.index).split(/\s/).slice(-3).join(' ');
  return `has a character that nobody can read (U+${code})${before && `, after “${before}”`}. Type what was meant, or remove it.`;
}
