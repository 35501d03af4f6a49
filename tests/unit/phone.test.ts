import { describe, expect, test } from 'vitest';
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
    ['1-415-555-2671', '(415) 555-2671'],
    ['1 (415) 555-2671', '(415) 555-2671'],
    ['+1 (415) 555-2671 ext. 9', '(415) 555-2671'],
    ['1234567890', '(123) 456-7890'],
    ['41555526719', '(415) 555-2671'],
    ['call me', ''],
    ['+44 20 7946 0958', '+44 20 7946 0958'],
    ['+52 55 1234 5678', '+52 55 1234 5678'],
    ['+(44) 20 7946 0958', '+(44) 20 7946 0958'],
    ['0044 20 7946 0958', '0044 20 7946 0958'],
    ['011 44 20 7946 0958', '011 44 20 7946 0958'],
    ['+44 20 7946 0958 x9', '+44 20 7946 0958 9'],
    ['Tel: +44 20 7946 0958', '+44 20 7946 0958'],
    ['tel:+442079460958', '+442079460958'],
    ['\u202a+44 20 7946 0958\u202c', '+44 20 7946 0958'],
    ['\u202d+1 415 555 2671', '(415) 555-2671'],
    ['(+1) 415 555 2671', '(415) 555-2671'],
    ['\uff14\uff11\uff15\uff15\uff15\uff15\uff12\uff16\uff17\uff11', '(415) 555-2671'],
    ['\uff0b44 20 7946 0958', '+44 20 7946 0958'],
  ])('%j as %j', (typed, shown) => {
    expect(formatPhone(typed)).toBe(shown);
  });

  test('an incomplete number with its country code without borrowing a digit from the code', () => {
    for (const code of ['+1', '(+1)', '+(1)', '\u202d+1', 'Tel: +1'])
      expect(formatPhone(`${code} 415 555 267`)).toBe('(415) 555-267');
  });
});

describe('a US or Canada number', () => {
  test.each([
    '(415) 555-2671',
    '4155552671',
    '415.555.2671',
    '+1 415 555 2671',
    '+14155552671',
    '1-415-555-2671',
    '1 (415) 555-2671',
    '(123) 456-7890',
  ])('may be %j', (text) => {
    expect(isPhoneNumber(text)).toBe(true);
  });

  test.each([
    '',
    '415555267',
    '+1 415 555 267',
    '41555526719',
    '+44 20 7946 0958',
    '24155552671',
    '415-555-2671 x9',
    'four one five',
    '++14155552671',
  ])('is not %j', (text) => {
    expect(isPhoneNumber(text)).toBe(false);
  });
});

/** `|` marks the caret. */
function edit(before: string, edited: string, inputType?: string): string {
  const caret = edited.indexOf('|');
  const result = editPhone(before, { text: edited.replace('|', ''), caret }, inputType);
  return `${result.text.slice(0, result.caret)}|${result.text.slice(result.caret)}`;
}

/** Types the text one key at a time at the end of an empty field. */
function type(keys: string): string {
  let shown = '';
  for (const key of keys) shown = edit(shown, `${shown}${key}|`, 'insertText').replace('|', '');
  return shown;
}

describe('while the visitor edits the number', () => {
  test.each([
    ['4155552671', '(415) 555-2671'],
    ['+14155552671', '(415) 555-2671'],
    ['+1 (415) 555-2671', '(415) 555-2671'],
    ['1 415 555 2671', '(415) 555-2671'],
    ['1234567890', '(123) 456-7890'],
    ['41555526719', '(415) 555-2671'],
    ['+44 20 7946 0958', '+44 20 7946 0958'],
  ])('typing %j key by key shows %j', (keys, shown) => {
    expect(type(keys)).toBe(shown);
  });

  test('the caret stays behind a digit inserted in the middle', () => {
    expect(edit('(415) 555-267', '(415) 59|55-267', 'insertText')).toBe('(415) 59|5-5267');
  });

  test('the caret stays where a digit was deleted in the middle', () => {
    expect(edit('(415) 555-2671', '(415) |55-2671', 'deleteContentBackward')).toBe('(415|) 552-671');
  });

  test('Backspace over punctuation deletes the digit before it', () => {
    expect(edit('(415) 555-2671', '(415)|555-2671', 'deleteContentBackward')).toBe('(41|5) 552-671');
  });

  test('Delete over punctuation deletes the digit behind it', () => {
    expect(edit('(415) 555-2671', '(415)|555-2671', 'deleteContentForward')).toBe('(415|) 552-671');
  });

  test('Backspace over the opening bracket leaves the number alone', () => {
    expect(edit('(415', '|415', 'deleteContentBackward')).toBe('(|415');
  });

  test('a digit typed into the middle of a full number does not push out the last one', () => {
    expect(edit('(415) 555-2671', '(415) 59|55-2671', 'insertText')).toBe('(415) 5|55-2671');
  });

  test('a digit too many behind what the field never showed formatted is left out alone', () => {
    expect(edit('(415', '41555526719|', 'insertText')).toBe('(415) 555-2671|');
  });

  test('undo and redo do not make other digits of it', () => {
    expect(edit('(415) 555-2671', '(415) 555-2|', 'historyUndo')).toBe('(415) 555-2671|');
    expect(edit('(415) 555-2671', '(415) 555-2674|', 'historyRedo')).toBe('(415) 555-2671|');
  });

  test('a number pasted with its country code is taken whole, caret at its end', () => {
    expect(edit('', '+1 415 555 2671|', 'insertFromPaste')).toBe('(415) 555-2671|');
  });

  test('a pasted number of another country is left as it is', () => {
    expect(edit('', '+44 20 7946 0958|', 'insertFromPaste')).toBe('+44 20 7946 0958|');
    expect(edit('+44 20 7946 0958', '+44 20 794|0958', 'deleteContentBackward')).toBe('+44 20 794|0958');
  });

  test('a letter typed into a number of another country is not taken', () => {
    expect(edit('+44 20', '+44a| 20', 'insertText')).toBe('+44| 20');
  });

  test('a country code typed in front of a full number is dropped', () => {
    expect(edit('(415) 555-2671', '1|(415) 555-2671', 'insertText')).toBe('(|415) 555-2671');
  });
});
