import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consentVersion, currentConsent } from '@/build/consent';
import { TEXT_FIELD_NAMES } from '@/lib/demo-fields';
import type { DemoRequestRow } from '@/lib/demo-request';
import {
  CLIENT_INFO,
  clientFor,
  hasPostgrest,
  startPostgrestStack,
  type PostgrestStack,
} from '../support/postgrest.ts';
import { clockAt } from '../support/database.ts';
import { columnOf, completeRow, webhookBody } from '../support/rows.ts';

let stack: PostgrestStack;

/** Calls a function as the automation does, with the secret key. */
async function call<T>(name: string, parameters: object = {}): Promise<T> {
  const { data } = await asTeam().rpc(name, parameters).throwOnError();
  return data as T;
}

interface Claim {
  dial: boolean;
  reason?: string;
  request_id: string;
  claim_id: string;
  not_before?: string;
}

const claimBody = (request: unknown, run_id: string = crypto.randomUUID()) =>
  call<Claim>('claim_demo_request', { request, run_id });

/** Claims a request by its webhook's body, with additional fields that the form does not have. */
const claim = (row: DemoRequestRow, run_id?: string) =>
  claimBody({ ...webhookBody(row), utm_source: 'mail', note: '' }, run_id);

const release = (claim_id: string, reason = 'no line was free') =>
  call<boolean>('release_demo_request', { claim_id, reason });

const sweep = (older_than = '0 seconds') => call<object[]>('unclaimed_demo_requests', { older_than });

/** Stores a request as the page does. */
async function send(changes: Partial<DemoRequestRow> = {}, headers: Record<string, string> = {}) {
  const row = { ...completeRow, ...changes };
  await clientFor(stack.url, 'anon', headers).from('demo_requests').insert(row).throwOnError();
  return row;
}

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

interface Listed extends Record<string, unknown> {
  id: string;
  state: string;
}

const listed = () => call<Listed[]>('list_demo_requests');

const overdue = () => call<Listed[]>('overdue_demo_requests');

const attemptsOf = async (request_id: string) =>
  (await call<{ attempts: object[] }>('demo_request_evidence', { request_id })).attempts;

/** The answer to a claim that is not allowed to dial. */
const refusal = (reason: string, extra: object = {}) => ({
  dial: false,
  reason,
  request_id: expect.any(String),
  ...extra,
});

const removeConsent = () => stack.query('delete from private.consent_records returning 1');

const setClockToNowPlus = (time: string) => stack.query(clockAt(`now() + interval '${time}'`));

/** Sets the clock of the database to a time in California. */
const at = (time: string) => stack.query(clockAt(`timestamptz '${time} America/Los_Angeles'`));

/** Calls that were placed to other numbers this long after now. */
const callOthers = (count: number, time = '0 minutes') =>
  stack.query(
    `insert into private.call_attempts (request_id, number_hash, outcome, decided_at)
     select gen_random_uuid(), private.number_hash(n::text), 'called', now() + interval '${time}'
     from generate_series(1, ${count}) as n`,
  );

/** Stores many requests, each of somebody else, as if the page had sent them all. */
const sendMany = (count: number, phoneNumber = "'(415) 555-' || 1000 + n") =>
  stack.query(
    `with stored as (
       insert into public.demo_requests (full_name, company_name, industry, phone_number, accepted_terms, email, created_at)
       select 'Caller ' || n, 'Co', 'HVAC', ${phoneNumber}, true, 'caller@co.example', now() - n / 3 * interval '1 second'
       from generate_series(1, ${count}) as n
       returning *
     )
     insert into private.consent_records (request_id, recorded_at, request, phone_number, consent_version)
     select id, created_at, private.request_values(to_jsonb(stored)), phone_number, '${currentConsent().version}' from stored`,
  );

const asTeam = () => clientFor(stack.url, 'service_role');

/** One number of many. */
const numberOf = (n: number) => `(415) 555-${3000 + n}`;

const setHours = (opens: string, closes: string) =>
  stack.query(`update private.calling_hours set opens = '${opens}', closes = '${closes}'`);

describe.skipIf(!hasPostgrest)('through the real PostgREST, on a real PostgreSQL server', () => {
  beforeAll(async () => {
    stack = await startPostgrestStack();
  });
  afterAll(() => stack?.stop());
  beforeEach(() => stack.empty());

  describe('whoever tries again', () => {
    test('has one request after sending it twenty times at once', async () => {
      await times(20, () => send());
      expect(await listed()).toHaveLength(1);
    });

    test('keeps the request callable for another half hour, and it still counts as overdue', async () => {
      const row = await send();
      await setClockToNowPlus('4 minutes');
      await send();
      await setClockToNowPlus('6 minutes');
      expect(await overdue()).toHaveLength(1);
      await setClockToNowPlus('33 minutes 59 seconds');
      await send();
      await setClockToNowPlus('1 hour');
      expect(await listed()).toHaveLength(1);
      expect(await claim(row)).toMatchObject({ dial: true });
    });

    test('has a new request, which is called, once the first no longer can be', async () => {
      const { claim_id } = await claim(await send());
      await setClockToNowPlus('9 minutes');
      await send();
      expect(await listed(), 'it may be ringing').toHaveLength(1);
      await setClockToNowPlus('15 minutes');
      expect(await claim(await send()), 'it never rang').toMatchObject({ dial: true });
      expect(await release(claim_id)).toBe(true);
      expect(await overdue(), 'the newer one was called').toEqual([]);
      await setClockToNowPlus('56 minutes');
      await send();
      expect((await listed()).map(({ state }) => state)).toEqual(['waiting', 'claimed', 'missed']);
    });

    test('has a new request, which is called, after one that does not name the words of its consent', async () => {
      await send({}, { 'X-Client-Info': 'of a page without words' });
      expect(await claim(await send())).toMatchObject({ dial: true });
    });
  });

  describe('a claim', () => {
    test('fifty at once: one is allowed to dial, with everything a call needs', async () => {
      const row = await send();
      // With other invisible characters it is the same request, and so is its webhook.
      const again = await send({ full_name: `\u200B${row.full_name}` });
      const answers = await times(50, (n) => claim(n % 2 ? row : again));
      expect(answers.filter(({ dial }) => dial)).toEqual([
        {
          dial: true,
          ...Object.fromEntries(TEXT_FIELD_NAMES.map(columnOf).map((column) => [column, row[column]])),
          claim_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          phone_number: '+14155552671',
        },
      ]);
      expect(answers.filter(({ reason }) => reason === 'already_claimed')).toHaveLength(49);
      expect(await listed()).toMatchObject([{ state: 'claimed', reason: null }]);
    });

    test('whose answer was lost is answered again to the same run, and to no other', async () => {
      const row = await send();
      await setClockToNowPlus('29 minutes 58 seconds');
      const answers = await times(10, () => claim(row, 'run 1'));
      await setClockToNowPlus('30 minutes 5 seconds');
      expect(await claim(row, 'run 1')).toMatchObject({ dial: true });
      expect(await claim(row, 'run 2')).toMatchObject({ reason: 'no_such_request' });
      await setClockToNowPlus('29 minutes 59 seconds');
      expect(answers).toEqual(answers.map(() => answers[0]));
      expect(await claim(row, 'run 2')).toEqual(refusal('already_claimed'));
      await call('stop_demo_calls', { phone_number: row.phone_number });
      expect(await claim(row, 'run 1')).toEqual(refusal('asked_not_to_be_called'));
      expect(await listed()).toMatchObject([{ state: 'refused' }]);
    });

    test('names its run', async () => {
      const request = webhookBody(await send());
      expect(await asTeam().rpc('claim_demo_request', { request })).toMatchObject({ status: 404 });
      const empty = asTeam().rpc('claim_demo_request', { request, run_id: '' });
      expect(await empty).toMatchObject({ status: 400, error: { code: '22023' } });
    });

    test('that describes no stored request is not allowed to dial', async () => {
      const row = await send();
      const body = webhookBody(row);
      const { timestamp: _, ...fields } = body;
      const wrong = Object.keys(fields).flatMap((field) => [
        { [field]: `${row.email}x` },
        { [field]: { a: 1 } },
      ]);
      const strange = [...wrong, { email: 'x'.repeat(100_000) }].map((change) =>
        Object.assign({}, body, change),
      );
      for (const request of [...strange, null, 'text', 7, [body], {}, { request: body }])
        expect(await claimBody(request), `for ${JSON.stringify(request).slice(0, 99)}`).toEqual({
          dial: false,
          reason: 'no_such_request',
        });
      await setClockToNowPlus('30 minutes');
      expect(await claim(row)).toEqual({ dial: false, reason: 'no_such_request' });
      expect(await listed()).toMatchObject([{ state: 'missed' }]);
    });

    test('with a final or repeated refusal waits for no lock, and requests are stored, while an operator keeps a transaction open', async () => {
      const row = await send();
      const claimed = await send({ phone_number: numberOf(1) });
      const refused = await send({ phone_number: '(809) 555-0100' });
      await claim(claimed);
      await claim(refused);
      const operator = await stack.connect();
      await operator.query('begin');
      await operator.query("select public.stop_demo_calls('(212) 555-0100')");
      const forged = times(60, (n) =>
        claim([claimed, refused, { ...row, full_name: `Nobody ${n}` }][n % 3]!),
      );
      await send({ full_name: 'Lee Park' });
      const reasons = new Set((await forged).map(({ reason }) => reason));
      expect([...reasons].toSorted()).toEqual([
        'already_claimed',
        'no_such_request',
        'number_not_in_us_or_canada',
      ]);
      const blocked = asTeam().rpc('claim_demo_request', { request: webhookBody(row), run_id: 'run' });
      // A lock timeout, which frees its connection.
      expect(await blocked).toMatchObject({ error: { code: '55P03' } });
      await operator.query('commit');
      await operator.stop();
      expect(await claim(row, 'run')).toMatchObject({ dial: true });
    });
  });

  describe('the limits', () => {
    test('two requests for one number at once: one call, and the second waits ten minutes', async () => {
      const rows = [await send(), await send({ email: 'lee@reyes-heating.example' })];
      const answers = await Promise.all(rows.map((row) => claim(row)));
      expect(answers.map(({ reason }) => reason).toSorted()).toEqual(['called_too_often', undefined]);
      const refused = answers.findIndex(({ dial }) => !dial);
      expect(Date.parse(String(answers[refused]?.not_before))).toBeGreaterThan(Date.now() + 590_000);
      await setClockToNowPlus('9 minutes');
      expect(await claim(rows[refused]!)).toMatchObject({ reason: 'called_too_often' });
      await setClockToNowPlus('10 minutes 5 seconds');
      expect(await claim(rows[refused]!)).toMatchObject({ dial: true });
    });

    test('a number is called twice within 24 hours, and a third request does not wait for days', async () => {
      await claim(await send());
      await setClockToNowPlus('11 hours');
      await claim(await send({ full_name: 'Lee Park' }));
      await setClockToNowPlus('23 hours');
      const third = await send({ full_name: 'Sam Park' });
      expect(await claim(third)).toEqual(refusal('called_too_often'));
      expect((await listed())[0]).toMatchObject({ state: 'refused' });
      await setClockToNowPlus('24 hours 1 minute');
      expect(await claim(await send({ full_name: 'Sam Park' }))).toMatchObject({ dial: true });
    });

    test('attempts count, not calls that were placed: a number is dialed twice, however often its claims are released', async () => {
      const row = await send();
      let dials = 0;
      for (let minute = 0; minute < 120; minute += 2) {
        await setClockToNowPlus(`${minute} minutes`);
        await send();
        const { dial, claim_id } = await claim(row);
        if (dial) await release(claim_id);
        dials += Number(dial);
      }
      expect(dials).toBe(2);
    });

    test('erasing a person does not start the count of the number anew', async () => {
      const { request_id } = await claim(await send());
      expect(await call('erase_demo_requests', { request_ids: [request_id] })).toBe(1);
      await claim(await send());
      expect(await claim(await send())).toMatchObject({ reason: 'called_too_often' });
    });

    test('a hundred calls an hour: the next waits, is listed so, and is found and called after that', async () => {
      await callOthers(99);
      const rows = await times(5, (n) => send({ phone_number: numberOf(n) }));
      const answers = await Promise.all(rows.map((row) => claim(row)));
      expect(answers.filter(({ dial }) => dial)).toHaveLength(1);
      const waiting = answers.filter(({ not_before, reason }) => not_before && reason === 'called_too_often');
      expect(waiting).toHaveLength(4);
      expect((await listed()).filter(({ state }) => state === 'waiting')).toHaveLength(4);
      expect(await sweep()).toEqual([]);
      await setClockToNowPlus('61 minutes');
      const found = await sweep();
      expect(found).toHaveLength(4);
      expect(await claimBody(found[0])).toMatchObject({ dial: true });
    });

    test('a sweep of a large backlog finds a hundred, none while the hourly limit is used up, and a hundred after that', async () => {
      await sendMany(3000);
      expect(await sweep()).toHaveLength(100);
      await callOthers(100, '20 minutes');
      await setClockToNowPlus('25 minutes');
      expect(await sweep()).toEqual([]);
      await setClockToNowPlus('85 minutes');
      expect(await sweep()).toHaveLength(100);
    });
  });

  describe('a release', () => {
    test('lets the request be claimed again after ten minutes, and stays in the history', async () => {
      const row = await send();
      await setClockToNowPlus('25 minutes');
      const { claim_id, request_id } = await claim(row);
      expect(await release(claim_id, 'busy')).toBe(true);
      expect(await listed()).toMatchObject([{ state: 'waiting', reason: 'busy' }]);
      expect(await claim(row)).toMatchObject({ reason: 'called_too_often', not_before: expect.any(String) });
      await setClockToNowPlus('36 minutes');
      expect(await sweep()).toHaveLength(1);
      expect(await claim(row)).toMatchObject({ dial: true });
      expect(await attemptsOf(request_id)).toMatchObject([
        { outcome: 'released', reason: 'busy' },
        { outcome: 'refused', reason: 'called_too_often' },
        { outcome: 'claimed' },
      ]);
    });

    test('a late one gives the request its half hour again, and after the last attempt of the day refuses it', async () => {
      const row = await send();
      const first = await claim(row);
      await setClockToNowPlus('31 minutes');
      expect(await release(first.claim_id)).toBe(true);
      await setClockToNowPlus('1 hour');
      const second = await claim(row);
      expect(second).toMatchObject({ dial: true });
      expect(await release(second.claim_id)).toBe(true);
      expect(await listed()).toMatchObject([{ state: 'refused', reason: 'called_too_often' }]);
    });

    test('applies to the last claim alone, once, and to none that was reported as called', async () => {
      const row = await send();
      const first = await claim(row);
      const unexplained = asTeam().rpc('release_demo_request', { claim_id: first.claim_id, reason: null });
      expect(await unexplained).toMatchObject({ error: { code: '22023' } });
      expect(await release(first.claim_id)).toBe(true);
      expect(await release(first.claim_id)).toBe(false);
      await setClockToNowPlus('11 minutes');
      const second = await claim(row);
      expect(await release(first.claim_id)).toBe(false);
      const outcome = { claim_id: second.claim_id, outcome: 'talked for two minutes' };
      expect(await call('report_demo_call', outcome)).toBe(true);
      expect(await release(second.claim_id)).toBe(false);
      expect(await claim(row)).toMatchObject({ reason: 'already_claimed' });
      expect(await listed()).toMatchObject([{ state: 'called', reason: 'talked for two minutes' }]);
    });
  });

  describe('a missed webhook', () => {
    test('leaves a request that waits, is found and is dialed once', async () => {
      const row = await send();
      expect(await sweep('1 minute')).toEqual([]);
      await setClockToNowPlus('2 minutes');
      expect(await listed()).toMatchObject([{ state: 'waiting' }]);
      const [found] = await sweep('1 minute');
      expect(found).toEqual({ ...webhookBody(row), timestamp: expect.any(String) });
      expect(await claimBody(found)).toMatchObject({ dial: true });
      expect(await sweep('1 minute')).toEqual([]);
    });

    test('is overdue after five minutes, and so is one that was never called within the day', async () => {
      await send();
      await setClockToNowPlus('4 minutes');
      expect(await overdue()).toEqual([]);
      await setClockToNowPlus('6 minutes');
      expect(await overdue()).toMatchObject([{ state: 'waiting' }]);
      await setClockToNowPlus('5 hours');
      expect(await overdue()).toMatchObject([{ state: 'missed' }]);
      await setClockToNowPlus('25 hours');
      expect(await overdue()).toEqual([]);
    });

    test('is not overdue when it was called, or must not be', async () => {
      const { claim_id } = await claim(await send());
      await send({ phone_number: '(809) 555-0100' });
      await send({ phone_number: '(212) 555-0100' });
      await call('stop_demo_calls', { phone_number: '(212) 555-0100' });
      await setClockToNowPlus('6 minutes');
      expect(await overdue()).toEqual([]);
      await setClockToNowPlus('16 minutes');
      expect(await overdue(), 'nobody said what came of it').toMatchObject([{ state: 'claimed' }]);
      await release(claim_id);
      await setClockToNowPlus('22 minutes');
      expect(await overdue()).toMatchObject([{ state: 'waiting' }]);
    });

    test.each([
      { what: 'words that were never registered', words: `x; consent=${'0'.repeat(64)}`, sql: 'select' },
      { what: 'hours that are missing', words: CLIENT_INFO, sql: 'delete from private.calling_hours' },
    ])('$what are noticed, when nothing at all is called', async ({ words, sql }) => {
      await send({}, { 'X-Client-Info': words });
      await stack.query(sql);
      await setClockToNowPlus('6 minutes');
      expect(await overdue()).toHaveLength(1);
      await callOthers(1);
      expect(await overdue()).toEqual([]);
    });
  });

  describe('at night', () => {
    beforeEach(() => setHours('08:00', '21:00'));

    test('nobody is called: the request waits until the morning and half an hour more', async () => {
      await at('2026-11-24 23:30:00');
      const row = await send();
      const morning = '2026-11-25T16:00:00+00:00';
      expect(await claim(row)).toEqual(refusal('outside_calling_hours', { not_before: morning }));
      await send();
      expect(await listed()).toMatchObject([{ state: 'waiting', not_before: morning }]);
      await at('2026-11-25 07:59:59');
      expect(await sweep()).toEqual([]);
      expect(await claim(row)).toMatchObject({ reason: 'outside_calling_hours' });
      expect(await overdue()).toEqual([]);
      await at('2026-11-25 08:29:59');
      expect(await sweep()).toHaveLength(1);
      expect(await overdue()).toHaveLength(1);
      expect(await claim(row)).toMatchObject({ dial: true });
    });

    test('a claim that is repeated because its answer was lost is released, and the request is called in the morning', async () => {
      await at('2026-11-24 20:59:59');
      const row = await send();
      const { claim_id, request_id } = await claim(row, 'run');
      await at('2026-11-24 21:00:00');
      expect(await claim(row, 'run')).toMatchObject({ dial: false, reason: 'outside_calling_hours' });
      await at('2026-11-25 08:15:00');
      expect(await listed()).toMatchObject([{ state: 'waiting' }]);
      expect(await sweep()).toHaveLength(1);
      expect(await claim(row, 'run')).toMatchObject({ dial: true });
      // It was answered, and dialed, after all.
      expect(await call('report_demo_call', { claim_id, outcome: 'talked' })).toBe(true);
      expect(await attemptsOf(request_id)).toMatchObject([
        { outcome: 'called' },
        { outcome: 'refused' },
        { outcome: 'claimed' },
      ]);
    });

    test('hours that an operator changes hold for those who wait already', async () => {
      await at('2026-11-24 23:30:00');
      await send();
      await setHours('10:00', '12:00');
      await at('2026-11-25 08:10:00');
      expect(await sweep()).toEqual([]);
      await at('2026-11-25 10:10:00');
      expect(await sweep()).toHaveLength(1);
    });

    test('a country without hours is not called at all', async () => {
      await setHours('00:00', '24:00');
      await stack.query("delete from private.calling_hours where country = 'CA'");
      const canadian = await send({ phone_number: '(416) 555-2671' });
      expect(await claim(canadian)).toEqual(refusal('outside_calling_hours'));
      expect(await claim(await send())).toMatchObject({ dial: true });
    });
  });

  test('a number that no subscriber in the US or Canada has is not dialed', async () => {
    const numbers = {
      'another country': ['(809) 555-0100', '(876) 555-0100'],
      premium: ['(900) 555-0100', '(415) 976-0100'],
      'a service code': ['(911) 555-0100', '(415) 911-0100', '(415) 555-1212'],
      'a toll-free code': ['(800) 555-0100'],
      'not assigned': ['(999) 555-0100', '(000) 000-0000', '(123) 456-7890', '(415) 155-2671'],
    };
    const callable = ['(415) 555-0199', '(416) 555-2671', '(983) 555-2671', '(787) 555-2671'];
    const answers = await stack.query(
      'select number from unnest($1::text[]) number where private.is_subscriber_number(number)',
      [[...Object.values(numbers).flat(), ...callable]],
    );
    expect(answers.map(({ number }) => number)).toEqual(callable);
    const answer = await claim(await send({ phone_number: '(809) 555-0100' }));
    expect(answer).toEqual(refusal('number_not_in_us_or_canada'));
  });

  describe('a number that asked not to be called', () => {
    test('is not, however it was written, until it is allowed', async () => {
      const number = '+1 415-555-2671';
      expect(await call('stop_demo_calls', { phone_number: number, note: 'by mail' })).toBe('(415) 555-2671');
      const row = await send();
      expect(await claim(row)).toMatchObject({ reason: 'asked_not_to_be_called' });
      expect(await listed()).toMatchObject([{ state: 'refused', reason: 'asked_not_to_be_called' }]);
      expect(await sweep()).toEqual([]);
      expect(await call('allow_demo_calls', { phone_number: '4155552671', note: 'by phone' })).toBe(true);
      expect(await call('allow_demo_calls', { phone_number: '4155552671' })).toBe(false);
      expect(await claim(row)).toMatchObject({ dial: true });
      expect(await call('list_demo_call_stops')).toMatchObject([
        { phone_number: '(415) 555-2671', is_stopped: true, note: 'by mail', at: expect.any(String) },
        { phone_number: '(415) 555-2671', is_stopped: false, note: 'by phone' },
        { is_stopped: false, note: null },
      ]);
    });

    test('is recognized in any usual spelling, and what is no such number is an error', async () => {
      const usual = [
        '(415) 555-2671',
        '415.555.2671',
        '1 415 555 2671',
        '\u202A+1\u00A0415\u2011555\u20112671',
      ];
      const read =
        'select distinct private.normalize_phone_number(entered) as number from unnest($1::text[]) as entered';
      expect(await stack.query(read, [usual])).toEqual([{ number: '(415) 555-2671' }]);
      const short = ['+1 415 555 267', '415 555 267', '+4155552671'];
      const wrong = [
        '+1 415 555 26711',
        '415 555 2671 x9',
        '+44 20 7946 0958',
        '(809) 555-0100',
        '(123) 456-7890',
        '',
      ];
      for (const entered of [...short, ...wrong])
        await expect(stack.query(read, [[entered]])).rejects.toMatchObject({ code: '22023' });
      const refused = asTeam().rpc('stop_demo_calls', { phone_number: 'dana' });
      expect(await refused).toMatchObject({ status: 400, error: { code: '22023' } });
      expect(await call('list_demo_call_stops')).toEqual([]);
    });
  });

  describe('erasing', () => {
    test('leaves a line, and nothing personal; the number stays stopped', async () => {
      const headers = { 'User-Agent': 'Erasable/1.0', 'X-Forwarded-For': '203.0.113.77' };
      const row = await send({ full_name: 'Erna Erasable', phone_number: '(415) 555-7777' }, headers);
      const { id } = (await listed())[0]!;
      const answers = await times<number | Claim>(30, (n) =>
        n === 15 ? call<number>('erase_demo_requests', { request_ids: [id] }) : claim(row, `Erna ${n}`),
      );
      expect(answers[15]).toBe(1);
      await call('stop_demo_calls', { phone_number: row.phone_number });
      // A report after the erasure is not stored, either.
      const dialed = (answers as Claim[]).filter(({ dial }) => dial);
      expect(dialed.length).toBeLessThanOrEqual(1);
      for (const { claim_id } of dialed)
        expect(await call('report_demo_call', { claim_id, outcome: 'Erna was in' })).toBe(false);
      expect(await listed()).toMatchObject([{ id, state: 'erased', request: { full_name: null } }]);

      const tables = await stack.query(
        "select oid::regclass::text as name from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r'",
      );
      for (const { name } of tables) {
        const personal = `Erna|Eras|203.0.113.77${name === 'private.stop_events' ? '' : '|555-7777'}`;
        const found = await stack.query(`select * from ${name} as kept where kept::text ~ '${personal}'`);
        expect(found, `in ${name}`).toEqual([]);
      }
      expect(await claim(await send({ phone_number: row.phone_number }))).toMatchObject({
        reason: 'asked_not_to_be_called',
      });
    });

    test('works for a request that was deleted and restored, and for any number of them at once', async () => {
      await sendMany(1100, "'(415) 555-2671'");
      await stack.query(
        `create temp table restored as select * from public.demo_requests;
         delete from public.demo_requests;
         alter table restored drop request_key;
         insert into public.demo_requests select * from restored;
         drop table restored`,
      );
      expect((await listed()).filter(({ state }) => state === 'deleted')).toEqual([]);
      const found = await call<Listed[]>('find_demo_requests', { person: '415 555 2671' });
      const request_ids = found.map(({ id }) => id);
      expect(new Set(request_ids).size).toBe(1100);
      expect(await call('erase_demo_requests', { request_ids })).toBe(1100);
      expect((await listed()).every(({ state }) => state === 'erased')).toBe(true);
    });

    test.each([
      ['e-mail address', ' DANA@reyes-heating.example'],
      ['number', '+1 (415) 555-2671'],
    ])('finds a person by %s, also where only the consent is left', async (_, person) => {
      await send();
      await send({ full_name: 'Lee Park', email: 'lee@park.example', phone_number: '(212) 555-0100' });
      await stack.query('delete from public.demo_requests');
      await send({ full_name: 'Dana M. Reyes' });
      const found = await call<Listed[]>('find_demo_requests', { person });
      expect(found).toMatchObject([{ state: 'waiting' }, { state: 'deleted' }]);
      expect(await call('find_demo_requests', { person: found[1]!.id })).toMatchObject([
        { id: found[1]!.id },
      ]);
    });
  });

  describe('consent', () => {
    const words = 'I’d agree; “yes”: 50 % – to {everything}.\nEven to this.';

    test('is recorded with the words as they were shown, and counts once they are registered', async () => {
      const headers = {
        'X-Client-Info': CLIENT_INFO.replace(currentConsent().version, consentVersion('Lamplight', words)),
        'X-Forwarded-For': '203.0.113.7',
        'User-Agent': 'Browser/1.0',
      };
      const row = await send({}, headers);
      expect(await claim(row)).toMatchObject({ reason: 'no_consent_on_record' });
      await stack.query("select private.register_consent('Lamplight', $1)", [words]);
      expect(await claim(row)).toMatchObject({ dial: true });
      const { accepted_terms: _, ...said } = completeRow;
      const { id } = (await listed())[0]!;
      const evidence = () => call('demo_request_evidence', { request_id: id });
      const shown = {
        request: said,
        words,
        seller: 'Lamplight',
        address: '203.0.113.7',
        user_agent: 'Browser/1.0',
      };
      expect(await evidence()).toMatchObject(shown);
      // A change of the table changes no recorded consent.
      await stack.query("update public.demo_requests set full_name = 'Mallory'");
      expect(await evidence()).toMatchObject(shown);
      await stack.query('delete from public.demo_requests');
      expect(await evidence()).toMatchObject(shown);
      expect(await listed()).toMatchObject([{ state: 'deleted', request: said }]);
      for (const sql of [
        "update private.consent_records set user_agent = ''",
        'delete from private.consent_records',
        'truncate private.consent_records',
        "update private.consent_wordings set words = 'Others'",
        'delete from private.consent_wordings',
        'truncate private.consent_wordings',
      ])
        await expect(stack.query(sql)).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
    });

    test('is kept for five years, and may go after that', async () => {
      await send();
      await setClockToNowPlus('4 years 364 days');
      await expect(removeConsent()).rejects.toMatchObject({ code: '23001' });
      await setClockToNowPlus('5 years 1 day');
      expect(await removeConsent()).toHaveLength(1);
    });

    test.each([
      ['missing', '', 'words not named'],
      ['not a version', 'supabase-js/2.119.0; consent=perhaps', 'words not named'],
      ['hostile', `x; consent='); drop table private.consent_records; --`, 'words not named'],
      ['unknown', `x; consent=${'0'.repeat(64)}`, 'words not registered'],
    ])('is flagged when the words’ version is %s, and nobody is called', async (_, clientInfo, consent) => {
      const row = await send({}, { 'X-Client-Info': clientInfo });
      expect(await listed()).toMatchObject([{ consent }]);
      expect(await claim(row)).toMatchObject({ dial: false, reason: 'no_consent_on_record' });
    });

    test('is to the request that was sent: nobody is called for another, or without a record', async () => {
      const row = await send();
      for (const change of [{ full_name: 'Mallory' }, { phone_number: '(212) 555-0100' }]) {
        const [[column, value] = []] = Object.entries(change);
        await stack.query(`update public.demo_requests set ${column} = '${value}'`);
        expect(await claim(Object.assign(row, change))).toEqual(refusal('no_consent_on_record'));
        expect(await listed()).toMatchObject([{ consent: 'to another request' }]);
      }
      await stack.query(
        'alter table private.consent_records disable trigger keep_consent; delete from private.consent_records',
      );
      expect(await listed()).toMatchObject([{ consent: 'not recorded' }]);
      await stack.query('alter table private.consent_records enable trigger keep_consent');
    });
  });

  test('a list is complete while others erase and send: nothing is hidden and nothing comes twice', async () => {
    await sendMany(1700);
    const before = (await stack.query('select id from public.demo_requests')).map(({ id }) => String(id));
    const seen: string[] = [];
    for (let last: Listed | undefined, page = await listed(); page.length > 0;) {
      seen.push(...page.map(({ id }) => id));
      last = page.at(-1)!;
      await call('erase_demo_requests', { request_ids: seen.slice(-2) });
      await send({ full_name: `Visitor ${seen.length}` });
      page = await call('list_demo_requests', { before_time: last['received_at'], before_id: last.id });
    }
    expect(seen.toSorted()).toEqual(before.toSorted());
  });

  test('fifty of everything at once: one dial for each attempt, none after its stop, and no deadlock', async () => {
    const rows = await times(10, (n) => send({ phone_number: numberOf(n) }));
    const ids = (await listed()).map(({ id }) => id);
    // As if each attempt were older than the ten minutes that would keep a number from being dialed twice here.
    await stack.query(
      `create function private.backdate() returns trigger language plpgsql
         as $$ begin new.decided_at := private.now() - interval '11 minutes'; return new; end $$;
       create trigger backdate before insert on private.call_attempts for each row execute function private.backdate()`,
    );
    let stopped = 0;
    const answers = await times(50, async (n) => {
      const row = rows[n % 10]!;
      if (n % 5 === 1) await send({ full_name: `Visitor ${n}`, phone_number: numberOf(n) });
      if (n % 5 === 2) await sweep();
      if (n % 10 === 3) await call('erase_demo_requests', { request_ids: [ids[0]] });
      if (n === 9) {
        await call('stop_demo_calls', { phone_number: row.phone_number });
        const after = await times(5, () => claim(row));
        stopped = after.filter(({ dial }) => dial).length;
      }
      const answer = await claim(row);
      if (answer.dial && n % 3 === 0) await release(answer.claim_id);
      return answer;
    });
    await stack.query('drop function private.backdate cascade');
    expect(stopped).toBe(0);
    const dialed = answers.filter(({ dial }) => dial).map(({ claim_id }) => claim_id);
    expect(dialed.length).toBeGreaterThan(5);
    expect(new Set(dialed).size).toBe(dialed.length);
    const attempts = await stack.query("select from private.call_attempts where outcome <> 'refused'");
    expect(attempts).toHaveLength(dialed.length);
  });
});
