/** What typing, pasting or a word processor brings in: what can mean one thing only is replaced, the rest is an error. */
import { mapTexts } from './texts.ts';

/** Default-ignorable characters and the Braille blank, but for joiners and selectors that Persian, Hindi and emoji need. */
const INVISIBLE =
  /[[\p{Default_Ignorable_Code_Point}\u2800]--[\p{Join_Control}\p{Variation_Selector}]]|(?<![\p{Lo}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\p{Join_Control}\p{Variation_Selector}]/gv;

/** The control characters of ASCII, but for white space: they have no meaning in a text. */
// oxlint-disable-next-line no-control-regex -- these are what is removed
const CONTROL = /[\0-\x08\x0E-\x1F\x7F]/g;

/** White space but for the line break, and for the tab, which indents. */
const OTHER_SPACE = /[^\S\n\t ]/g;

/** Without invisible and control characters; `\n` for each line break; a space for no-break ones and slides' vertical tabs. */
export const normalizeText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(INVISIBLE, '').replace(CONTROL, '').replace(OTHER_SPACE, ' ');

export const normalizeContent = <T>(content: T): T => mapTexts(content, (text) => normalizeText(text).trim());

/** What nobody can read: control characters beyond ASCII, U+FFFD (for a lost character), lone surrogates, private use. */
const UNREADABLE = /[\x80-\x9F\uFFFD\p{Surrogate}\p{Private_Use}]/u;

export function unreadableError(text: string): string | undefined {
  const match = UNREADABLE.exec(text);
  if (!match) return undefined;
  const code = match[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  const before = text.slice(0, match.index).split(/\s/).slice(-3).join(' ');
  return `has a character that nobody can read (U+${code})${before && `, after “${before}”`}. Type what was meant, or remove it.`;
}
