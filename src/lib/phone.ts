/**
 * US and Canada phone numbers as a visitor enters them.
 * Area codes are not validated: the specified pattern, `(123) 456-7890`, begins with 1 itself.
 */
import { PHONE_DIGITS } from '../constants.ts';

const OWN_COUNTRY_CODE = /^\D*\+\D*1/;

const FOREIGN_COUNTRY_CODE = /\+\D*[02-9]/;

/** A digit of another script (Arabic, say), which the field does not show. */
const OTHER_DIGIT = /(?!\d)\p{Nd}/u;

/** Converts full-width digits and signs, which East Asian keyboards produce, to ASCII. */
const fold = (text: string): string => text.normalize('NFKC');

const digitsOf = (text: string): string => fold(text).replace(/\D/g, '');

/** All digits without the country code: a leading +1, or a leading 1 if there are more than ten digits. */
function nationalDigits(text: string): string {
  const digits = digitsOf(text);
  const hasCountryCode =
    OWN_COUNTRY_CODE.test(fold(text)) || (digits.length > PHONE_DIGITS && digits.startsWith('1'));
  return hasCountryCode ? digits.slice(1) : digits;
}

/** Up to ten digits as `(123) 456-7890`; ends in a digit, so that Backspace always deletes one. */
function layOut(digits: string): string {
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (line) return `(${area}) ${exchange}-${line}`;
  if (exchange) return `(${area}) ${exchange}`;
  return area && `(${area}`;
}

/** The first ten digits of a text, without the country code 1, as the form shows them: `(415) 555-2671`. */
export const formatPhone = (text: string): string => layOut(nationalDigits(text).slice(0, PHONE_DIGITS));

/** Whether `formatPhone` shows another number than the text: one with digits left out, or from another country. */
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

/** Position of the caret after `count` digits of a formatted number. */
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
 * What the visitor has entered after one edit of the field, and what the field shows of it, with the caret kept in
 * place.
 *
 * @param entered what had been entered before, of which the field shows `formatPhone(entered)`
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
  const typed = inputType === 'insertText' ? text.slice(caret + before.length - text.length, caret) : '';
  if (typed && (text.startsWith(before) || (!/\d/.test(fold(typed)) && !isAnotherNumber(text)))) {
    // Typed at the end, or not a digit: is added to `entered`, which also has plus signs and digits that are not shown.
    after = entered + typed;
  } else if (inputType.startsWith('delete') && digitsOf(text) === digitsOf(before)) {
    // Punctuation was deleted: deletes the digit next to it.
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
