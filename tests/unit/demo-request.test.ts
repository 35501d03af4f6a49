import { describe, expect, test } from 'vitest';
import {
  cleanText,
  readDemoRequest,
  toRow,
  toWebhookPayload,
  validateDemoRequest,
  type DemoRequest,
} from '@/lib/demo-request';

const complete: DemoRequest = {
  fullName: 'Dana Fields',
  email: 'dana@fields-plumbing.example',
  companyName: 'Fields Plumbing',
  industry: 'Plumbing',
  phoneNumber: '+1 415 555 2671',
  acceptedTerms: true,
};

describe('a demo request', () => {
  test('that is complete has no problems', () => {
    expect(validateDemoRequest(complete)).toEqual({});
  });

  test('that is empty has the problem of every field at once', () => {
    const empty = readDemoRequest(new FormData());
    expect(validateDemoRequest(empty)).toEqual({
      fullName: 'fullNameRequired',
      email: 'emailRequired',
      companyName: 'companyNameRequired',
      industry: 'industryRequired',
      phoneNumber: 'phoneRequired',
      acceptedTerms: 'consentRequired',
    });
  });

  test.each(['a@b.co', 'first.last+tag@sub.domain.example', 'é@exämple.test'])(
    'may come from %j',
    (email) => {
      expect(validateDemoRequest({ ...complete, email })).toEqual({});
    },
  );

  test.each(['plain', 'a@b', '@b.co', 'a@.', 'a b@c.de', 'a@b c.de', 'a@@b.co', 'a@b.co, c@d.co'])(
    'does not come from %j',
    (email) => {
      expect(validateDemoRequest({ ...complete, email })).toEqual({ email: 'emailInvalid' });
    },
  );

  test('with an incomplete number has a problem with its number', () => {
    expect(validateDemoRequest({ ...complete, phoneNumber: '(415) 555-267' })).toEqual({
      phoneNumber: 'phoneInvalid',
    });
  });
});

describe('what is read from the form', () => {
  test('is trimmed, and white space alone is nothing', () => {
    const data = new FormData();
    data.set('fullName', '  Dana Fields ');
    data.set('email', ' dana@fields.example ');
    data.set('companyName', ' \t ');
    expect(readDemoRequest(data)).toMatchObject({
      fullName: 'Dana Fields',
      email: 'dana@fields.example',
      companyName: '',
      acceptedTerms: false,
    });
  });

  test('carries no control character and no half of a surrogate pair', () => {
    expect(cleanText('Da\u0000na\u0007 \u0085Fields\u007f')).toBe('Dana Fields');
    expect(cleanText('\ud83d Dana')).toBe('\ufffd Dana');
  });
});

describe('what leaves the site', () => {
  test('is a row of exactly the six columns, the phone number formatted', () => {
    expect(toRow(complete)).toStrictEqual({
      full_name: 'Dana Fields',
      company_name: 'Fields Plumbing',
      industry: 'Plumbing',
      phone_number: '(415) 555-2671',
      accepted_terms: true,
      email: 'dana@fields-plumbing.example',
    });
  });

  test('is a payload of exactly the six fields, its time in ISO form', () => {
    expect(toWebhookPayload(complete, new Date(Date.UTC(2025, 0, 2, 3, 4, 5)))).toStrictEqual({
      fullName: 'Dana Fields',
      email: 'dana@fields-plumbing.example',
      companyName: 'Fields Plumbing',
      industry: 'Plumbing',
      phoneNumber: '(415) 555-2671',
      timestamp: '2025-01-02T03:04:05.000Z',
    });
  });
});
