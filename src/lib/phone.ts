/**
 * US and Canada phone numbers as a visitor enters them.
 * Area codes are not judged: the pattern that the form promises, `(123) 456-7890`, begins with 1 itself.
 */
import { PHONE_DIGITS } from '../constants.ts';

const OWN_COUNTRY_CODE = /^\D*\+\D*1/;

const FOREIGN_COUNTRY_CODE = /\+\D*[02-9]/;

/** Digits of other scripts, which the field cannot show. */
const OTHER_DIGIT = /(?!\d)\p{Nd}/u;

/** Full-width digits, as East Asian keyboards type them, are digits, too. */
const fold = (text: string): string => text.normalize('NFKC');

const digitsOf = (text: string): string => fold(text).replace(/\D/g, '');

/** All digits behind a leading +1; or behind a leading 1, where there are too many with it. */
function nationalDigits(text: string): string {
  const digits = digitsOf(text);
  const hasCountryCode =
    OWN_COUNTRY_CODE.test(fold(text)) || (digits.length > PHONE_DIGITS && digits.startsWith('1'));
  return hasCountryCode ? digits.slice(1) : digits;
}

/** Up to ten digits as `(123) 456-7890`; nothing trails the last digit, so that Backspace always meets a digit. */
function layOut(digits: string): string {
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (line) return `(${area}) ${exchange}-${line}`;
  if (exchange) return `(${area}) ${exchange}`;
  return area && `(${area}`;
}

/** The first ten digits of a text, without the country code 1, as the form shows them: `(415) 555-2671`. */
export const formatPhone = (text: string): string => layOut(nationalDigits(text).slice(0, PHONE_DIGITS));

/** Whether `formatPhone` shows another number than the text is: with digits left out, or from another country. */
export const isAnotherNumber = (text: string): boolean =>
  nationalDigits(text).length > PHONE_DIGITS ||
  FOREIGN_COUNTRY_CODE.test(fold(text)) ||
  OTHER_DIGIT.test(fold(text));

/** Whether the text is a US or Canada number: optional +1 or 1, then ten digits, separators allowed. */
export const isPhoneNumber = (text: string): boolean =>
  nationalDigits(text).length === PHONE_DIGITS && !isAnotherNumber(text);

/** A text field's content with its caret, in UTF-16 units from the start. */
export interface TextWithCaret {
  text: string;
  caret: number;
}

/** Where the caret stands after `count` digits of a formatted number. */
function caretAfterDigits(text: string, count: number): number {
  if (count === 0) return Math.min(1, text.length);
  let seen = 0;
  for (let position = 0; position < text.length; position += 1) {
    if (/\d/.test(text.charAt(position))) seen += 1;
    if (seen === count) return position + 1;
  }
  return text.length;
}

/**
 * What the visitor has entered after one edit of the field, and what the field shows of it, with the caret where it was.
 *
 * @param entered what had been entered before, of which the field shows `formatPhone(entered)`
 * @param edited what the browser made of that, caret included
 * @param inputType the input event's own, such as `deleteContentBackward`
 */
export function editPhone(
  entered: string,
  { text, caret }: TextWithCaret,
  inputType = '',
): TextWithCaret & { entered: string } {
  const before = formatPhone(entered);
  let after = text;
  let digitsBeforeCaret = digitsOf(text.slice(0, caret)).length;
  digitsBeforeCaret -= Math.min(digitsBeforeCaret, digitsOf(text).length - nationalDigits(text).length);
  if (inputType === 'insertText' && text.startsWith(before)) {
    // Typed on: a plus sign or a digit that the field does not show still counts.
    after = entered + text.slice(before.length);
  } else if (inputType.startsWith('delete') && digitsOf(text) === digitsOf(before)) {
    // Punctuation was deleted: the visitor means the digit next to it.
    const digits = digitsOf(text);
    const victim = inputType.endsWith('Forward') ? digitsBeforeCaret : digitsBeforeCaret - 1;
    if (victim >= 0) {
      after = digits.slice(0, victim) + digits.slice(victim + 1);
      digitsBeforeCaret = victim;
    }
  }
  const shown = formatPhone(after);
  return {
    entered: after,
    text: shown,
    caret: caret >= text.length ? shown.length : caretAfterDigits(shown, digitsBeforeCaret),
  };
}
