import { expect, test } from 'vitest';
import { EMPTY_ENTRY, editPhone, formatPhone } from '@/demo-request/phone';
import { validateDemoRequest, readDemoRequest } from '@/demo-request/validation';
import { phoneVectors, stepsOf, type Way } from '../support/phone-vectors.ts';
import { completeRequest } from '../support/rows.ts';

/** A text field as browsers have it, with the events that it dispatches. */
class PhoneField {
  entry = EMPTY_ENTRY;
  text = '';
  start = 0;
  end = 0;

  /** Puts a text in the place of what is between two positions; then the event. */
  replace(start: number, end: number, inserted: string, inputType?: string): void {
    const text = this.text.slice(0, start) + inserted + this.text.slice(end);
    const edited = editPhone(this.entry, { text, caret: start + inserted.length }, inputType);
    this.entry = edited.entry;
    this.text = edited.text;
    this.start = this.end = edited.caret;
  }

  press(key: string): void {
    const { start, end, text } = this;
    const isSelected = start < end;
    if (key === '⏎') this.entry = { ...this.entry, submitted: this.entry.entered };
    else if (key === '⌫')
      this.replace(isSelected ? start : Math.max(0, start - 1), end, '', 'deleteContentBackward');
    else if (key === '⌦') this.replace(start, isSelected ? end : end + 1, '', 'deleteContentForward');
    else if (key === '←') this.start = this.end = Math.max(0, start - 1);
    else if (key === '→') this.start = this.end = Math.min(text.length, start + 1);
    else if (key === '⇤') this.start = this.end = 0;
    else if (key === '⌘') [this.start, this.end] = [0, text.length];
    else if (key === '↶') this.replace(0, text.length, text, 'historyUndo');
    else this.replace(start, end, key, 'insertText');
  }

  enter(way: Way, text: string): void {
    const { start, end } = this;
    if (way === 'types') for (const key of text) this.press(key);
    else if (way === 'pastes') this.replace(start, end, text, 'insertFromPaste');
    else if (way === 'dictates') this.replace(start, end, text, 'insertText');
    else if (way === 'touches') for (const type of ['', 'insertText']) this.replace(end, end, '', type);
    else this.replace(0, this.text.length, text);
  }
}

test.each(phoneVectors)('a visitor $steps: $shows, $error', (vector) => {
  const field = new PhoneField();
  for (const [way, text] of stepsOf(vector)) field.enter(way, text);
  const { shows, error, caret = field.start } = vector;
  expect([field.text, field.start]).toEqual([shows, caret]);
  const request = readDemoRequest({ ...completeRequest, phoneNumber: field.entry.entered });
  expect(validateDemoRequest(request)).toEqual(error ? { phoneNumber: error } : {});
  expect(formatPhone(request.phoneNumber)).toBe(shows);
});
