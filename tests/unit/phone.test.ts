import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDemoRequest, validateDemoRequest } from '@/lib/demo-request';
import { editPhone, formatPhone, isPhoneNumber } from '@/lib/phone';

describe('the phone field shows', () => {
  test.each([
    ['', ''],
    ['4', '(4'],
    ['415', '(415'],
    ['4155', '(415) 5'],
    ['415555', '(415) 555'],
    ['4155552', '(415) 555-2'],
    ['4155552671', '(415) 555-2671'],
    ['415.555.2671', '(415) 555-2671'],
    ['+1 415 555 2671', '(415) 555-2671'],
    ['1 (415) 555-2671', '(415) 555-2671'],
    ['1234567890', '(123) 456-7890'],
    ['call me', ''],
    ['\u202d+1 415 555 2671', '(415) 555-2671'],
    ['(+1) 415 555 2671', '(415) 555-2671'],
    ['\uff14\uff11\uff15\uff15\uff15\uff15\uff12\uff16\uff17\uff11', '(415) 555-2671'],
    ['+1 415 555 267', '(415) 555-267'],
    ['Tel: +1 415 555 267', '(415) 555-267'],
  ])('%j as %j', (given, shown) => {
    expect(formatPhone(given)).toBe(shown);
  });

  test.each([
    '41555526719',
    '24155552671',
    '442079460958',
    '020 7946 0958',
    '0044 20 7946 0958',
    '+44 20 7946 0958',
    '+(44) 20 7946 0958',
    'tel:+442079460958',
    '\u202a+44 20 7946 0958\u202c',
    '\uff0b44 20 7946 0958',
    '+1 (415) 555-2671 ext. 9',
    '٤١٥5552671',
  ])('%j as it is', (given) => {
    expect(formatPhone(given)).toBe(given);
    expect(isPhoneNumber(given)).toBe(false);
  });

  test('of any text that arrives at once nothing, a number of exactly its digits, or the text itself, refused', () => {
    const part = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 13 }),
      fc.constantFrom(
        '+',
        '+1',
        '+44',
        '00',
        '1',
        ' ',
        '-',
        '(',
        ')',
        '.',
        'x',
        '\u202a',
        '\u00b2',
        '\uff11',
        '٤',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (given) => {
        const { text: shown } = editPhone('', { text: given, caret: given.length });
        const data = new FormData();
        data.set('phoneNumber', shown);
        const isRefused = validateDemoRequest(readDemoRequest(data)).phoneNumber !== undefined;
        if (shown === '' || (shown === given && isRefused)) return;
        // Full-width digits are digits as well.
        const digits = given.replaceAll(/\P{Nd}/gu, '').normalize('NFKC');
        expect(shown).toMatch(/^\(\d{1,3}(\) \d{1,3}(-\d{1,4})?)?$/);
        expect([digits, digits.replace(/^1/, '')]).toContain(shown.replaceAll(/\D/g, ''));
      }),
      { numRuns: 300 },
    );
  });
});

/** One edit of the field; `|` marks the caret. */
function edit(before: string, edited: string, inputType: string, data: string | null = null): string {
  const caret = edited.indexOf('|');
  const { text, caret: after } = editPhone(
    before,
    { text: edited.replace('|', ''), caret },
    { inputType, data },
  );
  return `${text.slice(0, after)}|${text.slice(after)}`;
}

/** Types the keys one at a time, from where the caret is. */
function type(shown: string, keys: string): string {
  return [...keys].reduce(
    (before, key) => edit(before.replace('|', ''), before.replace('|', `${key}|`), 'insertText', key),
    shown,
  );
}

describe('while the visitor edits the number', () => {
  test.each([
    ['4155552671', '(415) 555-2671|'],
    ['+1 (415) 555-2671', '(415) 555-2671|'],
    ['1 415 555 2671', '(415) 555-2671|'],
    ['41555526719', '(415) 555-2671|'],
    ['1234567890', '(123) 456-7890|'],
    ['+44 20a 7946 0958', '+44 20 7946 0958|'],
  ])('typing %j key by key shows %j', (keys, shown) => {
    expect(type('|', keys)).toBe(shown);
  });

  test.each([
    ['stays behind a digit inserted in the middle', '(415) 5|55-267', '9', '(415) 59|5-5267'],
    ['stays where a digit is not taken, the number being full', '(415) 5|55-2671', '9', '(415) 5|55-2671'],
    ['stays where a letter is not taken', '(415) 5|55-2', 'x', '(415) 5|55-2'],
    ['stays in front when a country code is dropped', '|(415) 555-2671', '1', '(|415) 555-2671'],
  ])('the caret %s', (_, before, key, after) => {
    expect(type(before, key)).toBe(after);
  });

  test.each([
    ['a digit, and the caret stays', '(415) 555-2671', '(415) |55-2671', 'Backward', '(415|) 552-671'],
    ['the digit before punctuation', '(415) 555-2671', '(415)|555-2671', 'Backward', '(41|5) 552-671'],
    ['the digit behind punctuation', '(415) 555-2671', '(415)|555-2671', 'Forward', '(415|) 552-671'],
    ['nothing at the opening bracket', '(415', '|415', 'Backward', '(|415'],
    ['one digit of another country’s number', '+44 20 79', '+44 2| 79', 'Backward', '+44 2| 79'],
  ])('deletes %s', (_, before, edited, direction, after) => {
    expect(edit(before, edited, `deleteContent${direction}`)).toBe(after);
  });

  test.each([
    ['with its country code whole', '', '+1 415 555 2671|', '(415) 555-2671|'],
    ['of too many digits as it is', '', '442079460958|', '442079460958|'],
    ['behind a number as it is', '(415) 555-2671', '(415) 555-26719|', '(415) 555-26719|'],
  ])('takes what is pasted %s', (_, before, edited, after) => {
    expect(edit(before, edited, 'insertFromPaste', null)).toBe(after);
  });
});
