/**
 * US and Canada phone numbers as a visitor enters them.
 * Area codes are not validated: the specified pattern, `(123) 456-7890`, begins with 1 itself.
 */
import { PHONE_DIGITS } from '../constants.ts';

/** What follows `x`, `ext.` or `#` behind a digit. */
const EXTENSION = /(\d\D*?)[x#].*/is;

/** The plus sign, which the field does not show, with the country code 1 once a digit follows; 00 and 011 dial the same. */
const PREFIX = /^(?:\+|00|011)1(?=\d)|^\+/;

const FOREIGN_PREFIX = /^(?:\+|00|011)(?!1)/;

/** The value of a digit of any script: Unicode lists the digits of each from zero to nine. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0)!;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** A text with the digits of all scripts, and full-width signs, in ASCII, and without an extension. */
const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, digitValue)
    .replace(EXTENSION, '$1');

const digitsOf = (text: string): string => fold(text).replace(/\D/g, '');

/** The digits of a text, behind a plus sign if it has one in front of them. */
const read = (text: string): string => (/^\D*\+/.test(fold(text)) ? '+' : '') + digitsOf(text);

/** The digits without the country code 1: behind a prefix, or of more than ten digits. */
const nationalDigits = (entered: string): string =>
  entered.replace(PREFIX.test(entered) ? PREFIX : /^1(?=\d{10})/, '');

const isNumber = (entered: string): boolean =>
  nationalDigits(entered).length === PHONE_DIGITS && !FOREIGN_PREFIX.test(entered);

/** Up to ten digits as `(123) 456-7890`; ends in a digit, so that Backspace always deletes one. */
function layOut(digits: string): string {
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, PHONE_DIGITS)];
  if (line) return `(${area}) ${exchange}-${line}`;
  if (exchange) return `(${area}) ${exchange}`;
  return area && `(${area}`;
}

/** The first ten digits of a text, without the country code 1, as the form shows them: `(415) 555-2671`. */
export const formatPhone = (text: string): string => layOut(nationalDigits(read(text)));

/**
 * Whether the text is a US or Canada number: optional 1, +1, 001 or 0111, then ten digits, separators and an extension
 * allowed. One with more digits, or of another country, is not, though the form shows its first ten digits.
 */
export const isPhoneNumber = (text: string): boolean => isNumber(read(text));

/** A valid number as it is stored, `(415) 555-2671`; otherwise what was entered, and nothing without a digit. */
export const normalizePhone = (text: string): string =>
  isPhoneNumber(text) ? formatPhone(text) : digitsOf(text) && read(text);

/** What a visitor has entered into the phone field. */
export interface PhoneEntry {
  /** An optional plus sign, then all digits; the field shows `formatPhone` of it. */
  readonly entered: string;
  /** What undo goes back to. */
  readonly before?: PhoneEntry | undefined;
  /** What was last submitted: if it was refused, the same digits again are the same number, until it is begun anew. */
  readonly submitted?: string | undefined;
}

export const EMPTY_ENTRY: PhoneEntry = { entered: '' };

/** A text field's content with its caret, in UTF-16 units from the start. */
export interface TextWithCaret {
  text: string;
  caret: number;
}

/** The beginning of a text, through this many digits. */
const beginning = (text: string, digits: number): string =>
  new RegExp(`^(?:\\D*\\d){${digits}}`).exec(text)?.[0] ?? '';

function commonPrefix(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}

/** What is entered after an input event, and the digits behind the caret. */
function enter(entry: PhoneEntry, { text, caret }: TextWithCaret, inputType: string): [string, string] {
  const { entered, submitted } = entry;
  const national = nationalDigits(entered);
  const [shown, hidden] = [national.slice(0, PHONE_DIGITS), national.slice(PHONE_DIGITS)];
  const isDeleted = inputType.startsWith('delete');
  const typed = fold(text.slice(0, caret));
  let behind = digitsOf(text.slice(caret));
  let kept = digitsOf(commonPrefix(layOut(shown), text.slice(0, caret))).slice(
    0,
    shown.length - behind.length,
  );
  if (digitsOf(typed) + behind === shown && !read(text).startsWith('+')) {
    // In an empty field, Backspace deletes the plus sign that it does not show.
    if (isDeleted && !shown) return ['', ''];
    // Punctuation was deleted: deletes the digit next to it.
    if (inputType.endsWith('Forward')) behind = behind.slice(1);
    else if (isDeleted) kept = kept.slice(0, -1);
    if (!isDeleted || kept + behind === shown) return [entered, behind + hidden];
  }
  // Autofill, password managers and the browser's own restoring replace the text as a whole.
  if (!isDeleted && !/^insert(?:Text|From|Composition)/.test(inputType)) return [read(text), behind];

  const inserted = isDeleted ? '' : read(typed.slice(beginning(typed, kept.length).length));
  const count = digitsOf(inserted).length;
  // A whole number replaces part of one.
  if (shown && inserted && (kept + behind === '' || count >= PHONE_DIGITS)) return [inserted, ''];
  // A prefix stays while the number is typed and corrected; a complete one that was refused is corrected without it.
  const isRefused = submitted === entered && shown.length === PHONE_DIGITS;
  const prefix = isRefused ? '' : (PREFIX.exec(entered)?.[0] ?? '');
  if (!inserted) return [kept + behind && prefix + kept + behind, behind];
  const next = read(prefix + kept + inserted + behind + (kept + behind === shown ? hidden : ''));
  // A typed digit for which there is no room is not taken.
  const isTaken = count !== 1 || nationalDigits(next).length <= PHONE_DIGITS;
  return isTaken ? [next, behind] : [entered, behind + hidden];
}

/**
 * What is entered after an input event of the field, and what the field then shows, with the caret kept in place. An
 * event that changes nothing changes no entry: whether the number is refused does not depend on it.
 *
 * @param field what the field holds when the event arrives
 * @param inputType the event's own, such as `deleteContentBackward`; without it the text was replaced as a whole
 */
export function editPhone(
  entry: PhoneEntry,
  field: TextWithCaret,
  inputType = '',
): TextWithCaret & { entry: PhoneEntry } {
  if (inputType === 'historyUndo') {
    const undone = entry.before ?? EMPTY_ENTRY;
    const text = formatPhone(undone.entered);
    return { entry: undone, text, caret: text.length };
  }
  const [next, behind] = enter(entry, field, inputType);
  // With its first digit, a number begins anew.
  const { submitted = '' } = digitsOf(next).length > 1 ? entry : EMPTY_ENTRY;
  const text = formatPhone(next);
  const isSame = submitted && text === formatPhone(submitted) && !read(field.text).startsWith('+');
  const entered = isSame ? submitted : isNumber(next) ? nationalDigits(next) : next;
  const digits = Math.min(nationalDigits(entered).length - behind.length, PHONE_DIGITS);
  return {
    entry: entered === entry.entered ? entry : { entered, before: entry, submitted },
    text,
    caret: behind ? Math.max(1, beginning(text, digits).length) : text.length,
  };
}
