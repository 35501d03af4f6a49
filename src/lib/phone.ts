/**
 * US and Canada phone numbers as a visitor types them.
 * Area codes are not judged: the pattern that the form promises, `(123) 456-7890`, begins with 1 itself.
 */
import { PHONE_DIGITS } from '../constants.ts';

/** Optional +1 or 1, then ten digits; spaces, dots, dashes and brackets may stand between. */
const PHONE_NUMBER = new RegExp(`^\\s*(?:\\+?1)?(?:[\\s().-]*\\d){${PHONE_DIGITS}}[\\s().-]*$`);

/** Also the invisible marks of writing direction that come along with numbers copied from an address book. */
const NEVER_IN_A_NUMBER = /[^\d\s().+-]/g;

const EXPLICIT_COUNTRY_CODE = /^[\s().-]*\+[\s(]*1/;

/** A plus sign and not 1 behind it; alone, it may yet become either. */
const FOREIGN_COUNTRY_CODE = /^[\s().-]*\+[\s(]*(?:[02-9]|$)/;

/** How abroad is dialled from Europe and from the US. No area code begins so. */
const FOREIGN_PREFIX = /^[\s().-]*0(?:0|11)/;

/** Whether the text is a US or Canada number: optional +1 or 1, then ten digits, separators allowed. */
export function isPhoneNumber(text: string): boolean {
  return PHONE_NUMBER.test(text);
}

/** Digits and signs of East Asian keyboards as everybody else's. */
const fold = (text: string): string => text.normalize('NFKC');

const digitsOf = (text: string): string => fold(text).replace(/\D/g, '');

const withoutWords = (text: string): string => fold(text).replace(NEVER_IN_A_NUMBER, '');

/** Whether a number says itself that it is another country's: ten of its digits would be a stranger's number. */
function isForeign(text: string): boolean {
  const number = withoutWords(text);
  return (
    FOREIGN_COUNTRY_CODE.test(number) ||
    (FOREIGN_PREFIX.test(number) && digitsOf(number).length > PHONE_DIGITS)
  );
}

/** The text's digits, country code dropped, at most ten. */
function phoneDigits(text: string): string {
  const digits = digitsOf(text);
  const hasCountryCode =
    EXPLICIT_COUNTRY_CODE.test(withoutWords(text)) ||
    (digits.length > PHONE_DIGITS && digits.startsWith('1'));
  return (hasCountryCode ? digits.slice(1) : digits).slice(0, PHONE_DIGITS);
}

/** Up to ten digits as `(123) 456-7890`; nothing trails the last digit, so that Backspace always meets a digit. */
function layOut(digits: string): string {
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (line) return `(${area}) ${exchange}-${line}`;
  if (exchange) return `(${area}) ${exchange}`;
  return area && `(${area}`;
}

/**
 * Any text as the form shows it: `+1 415 555 2671` becomes `(415) 555-2671`. Another country's number keeps all its
 * digits and its plus sign, to be refused by `isPhoneNumber`.
 */
export function formatPhone(text: string): string {
  return isForeign(text) ? withoutWords(text).trimStart() : layOut(phoneDigits(text));
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

/**
 * The phone field after one edit: formatted, with the caret where the visitor left it.
 *
 * @param before what the field showed before the edit
 * @param edited what the browser made of it, caret included
 * @param inputType the input event's own `inputType`, such as `deleteContentBackward`. Undo and redo change nothing:
 * what the browser remembers was typed between separators that stand elsewhere by now
 */
export function editPhone(before: string, edited: TextWithCaret, inputType = ''): TextWithCaret {
  if (inputType.startsWith('history')) return { text: before, caret: before.length };

  if (isForeign(edited.text)) {
    const caret = withoutWords(edited.text.slice(0, edited.caret)).trimStart().length;
    return { text: formatPhone(edited.text), caret };
  }

  let raw = edited.text;
  let digitsBeforeCaret = digitsOf(raw.slice(0, edited.caret)).length;
  const onlyPunctuation = raw.length < before.length && digitsOf(raw) === digitsOf(before);

  if (onlyPunctuation && inputType.startsWith('delete')) {
    // The visitor means the digit next to what was deleted.
    const victim = inputType.endsWith('Forward') ? digitsBeforeCaret : digitsBeforeCaret - 1;
    const digits = [...digitsOf(raw)];
    if (victim >= 0) digits.splice(victim, 1);
    raw = digits.join('');
    digitsBeforeCaret = Math.min(digitsBeforeCaret, Math.max(victim, 0));
  }

  const all = digitsOf(raw);
  const wasFull = digitsOf(before).length === PHONE_DIGITS;
  if (inputType === 'insertText' && wasFull && all.length > PHONE_DIGITS && !all.startsWith('1')) {
    // The number is full: one more digit in its middle must not push the last one out.
    return { text: before, caret: caretAfterDigits(before, Math.max(digitsBeforeCaret - 1, 0)) };
  }

  const kept = phoneDigits(raw);
  if (all.length > kept.length && all.startsWith('1') && all.slice(1).startsWith(kept)) {
    digitsBeforeCaret = Math.max(digitsBeforeCaret - 1, 0);
  }
  const text = layOut(kept);
  return {
    text,
    caret: edited.caret >= edited.text.length ? text.length : caretAfterDigits(text, digitsBeforeCaret),
  };
}
