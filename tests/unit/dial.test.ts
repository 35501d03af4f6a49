/** `dial.ts` of the Edge Function, as shipped. Whoever rewrites it for a voice provider rewrites this with it. */
import { expect, test } from 'vitest';
import { dial } from '../../supabase/functions/demo-calls/dial.ts';

const CALL = {
  call_id: '1',
  request_id: '2',
  phone_number: '+14155552671',
  full_name: 'Dana Reyes',
  email: 'dana@reyes-heating.example',
  company_name: 'Reyes Heating & Air',
  industry: 'HVAC',
};

const DIAL_URL = 'https://dial.example.com/webhook/abc';

test('it posts the call to DIAL_URL, with DIAL_KEY where that is set, and follows no redirect', async () => {
  const requests = [dial(CALL, { DIAL_URL }), dial(CALL, { DIAL_URL, DIAL_KEY: 'secret' })];
  expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([null, 'Bearer secret']);
  for (const request of requests) {
    expect(request).toMatchObject({ method: 'POST', url: DIAL_URL, redirect: 'manual' });
    expect(request.headers.get('content-type')).toBe('application/json');
    expect(await request.json()).toEqual(CALL);
  }
});

test.each(['', 'localhost:9000', 'dial.example.com', 'https://dial example.com'])(
  'with "%s" as DIAL_URL, it throws',
  (wrong) => {
    expect(() => dial(CALL, { DIAL_URL: wrong })).toThrow(/DIAL_URL is not set|dial example/);
  },
);

test('with a key that no header can have, it throws', () => {
  expect(() => dial(CALL, { DIAL_URL, DIAL_KEY: 'two\nlines' })).toThrow('header');
});
