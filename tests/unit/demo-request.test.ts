import * as fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { textField } from '@/demo-request/fields';
import { editPhone, isPhoneNumber, type PhoneEntry } from '@/demo-request/phone';
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
  // These are numbers of other countries, or too short.
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
  let [entry, shows] = [{ digits: '', isRefused: false }, ''];
  for (const text of texts) {
    const held = isOver ? text : shows + text;
    const field = { text: held, start: held.length, end: held.length };
    const edited = editPhone(entry, field, inputType, text);
    [entry, shows] = [edited.entry, edited.field.text];
  }
  const phoneNumber = (entry.isRefused ? '+' : '') + shows;
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

/** A phone field between two events: what is entered, what is shown, and the selection in it. */
type PhoneField = { entry: PhoneEntry; shows: string; from: number; to: number };

/** What the form makes of an event after which the field holds this; without a type, all of it was replaced. */
function editField(
  { entry }: PhoneField,
  held: string,
  caret: number,
  type?: string,
  data: string | null = null,
) {
  const next = editPhone(entry, { text: held, start: caret, end: caret }, type, data);
  const { text, start } = next.field;
  const at = text === held ? caret : start;
  return { entry: next.entry, shows: text, from: at, to: at };
}

/** Puts a text in place of the selection, as a browser does. */
const insert = (field: PhoneField, text: string, type: string, data: string | null = text) =>
  editField(
    field,
    field.shows.slice(0, field.from) + text + field.shows.slice(field.to),
    field.from + text.length,
    type,
    data,
  );

const moveTo = (field: PhoneField, at: number) => ({ ...field, from: at, to: at });

/** Deletes the selection, or else what is before or after the caret. */
function erase({ shows, from, to, ...field }: PhoneField, before: number, after: number, type: string) {
  const start = from < to ? from : Math.max(0, from - before);
  const end = from < to ? to : Math.min(shows.length, to + after);
  return insert({ ...field, shows, from: start, to: end }, '', type, null);
}

/** The keys that `EDITS` names by a sign. ⌘ selects all, and ⏎ submits, which reads the field. */
const KEYS: Record<string, (field: PhoneField) => PhoneField> = {
  '⌫': (field) => erase(field, 1, 0, 'deleteContentBackward'),
  '⌦': (field) => erase(field, 0, 1, 'deleteContentForward'),
  '←': (field) => moveTo(field, Math.max(0, field.from - 1)),
  '→': (field) => moveTo(field, Math.min(field.shows.length, field.to + 1)),
  '⇤': (field) => moveTo(field, 0),
  '⌘': (field) => ({ ...field, from: 0, to: field.shows.length }),
  '⏎': (field) => editField(field, field.shows, field.shows.length),
};

/** On-screen keyboards enter at once what one dictates, input methods compose, scripts insert, password managers autofill. */
const ENTRY: Record<string, (field: PhoneField, text: string) => PhoneField> = {
  types: (field, text) =>
    [...text].reduce((all, key) => KEYS[key]?.(all) ?? insert(all, key, 'insertText'), field),
  pastes: (field, text) => insert(field, text, 'insertFromPaste'),
  dictates: (field, text) => insert(field, text, 'insertText'),
  composes: (field, text) => insert(field, text, 'insertText'),
  drops: (field, text) => insert(field, text, 'insertFromDrop'),
  inserts: (field, text) => editField(field, text, text.length, 'insertText'),
  autofills: (field, text) => editField(field, text, text.length),
  touches: (field) =>
    ['insertCompositionText', 'insertText', 'insertReplacementText'].reduce(
      (all, type) => editField(all, all.shows, all.from, type),
      field,
    ),
};

/** Steps in the phone field; what it then shows, with `|` for the caret where it matters; the error at the next submit. */
const EDITS: [steps: string, shows: string, error?: 'required' | 'invalid'][] = [
  // The country code, and a deleted first character.
  ['types +', '', 'required'],
  ['types +⌫4155552671', US],
  // Corrections, and where the caret then is.
  ['types 4155552671←←←←9', '(415) 555|-2671'],
  ['types 4155552671←←x', '(415) 555-26|71'],
  ['types 4155552671⇤1', '(|415) 555-2671'],
  ['types 4155552671⇤+', US, 'invalid'],
  ['types 4155552671←←←←←←←⌫9', '(415) 9|55-2671'],
  ['types 4155552671←←←←⌫', '(415) 55|2-671', 'invalid'],
  ['types 4155552671←←←←←⌦', '(415) 555|-671', 'invalid'],
  ['types 415⇤→⌫', '(|415', 'invalid'],
  ['pastes 442079460958, then types ⇤→→→→, then pastes 77', '(442|) 079-4609', 'invalid'],
  ['types 4155552671, then touches', US],
  // These are entered in several ways.
  ['types 415, then pastes 55526719', US],
  ['types 415, then pastes (415) 555-2671', US],
  ['types +1, then dictates +1 415 555 2671', US],
  ['types 415, then pastes +45 12 34 56 78', '(451) 234-5678', 'invalid'],
  ['types +44⌘, then pastes +44 20 7946 0958', '(442) 079-4609', 'invalid'],
  ['types 41⌘, then dictates (415) 555-2671 / (415) 555-2672', US, 'invalid'],
  ['drops +44 20 7946 0958', '(442) 079-4609', 'invalid'],
  ['types 415, then inserts +44 20 7946 0958', '(442) 079-4609', 'invalid'],
  ['composes 4155552671', US],
  // `isRefused`: a number behind a plus sign, or one of more digits that arrives at once, is refused for as long as digits
  // are only added at the end.
  ['types +415 555 2671', US, 'invalid'],
  ['types +61 2 5550 1234⏎5x', '(612) 555-0123', 'invalid'],
  ['types +61 2 5550 1234⏎, then touches', '(612) 555-0123', 'invalid'],
  ['pastes 442079460958, then types 5⇤1', '(442) 079-4609', 'invalid'],
  // Any other change ends it.
  ['types +61 2 5550 1234⏎⌫4', '(612) 555-0124'],
  ['types +44 20 78⌫⌫7946 0958', '(442) 079-4609'],
  ['types +61 2 5550 1234⌘4155552671', US],
  ['pastes 442079460958, then types ⌫⌫57', '(442) 079-4657'],
  ['pastes 442079460958, then types ⇤→→→→⌦6', '(442) 679-4609'],
  // So does a valid number that arrives, even the one that is shown.
  ['types +61 2 5550 1234⏎, then autofills +14155552671', US],
  ['types +61 2 5550 1234⏎⌘, then pastes (612) 555-0123', '(612) 555-0123'],
];

test.each(EDITS)('a prospect who %s sees %s in the phone field: %s', (steps, shows, error) => {
  let field: PhoneField = { entry: { digits: '', isRefused: false }, shows: '', from: 0, to: 0 };
  for (const step of steps.split(', then ')) {
    const [, way = '', text = ''] = /(\w+) ?(.*)/s.exec(step)!;
    field = ENTRY[way]!(field, text);
  }
  const caret = shows.includes('|') ? field.from : -1;
  expect([field.shows, caret]).toEqual([shows.replace('|', ''), shows.indexOf('|')]);
  const phoneNumber = (field.entry.isRefused ? '+' : '') + field.shows;
  expect(validateDemoRequest(readDemoRequest({ phoneNumber })).phoneNumber).toBe(error);
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
      let [entry, shows] = [{ digits: '', isRefused: false }, ''];
      for (const { text: typed, inputType: type, from, length } of edits) {
        const inserted = type?.startsWith('delete') ? '' : typed;
        const start = type ? Math.min(from, shows.length) : 0;
        const end = type ? start + length : shows.length;
        const held = shows.slice(0, start) + inserted + shows.slice(end);
        const caret = start + inserted.length;
        const edited = editPhone(entry, { text: held, start: caret, end: caret }, type, inserted);
        [entry, shows] = [edited.entry, edited.field.text];
        expect(shows.replaceAll(/\D/g, '')).toBe(entry.digits);
        const sent = readDemoRequest({ phoneNumber: (entry.isRefused ? '+' : '') + shows }).phoneNumber;
        const isComplete = /^(?!00|011)\d{10}$/.test(entry.digits) && !entry.isRefused;
        expect(isPhoneNumber(sent)).toBe(isComplete);
        expect(!isComplete || sent === shows).toBe(true);
        expect(edited.field.end).toBeLessThanOrEqual(shows.length);
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
