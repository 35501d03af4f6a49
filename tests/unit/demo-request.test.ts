import * as fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { textField } from '@/demo-request/fields';
import { editPhone, isPhoneNumber } from '@/demo-request/phone';
import { submitDemoRequest, type Backend } from '@/demo-request/submit';
import {
  FIELD_NAMES,
  readDemoRequest,
  toRow,
  toWebhookPayload,
  validateDemoRequest,
} from '@/demo-request/validation';
import type { DemoRequest } from '@/demo-request/validation';
import { columnOf, completeRequest } from '../support/rows.ts';
import { vectors } from '../support/vectors.ts';

/** The request that is read from the form's entries; a checked box has the value "on". */
const enter = ({ acceptedTerms, ...texts }: Partial<DemoRequest>) =>
  readDemoRequest({ ...texts, ...(acceptedTerms && { acceptedTerms: 'on' }) });

test('the form asks for a shorter text where a password manager entered more than the table takes', () => {
  const most = { ...completeRequest, fullName: '👩'.repeat(200), email: `${'d'.repeat(308)}@example.com` };
  expect(validateDemoRequest(enter(most))).toEqual({});
  const more = { ...most, fullName: `D${most.fullName}`, email: `d${most.email}` };
  expect(validateDemoRequest(enter(more))).toEqual({ fullName: 'tooLong', email: 'tooLong' });
});

test.each(vectors)('the form judges a $field that is $name', ({ field, value, stored }) => {
  const request = enter({ ...completeRequest, [field]: value });
  const errors = Object.keys(validateDemoRequest(request));
  const result = errors.length > 0 ? errors : toRow(request)[columnOf(field)];
  expect(result, 'what the table keeps').toEqual(stored ?? [field]);
});

const US = '(415) 555-2671';

/** Entered, what the field shows of it, and the error, which is the same however it is entered. */
const NUMBERS: [entered: string, shows: string, error?: 'required' | 'invalid'][] = [
  [US, US],
  ['4155552671', US],
  // The example in the specification of the pattern.
  ['(123) 456-7890', '(123) 456-7890'],
  ['+1 415 555 2671', US],
  ['(+1) 415 555 2671', US],
  ['\u202D+1 415 555 2671\u202C', US],
  ['1 (415) 555-2671', US],
  ['001 415 555 2671', US],
  ['0111 415 555 2671', US],
  ['(415) 555-2671 ext. 5', US],
  ['+1 415 555 2671 #12', US],
  ['(415) 555-2671,,123', US],
  ['+1 415-555-2671;127', US],
  ['Phone: 415.555.2671p55', US],
  ['415, 555-2671 w9', US],
  ['４１５５５５２６７１', US],
  ['٤١٥٥٥٥٢٦٧١', US],
  // From other countries, or too short.
  ['+61 2 5550 1234', '(612) 555-0123', 'invalid'],
  ['+45 12 34 56 78', '(451) 234-5678', 'invalid'],
  ['tel:+442079460958', '(442) 079-4609', 'invalid'],
  ['＋４４ 20 7946 0958', '(442) 079-4609', 'invalid'],
  ['00 44 20 7946 0958', '(004) 420-7946', 'invalid'],
  ['011 45 12 34 56 7', '(011) 451-2345', 'invalid'],
  ['+1 415 555 267', '(415) 555-267', 'invalid'],
  ['call me', '', 'required'],
];

/** What the phone field shows of texts that are entered one behind the other, or over the other, and its error. */
function enterPhone(texts: Iterable<string>, inputType?: string, isOver = false) {
  let [entry, shows] = [{ digits: '', isMarked: false }, ''];
  for (const text of texts) {
    const held = isOver ? text : shows + text;
    ({ entry, text: shows } = editPhone(entry, held, held.length, inputType, text));
  }
  const phoneNumber = (entry.isMarked ? '+' : '') + shows;
  return [shows, validateDemoRequest(readDemoRequest({ phoneNumber })).phoneNumber];
}

/** Pasted; dictated, as on-screen keyboards enter a whole number; filled in by the browser. */
const AT_ONCE = ['insertFromPaste', 'insertText', undefined];

test.each(NUMBERS)('the phone field shows of %s, typed or at once, %s: %s', (entered, shows, error) => {
  expect(enterPhone(entered, 'insertText'), 'typed').toEqual([shows, error]);
  for (const type of AT_ONCE) expect(enterPhone([entered], type), `${type}`).toEqual([shows, error]);
});

test.each([
  ['41555526719', US],
  ['+1 415 555 2671 9', US],
  ['442079460958', '(442) 079-4609'],
  ['020 7946 0958', '(020) 794-6095'],
])('of %s, no digit is taken behind ten as it is typed; at once, it is refused', (entered, shows) => {
  expect(enterPhone(entered, 'insertText'), 'typed').toEqual([shows, undefined]);
  // The first ten digits may be those of another number.
  for (const type of AT_ONCE) expect(enterPhone([entered], type), `${type}`).toEqual([shows, 'invalid']);
});

test('a number that is pasted over another entry is read as in an empty field', () => {
  const numbers = [...NUMBERS.map(([entered]) => entered), '(44) 20 7946 0958', `${US} / (415) 555-2672`];
  for (const first of numbers.flatMap((number) => [number, number.slice(0, 3)]))
    for (const pasted of numbers) {
      const shown = enterPhone([first, pasted], 'insertFromPaste', true);
      expect(shown, `${pasted} over ${first}`).toEqual(enterPhone([pasted]));
    }
});

test('the phone field never shows one number and sends another, however it is edited', () => {
  const text = fc.string({ unit: fc.constantFrom(...'0123456789+1 ()-x,'), maxLength: 16 });
  const inputType = fc.constantFrom('insertText', 'insertFromPaste', 'deleteContentBackward', undefined);
  const edit = fc.record({ text, inputType, from: fc.nat(14), length: fc.nat(14) });
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
      let [entry, shows] = [{ digits: '', isMarked: false }, ''];
      for (const { text: typed, inputType: type, from, length } of edits) {
        const inserted = type?.startsWith('delete') ? '' : typed;
        const start = type ? Math.min(from, shows.length) : 0;
        const end = type ? start + length : shows.length;
        const held = shows.slice(0, start) + inserted + shows.slice(end);
        const edited = editPhone(entry, held, start + inserted.length, type, inserted);
        [entry, shows] = [edited.entry, edited.text];
        expect(shows.replaceAll(/\D/g, '')).toBe(entry.digits);
        const sent = readDemoRequest({ phoneNumber: (entry.isMarked ? '+' : '') + shows }).phoneNumber;
        const isComplete = /^(?!00|011)\d{10}$/.test(entry.digits) && !entry.isMarked;
        expect(isPhoneNumber(sent)).toBe(isComplete);
        expect(!isComplete || sent === shows).toBe(true);
        expect(edited.caret).toBeLessThanOrEqual(shows.length);
      }
    }),
    { numRuns: 5000 },
  );
});

test('a row has a column per field and the consent, a payload every field and the time', () => {
  expect(Object.keys(toRow(completeRequest))).toHaveLength(FIELD_NAMES.length);
  const timestamp = '2025-01-02T03:04:05.000Z';
  const payload = toWebhookPayload(completeRequest, new Date(timestamp));
  expect(Object.keys(payload)).toHaveLength(FIELD_NAMES.length);
  const { fullName, email, companyName, industry, phoneNumber } = completeRequest;
  expect(payload).toMatchObject({ fullName, email, companyName, industry, phoneNumber, timestamp });
});

test('what is sent is a number where the field is for a number', () => {
  const field = textField('industry');
  field.isNumber = true;
  onTestFinished(() => void delete field.isNumber);
  const request = { ...completeRequest, industry: '12' };
  expect([toRow(request).industry, toWebhookPayload(request, new Date()).industry]).toEqual([12, 12]);
});

test('a demo request is not sent without the version of the consent', async () => {
  const log = vi.fn<(line: string) => void>();
  expect(await submitDemoRequest(completeRequest, '', {} as Backend, log)).toBe('failed');
  expect(log).toHaveBeenCalledOnce();
});
