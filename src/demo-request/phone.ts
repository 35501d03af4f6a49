/**
 * US and Canada phone numbers as a visitor enters them. What the field shows is judged and sent: up to ten digits.
 * Area codes are not validated: the specified pattern, `(123) 456-7890`, begins with 1 itself.
 */
import { PHONE_DIGITS } from '../constants.ts';
import { withAsciiDigits } from './text.ts';

/**
 * What is entered. It is refused, whatever its digits, where these ten may be a stranger's number: it had more digits, or a + in
 * front of another country's code than 1.
 */
export type PhoneEntry = { digits: string; isRefused: boolean };

/** What the field holds after an input event, and its selection, in UTF-16 units: a caret, or a range in a drop. */
export interface PhoneField {
  text: string;
  start: number;
  end: number;
}

/**
 * An extension is what follows a digit from `x`, `ext.` or `#` on, and what follows ten digits from a sign on with which phones
 * write a pause. What is in front of it is a group, as Safari before 16.4 has no lookbehind.
 */
const EXTENSIONS = [/^(\D*\d[^x#]*)[x#].*/is, /^((?:\D*\d){10}[^,;pw]*)[,;pw].*/is];

/** A text with ASCII digits, without an extension. */
const fold = (text: string) =>
  EXTENSIONS.reduce((rest, extension) => rest.replace(extension, '$1'), withAsciiDigits(text));

const digitsOf = (text: string) => fold(text).replace(/\D/g, '');

const hasPlusInFront = (text: string) => /^\D*\+/.test(fold(text));

/** The length of a text through this many of its digits. */
const lengthOf = (text: string, digits: number) => RegExp(`^(?:\\D*\\d){${digits}}`).exec(text)![0].length;

/** Reads a number that arrives at once: all of its digits but +1, 001, 0111 or the 1 of eleven digits in front. */
function readPhone(text: string): PhoneEntry {
  const all = digitsOf(text);
  const hasPlus = hasPlusInFront(text);
  const digits = all.replace(hasPlus ? /^1/ : /^(?:00|011)1(?=\d)|^1(?=\d{10})/, '');
  return { digits, isRefused: (hasPlus && !all.startsWith('1')) || digits.length > PHONE_DIGITS };
}

/** Up to ten digits as `(123) 456-7890`; ends in a digit, so that Backspace always deletes one. */
function layOut(digits: string): string {
  const area = digits.slice(0, 3);
  const exchange = digits.slice(3, 6);
  const line = digits.slice(6, PHONE_DIGITS);
  if (line) return `(${area}) ${exchange}-${line}`;
  if (exchange) return `(${area}) ${exchange}`;
  return area && `(${area}`;
}

/** A number as the form shows it: `(415) 555-2671`. */
export const formatPhone = (text: string): string => layOut(readPhone(text).digits);

/**
 * A number as it is stored, `(415) 555-2671`; empty without a digit. One that is refused has a + in front, with which
 * `isPhoneNumber` refuses it again.
 */
export function normalizePhone(text: string): string {
  const shown = formatPhone(text);
  if (shown === '') return '';
  return readPhone(text).isRefused ? `+${shown}` : shown;
}

/** Whether it is a US or Canada number: optional 1, +1, 001 or 0111, ten digits; separators and an extension allowed. */
export function isPhoneNumber(text: string): boolean {
  const { digits, isRefused } = readPhone(text);
  // What begins with 00 or 011 is dialed to another country, also if it has ten digits.
  return digits.length === PHONE_DIGITS && !isRefused && !/^(?:00|011)/.test(digits);
}

/** An entry that was edited; `behind` are the digits behind the caret, which stay behind it. */
type Edited = PhoneEntry & { behind: string };

/** The digits in front of a place of the field's text, and those behind it. */
const splitAt = (text: string, place: number) => ({
  before: digitsOf(text.slice(0, place)),
  behind: digitsOf(text.slice(place)),
});

/** Something was deleted. Where that was only punctuation, the digit next to it is deleted. */
function afterDeletion({ digits }: PhoneEntry, { text, start }: PhoneField, isForward: boolean): Edited {
  let { before, behind } = splitAt(text, start);
  if (before + behind === digits) {
    if (isForward) behind = behind.slice(1);
    else before = before.slice(0, -1);
  }
  // Nothing is refused any more: the visitor has seen what is left, and types what completes it.
  return { digits: before + behind, isRefused: false, behind };
}

/** A number arrived at once, and takes the place of all that was there. */
function afterReplacement(arrived: string, { text, start }: PhoneField): Edited {
  const entry = readPhone(arrived);
  const { before, behind } = splitAt(text, start);
  // The caret is at the end where a digit is left out.
  const isWhole = before + behind === entry.digits && entry.digits.length <= PHONE_DIGITS;
  return { ...entry, behind: isWhole ? behind : '' };
}

/** Fewer digits than a number has were typed, or none. */
function afterTyping({ digits, isRefused }: PhoneEntry, { text, start }: PhoneField): Edited {
  const { before, behind } = splitAt(text, start);
  // A + that was typed first is not shown.
  const hasPlus = (isRefused && !digits) || hasPlusInFront(text);
  const entry = readPhone((hasPlus ? '+' : '') + before + behind);
  // Digits for which there is no room are not taken.
  if (entry.digits.length > PHONE_DIGITS) {
    entry.digits = before.slice(0, PHONE_DIGITS - behind.length) + behind;
    entry.isRefused = false;
  }
  // A refused number stays so when digits are added at its end, and when none is changed.
  const isKept = digits && entry.digits.startsWith(digits) && (!behind || entry.digits === digits);
  return { ...entry, isRefused: entry.isRefused || Boolean(isKept && isRefused), behind };
}

/** What is entered after an input event whose type begins with `insert`, or has none. */
function afterInsertion(
  entry: PhoneEntry,
  field: PhoneField,
  inputType: string,
  data: string | null,
): Edited {
  const isUnchanged = field.text === layOut(entry.digits);
  // What is pasted or dropped is read even where it is what the field shows already: that may be a refused number.
  if (isUnchanged && !inputType.startsWith('insertFrom'))
    return { ...entry, behind: splitAt(field.text, field.start).behind };
  // A text that arrives at once is read alone where the event says it, and as all that the field holds where it does not.
  const saysIt = !isUnchanged && data !== null && /^insert(?:Text|From|Composition)/.test(inputType);
  if (!saysIt) return afterReplacement(field.text, field);
  return digitsOf(data).length >= PHONE_DIGITS ? afterReplacement(data, field) : afterTyping(entry, field);
}

/**
 * What is entered after an input event, and what the field then holds, its selection kept in place.
 * @param field what it holds
 * @param inputType the event's own, such as `deleteContentBackward`; without it the text was replaced as a whole
 * @param data the text that the event inserted; null where it does not say
 */
export function editPhone(
  entry: PhoneEntry,
  field: PhoneField,
  inputType = '',
  data: string | null = null,
): { entry: PhoneEntry; field: PhoneField } {
  const { digits, isRefused, behind } = inputType.startsWith('delete')
    ? afterDeletion(entry, field, inputType.endsWith('Forward'))
    : afterInsertion(entry, field, inputType, data);
  const shown = digits.slice(0, PHONE_DIGITS);
  const text = layOut(digits);
  // The caret has as many digits behind it as before, and at least the bracket in front of it.
  const placeBefore = (count: number) =>
    count
      ? Math.min(text.length, Math.max(1, lengthOf(text, Math.max(0, shown.length - count))))
      : text.length;
  const start = placeBefore(behind.length);
  // What was dropped into the field is selected.
  const isRange = field.end > field.start && behind;
  const end = isRange ? Math.max(start, placeBefore(splitAt(field.text, field.end).behind.length)) : start;
  return { entry: { digits: shown, isRefused }, field: { text, start, end } };
}
