import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { ofEachField, textField } from '@/demo-request/fields';
import { editPhone, isPhoneNumber } from '@/demo-request/phone';
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

test('the form finds the error of every field at once, and distinguishes an empty from a wrong one', () => {
  const errors = { ...ofEachField(() => 'required'), acceptedTerms: 'required' };
  expect(validateDemoRequest(enter({}))).toEqual(errors);
  const entered = { email: 'dana', phoneNumber: '(415) 555-267' };
  const invalid = { email: 'invalid', phoneNumber: 'invalid' };
  expect(validateDemoRequest(enter(entered))).toEqual({ ...errors, ...invalid });
});

test('the form asks for a shorter text where a password manager entered more than the table takes', () => {
  const most = { ...completeRequest, fullName: '👩'.repeat(200), email: `${'d'.repeat(308)}@example.com` };
  expect(validateDemoRequest(enter(most))).toEqual({});
  const more = { ...most, fullName: `D${most.fullName}`, email: `d${most.email}` };
  expect(validateDemoRequest(enter(more))).toEqual({ fullName: 'tooLong', email: 'tooLong' });
});

test.each(vectors)('the form judges a $field that is $name', ({ field, value, accepted, stored = value }) => {
  const request = enter({ ...completeRequest, [field]: value });
  const errors = Object.keys(validateDemoRequest(request));
  const result = errors.length > 0 ? errors : toRow(request)[columnOf(field)];
  expect(result, 'what the table keeps').toEqual(accepted ? stored : [field]);
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
        const edited = editPhone(entry, held, start + inserted.length, type);
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
