/**
 * US and Canada phone numbers as a visitor enters them.
 * Area codes are not validated: the specified pattern, `(123) 456-7890`, begins with 1 itself.
 */
import { PHONE_DIGITS } from '../constants.ts';

/** A digit, what stands behind it up to the `x` of `x` or `ext.`, or `#`, and the extension that follows. */
const EXTENSION = /(\d\D*?)[x#].*/is;

/** +1 in front of a number, or 001 or 0111, which dial the same; or the plus sign of any other number: all are not shown. */
const PREFIX = /^(?:\+|00|011)1(?=\d)|^\+/;

/** In front of a number of another country. */
const FOREIGN_PREFIX = /^(?:\+|00|011)(?!1)/;

/** The ASCII digit for one of any script: Unicode lists the ten of each in order, from zero, and several sets in a row. */
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

/** What is entered by a text: its digits, behind a plus sign if it has one in front of them. */
const read = (text: string): string => (/^\D*\+/.test(fold(text)) ? '+' : '') + digitsOf(text);

/** The digits without the country code: a 1 after a prefix, or in front of ten digits or more. */
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
  readonly previous?: PhoneEntry | undefined;
  /** `entered` at the last submit: while the field shows the same digits, it is that number again, with those not shown. */
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

/** Returns what is entered after an input event, and those of its digits that are behind the caret. */
function enter(entry: PhoneEntry, { text, caret }: TextWithCaret, inputType: string): [string, string] {
  const { entered, submitted } = entry;
  const national = nationalDigits(entered);
  // Before the event: the digits that the field showed, and those for which it had no room.
  const [shown, hidden] = [national.slice(0, PHONE_DIGITS), national.slice(PHONE_DIGITS)];
  const isDeleted = inputType.startsWith('delete');
  const inFront = fold(text.slice(0, caret));
  let behind = digitsOf(text.slice(caret));
  // The digits in front of the caret that were there before the event; after them come inserted ones.
  const unchanged = digitsOf(commonPrefix(layOut(shown), text.slice(0, caret)));
  let kept = unchanged.slice(0, shown.length - behind.length);
  if (digitsOf(inFront) + behind === shown && !read(text).startsWith('+')) {
    // In an empty field, Backspace deletes the plus sign that it does not show.
    if (isDeleted && !shown) return ['', ''];
    // Only punctuation was deleted: deletes the digit next to it, which for the key Delete is the one behind the caret.
    if (inputType.endsWith('Forward')) behind = behind.slice(1);
    else if (isDeleted) kept = kept.slice(0, -1);
    if (!isDeleted || kept + behind === shown) return [entered, behind + hidden];
  }
  // Autofill, password managers and the browser's own restoring replace the text as a whole.
  if (!isDeleted && !/^insert(?:Text|From|Composition)/.test(inputType)) return [read(text), behind];

  const inserted = isDeleted ? '' : read(inFront.slice(beginning(inFront, kept.length).length));
  const count = digitsOf(inserted).length;
  // Inserted in place of all digits, or a whole number: it replaces what was entered.
  if (shown && inserted && (kept + behind === '' || count >= PHONE_DIGITS)) return [inserted, ''];
  // A prefix stays until the number is complete. Nobody sees it: ten digits that were refused are corrected without it.
  const isRefused = submitted === entered && shown.length === PHONE_DIGITS;
  const prefix = isRefused ? '' : (PREFIX.exec(entered)?.[0] ?? '');
  // Hidden digits do not come into view in place of deleted or replaced ones.
  if (!inserted) return [kept + behind && prefix + kept + behind, behind];
  if (kept + behind === shown) behind += hidden;
  const next = read(prefix + kept + inserted + behind);
  // A single digit, as typed, for which there is no room is not taken.
  const isTaken = count !== 1 || nationalDigits(next).length <= PHONE_DIGITS;
  return [isTaken ? next : entered, behind];
}

/**
 * What is entered after an input event of the field, and what the field then shows, with the caret kept in place. An
 * event that changes no digit returns the same entry.
 *
 * @param field what the field holds when the event arrives
 * @param inputType the event's own, such as `deleteContentBackward`; without it the text was replaced as a whole
 */
export function editPhone(entry: PhoneEntry, field: TextWithCaret, inputType = '') {
  if (inputType === 'historyUndo') {
    const { previous = EMPTY_ENTRY } = entry;
    const text = formatPhone(previous.entered);
    return { entry: previous, text, caret: text.length };
  }
  const [next, behind] = enter(entry, field, inputType);
  // A text of one digit begins another number: what was submitted no longer matters.
  const { submitted = '' } = digitsOf(next).length > 1 ? entry : EMPTY_ENTRY;
  const text = formatPhone(next);
  // A refused number is not another one because its last digit was typed again, but is with a plus sign that is seen.
  const isSubmitted = submitted && text === formatPhone(submitted) && !read(field.text).startsWith('+');
  const entered = isSubmitted ? submitted : isNumber(next) ? nationalDigits(next) : next;
  const digits = Math.min(nationalDigits(entered).length - behind.length, PHONE_DIGITS);
  return {
    entry: entered === entry.entered ? entry : { entered, previous: entry, submitted },
    text,
    // Never in front of the bracket.
    caret: behind ? Math.max(1, beginning(text, digits).length) : text.length,
  };
}
