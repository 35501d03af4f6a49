import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ofEachField, textField } from '@/demo-request/fields';
import { editPhone, isPhoneNumber, normalizePhone } from '@/demo-request/phone';
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

describe('the form', () => {
  test('finds the error of every field at once, and distinguishes an empty from a wrong one', () => {
    const errors = { ...ofEachField(() => 'required'), acceptedTerms: 'required' };
    expect(validateDemoRequest(enter({}))).toEqual(errors);
    const entered = { email: 'dana', phoneNumber: '(415) 555-267' };
    const invalid = { email: 'invalid', phoneNumber: 'invalid' };
    expect(validateDemoRequest(enter(entered))).toEqual({ ...errors, ...invalid });
  });

  test.each(vectors.filter(({ accepted }) => accepted))(
    'takes a $field that is $name, and sends what the table keeps',
    ({ field, value, stored = value }) => {
      const request = enter({ ...completeRequest, [field]: value });
      expect(validateDemoRequest(request)).toEqual({});
      expect(toRow(request)[columnOf(field)]).toBe(stored);
    },
  );

  test.each(vectors.filter(({ accepted }) => !accepted))(
    'asks again for a $field that is $name',
    ({ field, value }) => {
      const errors = validateDemoRequest(enter({ ...completeRequest, [field]: value }));
      expect(Object.keys(errors)).toEqual([field]);
    },
  );
});

describe('what leaves the site', () => {
  test('is the phone number that the field shows, or none, however it was edited', () => {
    const types = fc.constantFrom(
      'insertText',
      'insertFromPaste',
      'deleteContentBackward',
      'deleteForward',
      '',
    );
    const text = fc.string({ unit: fc.constantFrom(...'0123456789015+(,x '), maxLength: 14 });
    const edits = fc.array(fc.tuple(types, text, fc.nat(14), fc.nat(2)));
    const edit = fc.property(edits, (all) => {
      let state = { entry: '', text: '', caret: 0 };
      for (const [type, added, from, selected] of all) {
        const inserted = type.startsWith('delete') ? '' : added;
        const [before, after] = [state.text.slice(0, from), state.text.slice(from + selected)];
        const field = type ? before + inserted + after : inserted;
        state = editPhone(state.entry, field, field.length - (type ? after.length : 0), type);
        const { entry, text: shown } = state;
        const isRefused = entry.startsWith('+') || !/^\((?!00|011).{13}$/.test(shown);
        const sent = isPhoneNumber(entry) ? normalizePhone(entry) : undefined;
        expect({ entry, sent }).toEqual({ entry, sent: isRefused ? undefined : shown });
      }
    });
    fc.assert(edit, { numRuns: 3000 });
  });

  test('is a row with a column per field and the consent, and a payload with every field and the time', () => {
    const row = toRow(completeRequest);
    expect(Object.keys(row)).toHaveLength(FIELD_NAMES.length);
    expect(row).toMatchObject({
      full_name: 'Dana Reyes',
      company_name: 'Reyes Heating & Air',
      industry: 'HVAC, Plumbing',
      phone_number: '(415) 555-2671',
      accepted_terms: true,
      email: 'dana@reyes-heating.example',
    });
    const timestamp = '2025-01-02T03:04:05.000Z';
    const payload = toWebhookPayload(completeRequest, new Date(timestamp));
    expect(Object.keys(payload)).toHaveLength(FIELD_NAMES.length);
    const { fullName, email, companyName, industry, phoneNumber } = completeRequest;
    expect(payload).toMatchObject({ fullName, email, companyName, industry, phoneNumber, timestamp });
  });

  test('has a number where the field is for a number', () => {
    const field = textField('industry');
    field.isNumber = true;
    onTestFinished(() => void delete field.isNumber);
    const request = { ...completeRequest, industry: '12' };
    expect([toRow(request).industry, toWebhookPayload(request, new Date()).industry]).toEqual([12, 12]);
  });
});
