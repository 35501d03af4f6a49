/**
 * US and Canada phone numbers as a visitor enters them. What the field shows is judged and sent: up to ten digits.
 * Area codes are not validated: the specified pattern, `(123) 456-7890`, begins with 1 itself.
 */
import { PHONE_DIGITS } from '../constants.ts';
import { withAsciiDigits } from './text.ts';

/** A marked one may be a stranger's number, and is refused: it had more digits, or a + in front of another one than 1. */
export type PhoneEntry = { digits: string; isMarked: boolean };

/** From `x`, `ext.` or `#` on; behind ten digits, also from what phones write for a pause. */
const EXTENSION = /(?<=\d\D*)[x#].*|(?<=(?:\d\D*){10})[,;pw].*/is;

const fold = (text: string) => withAsciiDigits(text).replace(EXTENSION, '');
const digitsOf = (text: string) => fold(text).replace(/\D/g, '');
/** The length of a text through this many digits. */
const lengthOf = (text: string, digits: number) => RegExp(`^(?:\\D*\\d){${digits}}`).exec(text)![0].length;

/** All digits of a number that arrives at once but +1, 001, 0111 or the 1 of eleven digits in front. */
function readPhone(text: string): PhoneEntry {
  const [all, hasPlus] = [digitsOf(text), /^\D*\+/.test(fold(text))];
  const digits = all.replace(hasPlus ? /^1/ : /^(?:00|011)1(?=\d)|^1(?=\d{10})/, '');
  return { digits, isMarked: (hasPlus && !all.startsWith('1')) || digits.length > PHONE_DIGITS };
}

/** Up to ten digits as `(123) 456-7890`; ends in a digit, so that Backspace always deletes one. */
function layOut(digits: string): string {
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, PHONE_DIGITS)];
  if (line) return `(${area}) ${exchange}-${line}`;
  return exchange ? `(${area}) ${exchange}` : area && `(${area}`;
}

/** A number as the form shows it: `(415) 555-2671`. */
export const formatPhone = (text: string): string => layOut(readPhone(text).digits);

/** The same, as it is stored, behind a + if it is marked; nothing without a digit. */
export const normalizePhone = (text: string): string =>
  formatPhone(text) && (readPhone(text).isMarked ? '+' : '') + formatPhone(text);

/** Whether it is a US or Canada number: optional 1, +1, 001 or 0111, ten digits; separators and an extension allowed. */
export function isPhoneNumber(text: string): boolean {
  const { digits, isMarked } = readPhone(text);
  return digits.length === PHONE_DIGITS && !isMarked && !/^(?:00|011)/.test(digits);
}

/**
 * What is entered after an input event, and what the field then shows, its caret kept in place. Carets are in UTF-16 units.
 * @param inputType the event's own, such as `deleteContentBackward`; without it the text was replaced as a whole
 * @param data the text that the event inserted; null where it does not say
 */
export function editPhone(
  { digits, isMarked }: PhoneEntry,
  held: string,
  caret: number,
  inputType = '',
  data: string | null = null,
) {
  let [before, behind] = [held.slice(0, caret), held.slice(caret)].map(digitsOf) as [string, string];
  let next = { digits, isMarked };
  const isSame = held === layOut(digits);
  if (inputType.startsWith('delete')) {
    // Only punctuation was deleted: deletes the digit next to it.
    if (before + behind === digits && inputType.endsWith('Forward')) behind = behind.slice(1);
    else if (before + behind === digits) before = before.slice(0, -1);
    next = { digits: before + behind, isMarked: false };
  } else if (!isSame || inputType.startsWith('insertFrom')) {
    const isWhole = isSame || data === null || !/^insert(?:Text|From|Composition)/.test(inputType);
    const arrived = isWhole ? held : data;
    if (isWhole || digitsOf(arrived).length >= PHONE_DIGITS) {
      next = readPhone(arrived);
      // The caret is at the end where a digit is left out.
      if (before + behind !== next.digits || next.digits.length > PHONE_DIGITS) behind = '';
    } else {
      // A + that was typed first is not shown; digits for which there is no room are not taken.
      const hasPlus = (isMarked && !digits) || /^\D*\+/.test(fold(held));
      next = readPhone((hasPlus ? '+' : '') + before + behind);
      if (next.digits.length > PHONE_DIGITS)
        next = { digits: before.slice(0, PHONE_DIGITS - behind.length) + behind, isMarked: false };
      // The mark is kept by digits that are added at the end, and by what changes none.
      const isKept = digits && next.digits.startsWith(digits) && (!behind || next.digits === digits);
      if (isKept) next.isMarked ||= isMarked;
    }
  }
  const [shown, text] = [next.digits.slice(0, PHONE_DIGITS), layOut(next.digits)];
  const at = behind ? Math.max(1, lengthOf(text, Math.max(0, shown.length - behind.length))) : text.length;
  return { entry: { ...next, digits: shown }, text, caret: Math.min(at, text.length) };
}
