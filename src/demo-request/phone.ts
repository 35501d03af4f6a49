/**
 * US and Canada phone numbers: what the field shows is judged and sent. An entry is its digits, up to ten, behind a plus sign
 * if one was in front of another digit than 1, or more digits came at once than one number has: it may be another number,
 * and is refused. Area codes are not validated: the specified pattern, `(123) 456-7890`, begins with 1 itself.
 */
import { PHONE_DIGITS } from '../constants.ts';
import { toAscii } from './text.ts';

/** Extensions, and what is in front of them: they begin with `x`, `ext.` or `#`, after ten digits also with a pause (`,`). */
const EXTENSION = /(\d\D*?)[x#].*/is;
const PAUSE = /^((?:\D*\d){10}[^,;pw]*)[,;pw].*/is;
/** Not shown: +1; 001 and 0111, which dial the same; the 1 of eleven digits. */
const COUNTRY_CODE = /^(?:(?:\+|00|011)1(?=\d)|1(?=\d{10}))/;

const digitsOf = (text: string) =>
  toAscii(text).replace(EXTENSION, '$1').replace(PAUSE, '$1').replace(/\D/g, '');
const signOf = (text: string) => (/^\D*\+/.test(toAscii(text)) ? '+' : '');

/** The entry for a text as a whole, such as a pasted number. */
function read(text: string): string {
  const [, sign, digits = ''] = /(\+?)(.*)/.exec((signOf(text) + digitsOf(text)).replace(COUNTRY_CODE, ''))!;
  return (digits.length > PHONE_DIGITS ? '+' : sign) + digits.slice(0, PHONE_DIGITS);
}

/** An entry as the field shows it; ends in a digit, so that Backspace deletes one. */
function layOut(entry: string): string {
  const [, area = '', exchange = '', line = ''] = /(\d{0,3})(\d{0,3})(\d*)$/.exec(entry)!;
  return (area && `(${area}`) + (exchange && `) ${exchange}`) + (line && `-${line}`);
}

/** The first number in a text, as the field shows it: `(415) 555-2671`. */
export const formatPhone = (text: string): string => layOut(read(text));

/** Whether a text is a US or Canada number: ten digits without the mark that begin neither with 00 nor with 011. */
export const isPhoneNumber = (text: string): boolean => /^(?!00|011)\d{10}$/.test(read(text));

/** A valid number as it is stored, `(415) 555-2671`; otherwise the entry, and nothing without a digit. */
export const normalizePhone = (text: string): string =>
  isPhoneNumber(text) ? formatPhone(text) : digitsOf(text) && read(text);

/** The beginning of a text, through this many digits. */
const through = (text: string, digits: number) => new RegExp(`^(?:\\D*\\d){${digits}}`).exec(text)![0];

/** The entry after an input event, and its digits behind the caret; the field's text is given in front of it and behind. */
function enter(entry: string, before: string, after: string, inputType: string): [string, string] {
  const [digits, field] = [entry.replace('+', ''), before + after];
  let [inFront, behind] = [digitsOf(before), digitsOf(after)];
  if (inputType.startsWith('delete')) {
    // Only punctuation was deleted: deletes the digit next to it, which for the key Delete is the one behind the caret.
    if (inFront + behind !== digits) return [inFront + behind, behind];
    if (inputType.endsWith('Forward')) behind = behind.slice(1);
    else inFront = inFront.slice(0, -1);
    return [inFront + behind === digits && digits ? entry : inFront + behind, behind];
  }
  const isUnchanged = field === layOut(entry);
  if (isUnchanged && !inputType.startsWith('insertFrom')) return [entry, behind];
  // Autofill, password managers and the browser's undo replace the text as a whole.
  if (isUnchanged || !/^insert(?:Text|From|Composition)/.test(inputType)) return [read(field), behind];
  // The digits in front of the caret that were there before the event; after them come inserted ones.
  let kept = digits.slice(0, Math.max(0, digits.length - behind.length));
  while (!before.startsWith(through(layOut(entry), kept.length))) kept = kept.slice(0, -1);
  const inserted = before.slice(through(before, kept.length).length);
  let added = kept && /^\D*[x#]/i.test(toAscii(inserted)) ? '' : digitsOf(inserted);
  if (added.length >= PHONE_DIGITS) return [read(inserted), ''];
  // The mark stays at the end of the digits, where a whole number is not continued.
  const start = kept === digits ? entry : kept;
  if (start.length > PHONE_DIGITS) return [entry, ''];
  while (added && read(kept + added + behind).startsWith('+')) added = added.slice(0, -1);
  const next = read(signOf(field) + start + added + behind);
  return [next === digits ? entry : next, behind];
}

/** The entry after an input event of the field, with its text and caret then; without `inputType` the whole text is new. */
export function editPhone(entry: string, field: string, at: number, inputType = '') {
  const [next, behind] = enter(entry, field.slice(0, at), field.slice(at), inputType);
  const text = layOut(next);
  const inFront = through(text, Math.max(0, next.replace('+', '').length - behind.length));
  return { entry: next, text, caret: behind ? inFront.length || 1 : text.length };
}
