/** Cleans text that somebody typed or pasted. */

/**
 * Invisible: Unicode's default-ignorable characters (joiners, direction marks, selectors) and the Braille blank.
 * The same list is in supabase/migrations/20261122100000_refuse_invisible_text.sql.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '').trim();

/**
 * Text without control characters and halves of characters (Postgres refuses NUL and lone surrogates), trimmed. A tab is
 * a space: between two cells of a spreadsheet it parts two words. Text that nobody can see is empty; beside visible
 * characters the invisible ones stay, as they shape them in Persian names, Arabic abbreviations and emoji.
 */
export function cleanText(text: string): string {
  const clean = text
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/\t/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
  return withoutInvisible(clean) && clean;
}
