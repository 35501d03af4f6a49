/**
 * US and Canada phone numbers as a visitor types them.
 * Area codes are not judged: the pattern that the form promises, `(123) 456-7890`, begins with 1 itself.
 */
import { PHONE_DIGITS } from '../constants.ts';

/** Optional +1 or 1, then ten digits; spaces, dots, dashes and brackets may stand between. */
const PHONE_NUMBER = new RegExp(`^\\s*(?:\\+?1)?(?:[\\s().-]*\\d){${PHONE_DIGITS}}[\\s().-]*$`);

/** Also the invisible marks of writing direction that come along with numbers copied from an address book. */
const NEVER_IN_A_NUMBER = /[^\d\s().+-]/g;

const OWN_COUNTRY_CODE = /^[\s().-]*\+[\s(]*1/;

/** A plus sign and not 1 behind it; alone, it may yet become either. */
const FOREIGN_COUNTRY_CODE = /^[\s().-]*\+[\s(]*(?:[02-9]|$)/;

/** Digits of other scripts, fractions and the like: left out, they would leave another number. */
const OTHER_DIGIT = /(?!\d)\p{N}/u;

/** Whether the text is a US or Canada number: optional +1 or 1, then ten digits, separators allowed. */
export function isPhoneNumber(text: string): boolean {
  return PHONE_NUMBER.test(text);
}

/** The full-width digits and signs of East Asian keyboards as everybody else's. */
const fold = (text: string): string =>
  text.replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

const digitsOf = (text: string): string => fold(text).replace(/\D/g, '');

const withoutWords = (text: string): string => fold(text).replace(NEVER_IN_A_NUMBER, '');

const isForeign = (text: string): boolean => FOREIGN_COUNTRY_CODE.test(withoutWords(text));

/** All the text's digits but the country code 1; undefined where that is no beginning of a US or Canada number. */
function nationalDigits(text: string): string | undefined {
  if (isForeign(text) || OTHER_DIGIT.test(fold(text))) return undefined;
  const digits = digitsOf(text);
  const hasCountryCode =
    OWN_COUNTRY_CODE.test(withoutWords(text)) || (digits.length > PHONE_DIGITS && digits.startsWith('1'));
  const national = hasCountryCode ? digits.slice(1) : digits;
  return national.length > PHONE_DIGITS ? undefined : national;
}

/** Up to ten digits as `(123) 456-7890`; nothing trails the last digit, so that Backspace always meets a digit. */
function layOut(digits: string): string {
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (line) return `(${area}) ${exchange}-${line}`;
  if (exchange) return `(${area}) ${exchange}`;
  return area && `(${area}`;
}

/**
 * A text that arrived at once as the form shows it: `+1 415 555 2671` becomes `(415) 555-2671`. Another country's number,
 * or one with too many digits, stays as it is, to be refused by `isPhoneNumber`: shortened, it would be a stranger's.
 */
export function formatPhone(text: string): string {
  const digits = nationalDigits(text);
  return digits === undefined ? text : layOut(digits);
}

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

/** The text without the character just typed, where that is no part of a number, or one digit too many. */
function refuseTyped({ text, caret }: TextWithCaret): TextWithCaret {
  const typed = text.slice(caret - 1, caret);
  const isTaken = withoutWords(typed) && (isForeign(text) || nationalDigits(text) !== undefined);
  if (isTaken) return { text, caret };
  return { text: text.slice(0, caret - 1) + text.slice(caret), caret: caret - 1 };
}

/**
 * The phone field after one edit: formatted, with the caret where the visitor left it.
 *
 * @param before what the field showed before the edit
 * @param edited what the browser made of it, caret included
 * @param how the input event's own `inputType`, such as `deleteContentBackward`, and `data`
 */
export function editPhone(
  before: string,
  edited: TextWithCaret,
  { inputType = '', data }: { inputType?: string; data?: string | null } = {},
): TextWithCaret {
  const isTyped = inputType === 'insertText' && data?.length === 1;
  const { text, caret } = isTyped ? refuseTyped(edited) : edited;
  let digits = nationalDigits(text);
  if (digits === undefined) return { text, caret };

  const countryCode = digitsOf(text).length - digits.length;
  let digitsBeforeCaret = Math.max(digitsOf(text.slice(0, caret)).length - countryCode, 0);
  const onlyPunctuation = text.length < before.length && digitsOf(text) === digitsOf(before);
  if (onlyPunctuation && inputType.startsWith('delete')) {
    // The visitor means the digit next to what was deleted.
    const victim = inputType.endsWith('Forward') ? digitsBeforeCaret : digitsBeforeCaret - 1;
    if (victim >= 0) {
      digits = digits.slice(0, victim) + digits.slice(victim + 1);
      digitsBeforeCaret = victim;
    }
  }
  const shown = layOut(digits);
  return {
    text: shown,
    caret: caret >= text.length ? shown.length : caretAfterDigits(shown, digitsBeforeCaret),
  };
}
