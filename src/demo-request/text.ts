/**
 * Invisible: Unicode's default-ignorable characters (joiners, direction marks, selectors) and the Braille blank, U+2800.
 * The same list is in supabase/migrations/20260105090000_demo_requests.sql.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Trimmed, and without characters that nobody sees. */
const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '').trim();

/** What surrounds an address in a sentence, a mail program or a link; quotation marks inside it are its own. */
const AROUND_ADDRESS = /^(?:[\s<"]|mailto:)*(?:([^<>"@]*@[^<>"]*?)\?.*|([^<>"]*?))[\s>".,;]*$/i;

/** An e-mail address without what was copied along: `<dana@example.com>,` or `mailto:dana@example.com?subject=Hi`. */
export const cleanAddress = (text: string): string => withoutInvisible(text).replace(AROUND_ADDRESS, '$1$2');

/**
 * Text without control characters, trimmed, with U+FFFD for lone surrogates (Postgres rejects these and NUL). A tab
 * becomes a space, as it separates words copied from two cells of a spreadsheet. Text of invisible characters alone
 * becomes empty; beside visible ones they are kept, as Persian names, Arabic abbreviations and emoji need them.
 */
export function cleanText(text: string): string {
  const clean = text
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/\t/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
  return withoutInvisible(clean) && clean;
}

/** The ASCII digit for one of any script: Unicode lists the ten of each in order, from zero, and several sets in a row. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0)!;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** A text with the digits of all scripts, and full-width signs, in ASCII. */
export const withAsciiDigits = (text: string): string =>
  text.normalize('NFKC').replace(/\p{Nd}/gu, digitValue);
