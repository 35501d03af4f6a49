import { expect, test } from 'vitest';
import { readDemoRequest, toRow, validateDemoRequest } from '@/lib/demo-request';
import { COLUMN_OF } from '../support/rows.ts';
import { vectors, type TextField } from '../support/vectors.ts';

/** The form with every other field in order. */
function enter(field: TextField, value: string) {
  const data = new FormData();
  data.set('fullName', 'Dana Reyes');
  data.set('email', 'dana@reyes-heating.example');
  data.set('companyName', 'Reyes Heating & Air');
  data.set('industry', 'HVAC');
  data.set('phoneNumber', '(415) 555-2671');
  data.set('acceptedTerms', 'on');
  data.set(field, value);
  return readDemoRequest(data);
}

test.each(vectors.filter(({ accepted }) => accepted))(
  'the form takes a $field that is $name, and sends what the table keeps',
  ({ field, value, stored = value }) => {
    const request = enter(field, value);
    expect(validateDemoRequest(request)).toEqual({});
    expect(toRow(request)[COLUMN_OF[field]]).toBe(stored);
  },
);

test.each(vectors.filter(({ accepted }) => !accepted))(
  'the form asks again for a $field that is $name',
  ({ field, value }) => {
    expect(Object.keys(validateDemoRequest(enter(field, value)))).toEqual([field]);
  },
);
