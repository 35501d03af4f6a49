import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editPhone, formatPhone, isAnotherNumber, isPhoneNumber } from '@/lib/phone';

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

  // Too many digits, the code of another country, or a digit of another script: formatted as specified, and refused.
  test.each([
    ['41555526719', '(415) 555-2671'],
    ['24155552671', '(241) 555-5267'],
    ['442079460958', '(442) 079-4609'],
    ['020 7946 0958', '(020) 794-6095'],
    ['+44 20 7946 0958', '(442) 079-4609'],
    ['+(45) 12 34 56 78', '(451) 234-5678'],
    ['tel:+442079460958', '(442) 079-4609'],
    ['\u202a+44 20 7946 0958\u202c', '(442) 079-4609'],
    ['\uff0b44 20 7946 0958', '(442) 079-4609'],
    ['+1 (415) 555-2671 ext. 9', '(415) 555-2671'],
    ['٤1555526719', '(155) 552-6719'],
  ])('%j as %j, which is another number', (given, shown) => {
    expect(formatPhone(given)).toBe(shown);
    expect(isAnotherNumber(given)).toBe(true);
    expect(isPhoneNumber(given)).toBe(false);
  });

  test('at most ten digits of any text, and all of them unless they are said to be another number', () => {
    const part = fc.constantFrom(
      '0',
      '1',
      '2',
      '555',
      '+',
      '+1',
      '+44',
      ' ',
      '-',
      '(',
      'x',
      '\u202a',
      '\uff11',
      '٤',
    );
    const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (given) => {
        const shown = formatPhone(given);
        expect(shown).toMatch(/^(\(\d{1,3}(\) \d{1,3}(-\d{1,4})?)?)?$/);
        if (isAnotherNumber(given)) return;
        const digits = given.replaceAll(/\P{Nd}/gu, '').normalize('NFKC');
        expect([digits, digits.replace(/^1/, '')]).toContain(shown.replaceAll(/\D/g, ''));
      }),
      { numRuns: 300 },
    );
  });
});

/** One edit of what the field shows; `|` marks the caret. */
function edit(before: string, edited: string, inputType: string): string {
  const caret = edited.indexOf('|');
  const { text, caret: after } = editPhone(before, { text: edited.replace('|', ''), caret }, inputType);
  return `${text.slice(0, after)}|${text.slice(after)}`;
}

describe('while the visitor edits the number', () => {
  test.each([
    ['4155552671', '(415) 555-2671', false],
    ['+1 (415) 555-2671', '(415) 555-2671', false],
    ['1 415 555 2671', '(415) 555-2671', false],
    ['1234567890', '(123) 456-7890', false],
    ['41555526719', '(415) 555-2671', true],
    ['+1 415 555 2671 9', '(415) 555-2671', true],
    ['+45 12 34 56 78', '(451) 234-5678', true],
    ['+', '', false],
  ])('typing %j key by key shows %j; another number: %j', (keys, shown, isAnother) => {
    let [entered, text] = ['', ''];
    for (const key of keys) {
      ({ entered, text } = editPhone(entered, { text: text + key, caret: text.length + 1 }, 'insertText'));
    }
    expect(text).toBe(shown);
    expect(isAnotherNumber(entered)).toBe(isAnother);
  });

  test.each([
    ['stays behind a digit inserted in the middle', '(415) 555-267', '(415) 59|55-267', '(415) 59|5-5267'],
    ['stays where a letter is not taken', '(415) 555-2', '(415) 5x|55-2', '(415) 5|55-2'],
    [
      'stays in front when a country code is dropped',
      '(415) 555-2671',
      '1|(415) 555-2671',
      '(|415) 555-2671',
    ],
  ])('the caret %s', (_, before, edited, after) => {
    expect(edit(before, edited, 'insertText')).toBe(after);
  });

  test.each([
    ['a digit, and the caret stays', '(415) 555-2671', '(415) |55-2671', 'Backward', '(415|) 552-671'],
    ['the digit before punctuation', '(415) 555-2671', '(415)|555-2671', 'Backward', '(41|5) 552-671'],
    ['the digit behind punctuation', '(415) 555-2671', '(415)|555-2671', 'Forward', '(415|) 552-671'],
    ['nothing at the opening bracket', '(415', '|415', 'Backward', '(|415'],
  ])('deletes %s', (_, before, edited, direction, after) => {
    expect(edit(before, edited, `deleteContent${direction}`)).toBe(after);
  });

  test('what was entered before no longer counts once something else stands in the field', () => {
    for (const [text, inputType] of [
      ['(442) 079-460', 'deleteContentBackward'],
      ['4155552671', 'insertFromPaste'],
    ] as const) {
      const { entered } = editPhone('+44 20 7946 0958', { text, caret: text.length }, inputType);
      expect(isAnotherNumber(entered)).toBe(false);
    }
  });

  test('after a key that changes no digit, the field still shows another number than the one entered', () => {
    for (const text of ['(442) x|079-4609', '(44 |2) 079-4609', '+|(442) 079-4609', '(442) 079-4609x|']) {
      const edited = { text: text.replace('|', ''), caret: text.indexOf('|') };
      const after = editPhone('+442079460958', edited, 'insertText');
      expect(after.text).toBe('(442) 079-4609');
      expect(isAnotherNumber(after.entered)).toBe(true);
    }
  });
});
