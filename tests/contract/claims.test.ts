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
import { columnOf, completeRow, webhookBody } from '../support/rows.ts';

let stack: PostgrestStack;

/** Calls a function as the automation does, with the secret key. */
async function call<T>(name: string, parameters: object = {}): Promise<T> {
  const { data } = await clientFor(stack.url, 'service_role').rpc(name, parameters).throwOnError();
  return data as T;
}

interface Claim {
  dial: boolean;
  reason?: string;
  request_id: string;
  claim_id: string;
  not_before?: string;
}

const claim = (row: DemoRequestRow, run_id: string = crypto.randomUUID()) =>
  call<Claim>('claim_demo_request', { request: webhookBody(row), run_id });

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

const register = (seller: string, said: string) =>
  stack.query('select private.register_consent($1, $2) as version', [seller, said]);

const removeConsent = () => stack.query('delete from private.consent_records returning 1');

/** Sets the clock of the database, as SQL. */
const setClock = (now: string) =>
  stack.query(
    `create or replace function private.now() returns timestamptz language sql stable return ${now}`,
  );

const later = (time: string) => setClock(`now() + interval '${time}'`);

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
    test('has one request twenty times at once', async () => {
      await times(20, () => send());
      expect(await listed()).toHaveLength(1);
    });

    test('has one request as long as it can be called, and a new one, which is called, from then on', async () => {
      expect(await claim(await send())).toMatchObject({ dial: true });
      await later('29 minutes 50 seconds');
      await send();
      expect(await listed()).toHaveLength(1);
      await later('30 minutes');
      expect(await claim(await send())).toMatchObject({ dial: true });
      expect(await listed()).toHaveLength(2);
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
      const answers = await times(10, () => claim(row, 'run 1'));
      expect(answers[0]).toMatchObject({ dial: true });
      expect(answers).toEqual(answers.map(() => answers[0]));
      expect(await claim(row, 'run 2')).toMatchObject({ reason: 'already_claimed' });
      await call('stop_demo_calls', { phone_number: row.phone_number });
      expect(await claim(row, 'run 1')).toMatchObject({ dial: false, reason: 'asked_not_to_be_called' });
    });

    test('names its run', async () => {
      const request = webhookBody(await send());
      const without = await clientFor(stack.url, 'service_role').rpc('claim_demo_request', { request });
      expect(without.status).toBe(404);
      const empty = clientFor(stack.url, 'service_role').rpc('claim_demo_request', { request, run_id: '' });
      expect(await empty).toMatchObject({ status: 400, error: { code: '22023' } });
    });

    test('that describes no stored request is not allowed to dial', async () => {
      const row = await send();
      const body = webhookBody(row);
      const strange = [
        ...Object.keys(body).flatMap((field) =>
          field === 'timestamp'
            ? []
            : [
                { ...body, [field]: `${row.email}x` },
                { ...body, [field]: { a: 1 } },
              ],
        ),
        null,
        'text',
        7,
        [body],
        {},
        { request: body },
        { ...body, email: 'x'.repeat(100_000) },
      ];
      for (const request of strange)
        expect(
          await call('claim_demo_request', { request, run_id: 'run' }),
          `for ${JSON.stringify(request).slice(0, 99)}`,
        ).toEqual({ dial: false, reason: 'no_such_request' });
      await later('30 minutes');
      expect(await claim(row)).toEqual({ dial: false, reason: 'no_such_request' });
      expect(await listed()).toMatchObject([{ state: 'missed' }]);
    });

    test('may carry what the form does not know, and need not carry what is empty', async () => {
      const body = { ...webhookBody(await send()), utm_source: 'mail', note: '' };
      expect(await call('claim_demo_request', { request: body, run_id: 'run' })).toMatchObject({
        dial: true,
      });
    });

    test('that is forged waits for nobody, and real requests are stored, while an operator keeps a transaction open', async () => {
      const row = await send();
      const operator = await stack.connect();
      await operator.query('begin');
      await operator.query("select public.stop_demo_calls('(212) 555-0100')");
      const forged = times(40, (n) => claim({ ...row, full_name: `Nobody ${n}` }));
      await send({ full_name: 'Lee Park' });
      expect((await forged).every(({ reason }) => reason === 'no_such_request')).toBe(true);
      const blocked = clientFor(stack.url, 'service_role').rpc('claim_demo_request', {
        request: webhookBody(row),
        run_id: 'run',
      });
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
      await later('9 minutes');
      expect(await claim(rows[refused]!)).toMatchObject({ reason: 'called_too_often' });
      await later('10 minutes 5 seconds');
      expect(await claim(rows[refused]!)).toMatchObject({ dial: true });
    });

    test('a number is called twice within 24 hours, and a third request does not wait for days', async () => {
      await claim(await send());
      await later('11 hours');
      await claim(await send({ full_name: 'Lee Park' }));
      await later('23 hours');
      const third = await send({ full_name: 'Sam Park' });
      expect(await claim(third)).toEqual({
        dial: false,
        reason: 'called_too_often',
        request_id: expect.any(String),
      });
      expect((await listed())[0]).toMatchObject({ state: 'refused' });
      await later('24 hours 1 minute');
      expect(await claim(await send({ full_name: 'Sam Park' }))).toMatchObject({ dial: true });
    });

    test('attempts count, and not calls that came about: no number of releases makes more than two', async () => {
      const row = await send();
      let dials = 0;
      for (let minute = 0; minute < 120; minute += 2) {
        await later(`${minute} minutes`);
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
      await stack.query(
        `insert into private.call_attempts (request_id, number_hash, outcome)
         select gen_random_uuid(), private.number_hash(n::text), 'claimed' from generate_series(1, 99) as n`,
      );
      const rows = await times(5, (n) => send({ phone_number: numberOf(n) }));
      const answers = await Promise.all(rows.map((row) => claim(row)));
      expect(answers.filter(({ dial }) => dial)).toHaveLength(1);
      const waiting = answers.filter(({ not_before, reason }) => not_before && reason === 'called_too_often');
      expect(waiting).toHaveLength(4);
      expect((await listed()).filter(({ state }) => state === 'waiting')).toHaveLength(4);
      expect(await sweep()).toEqual([]);
      await later('61 minutes');
      const found = await sweep();
      expect(found).toHaveLength(4);
      expect(await call('claim_demo_request', { request: found[0], run_id: 'run' })).toMatchObject({
        dial: true,
      });
    });

    test('a request not claimed while the hourly limit was used up keeps its half hour, too', async () => {
      await send();
      await stack.query(
        `insert into private.call_attempts (request_id, number_hash, outcome, decided_at)
         select gen_random_uuid(), private.number_hash(n::text), 'claimed', now() + interval '20 minutes'
         from generate_series(1, 100) as n`,
      );
      await later('25 minutes');
      expect(await sweep()).toEqual([]);
      await later('85 minutes');
      expect(await sweep()).toHaveLength(1);
    });
  });

  describe('a release', () => {
    test('lets the request be claimed again after ten minutes, and stays in the history', async () => {
      const row = await send();
      await later('25 minutes');
      const { claim_id, request_id } = await claim(row);
      expect(await release(claim_id, 'busy')).toBe(true);
      expect(await listed()).toMatchObject([{ state: 'waiting', reason: 'busy' }]);
      expect(await claim(row)).toMatchObject({ reason: 'called_too_often', not_before: expect.any(String) });
      await later('36 minutes');
      expect(await sweep()).toHaveLength(1);
      expect(await claim(row)).toMatchObject({ dial: true });
      expect(await call('demo_request_evidence', { request_id })).toMatchObject({
        attempts: [
          { outcome: 'released', reason: 'busy' },
          { outcome: 'refused', reason: 'called_too_often' },
          { outcome: 'claimed' },
        ],
      });
    });

    test('takes the last claim alone, once, and none that was reported as called', async () => {
      const row = await send();
      const first = await claim(row);
      expect(await release(first.claim_id)).toBe(true);
      expect(await release(first.claim_id)).toBe(false);
      await later('11 minutes');
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
      await later('2 minutes');
      expect(await listed()).toMatchObject([{ state: 'waiting' }]);
      const [found] = await sweep('1 minute');
      expect(found).toEqual({ ...webhookBody(row), timestamp: expect.any(String) });
      expect(await call('claim_demo_request', { request: found, run_id: 'run' })).toMatchObject({
        dial: true,
      });
      expect(await sweep('1 minute')).toEqual([]);
    });

    test('is overdue after five minutes, and so is one that was never called within the day', async () => {
      await send();
      await later('4 minutes');
      expect(await overdue()).toEqual([]);
      await later('6 minutes');
      expect(await overdue()).toMatchObject([{ state: 'waiting' }]);
      await later('5 hours');
      expect(await overdue()).toMatchObject([{ state: 'missed' }]);
      await later('25 hours');
      expect(await overdue()).toEqual([]);
    });

    test('is not overdue when it was called, or must not be', async () => {
      const { claim_id } = await claim(await send());
      await send({ phone_number: '(809) 555-0100' });
      await send({ phone_number: '(212) 555-0100' });
      await call('stop_demo_calls', { phone_number: '(212) 555-0100' });
      await later('6 minutes');
      expect(await call('overdue_demo_requests')).toEqual([]);
      await release(claim_id);
      await later('20 minutes');
      expect(await call('overdue_demo_requests')).toHaveLength(1);
    });

    test('words that were never registered are noticed, when nothing at all is called', async () => {
      await send({}, { 'X-Client-Info': `x; consent=${'0'.repeat(64)}` });
      await later('6 minutes');
      expect(await call('overdue_demo_requests')).toMatchObject([{ consent: 'words not registered' }]);
      await claim(await send({ phone_number: '(212) 555-0100' }));
      expect(await call('overdue_demo_requests')).toEqual([]);
    });
  });

  describe('at night', () => {
    test('nobody is called: the request waits until the morning and half an hour more', async () => {
      await setHours('08:00', '21:00');
      // Half an hour before midnight in California.
      await setClock("timestamptz '2026-11-24 23:30:00 America/Los_Angeles'");
      const row = await send();
      const morning = '2026-11-25T16:00:00+00:00';
      expect(await claim(row)).toEqual({
        dial: false,
        reason: 'outside_calling_hours',
        request_id: expect.any(String),
        not_before: morning,
      });
      await send();
      expect(await listed()).toMatchObject([{ state: 'waiting', not_before: morning }]);
      await setClock("timestamptz '2026-11-25 07:59:59 America/Los_Angeles'");
      expect(await sweep()).toEqual([]);
      expect(await claim(row)).toMatchObject({ reason: 'outside_calling_hours' });
      expect(await call('overdue_demo_requests')).toEqual([]);
      await setClock("timestamptz '2026-11-25 08:29:59 America/Los_Angeles'");
      expect(await sweep()).toHaveLength(1);
      expect(await call('overdue_demo_requests')).toHaveLength(1);
      expect(await claim(row)).toMatchObject({ dial: true });
    });

    test('a lost answer is not answered again once the hours have ended', async () => {
      await setHours('08:00', '21:00');
      await setClock("timestamptz '2026-11-24 20:59:59 America/Los_Angeles'");
      const row = await send();
      expect(await claim(row, 'run')).toMatchObject({ dial: true });
      await setClock("timestamptz '2026-11-24 21:00:00 America/Los_Angeles'");
      expect(await claim(row, 'run')).toMatchObject({ dial: false, reason: 'outside_calling_hours' });
    });

    test('hours that an operator changes hold for those who wait already', async () => {
      await setHours('08:00', '21:00');
      await setClock("timestamptz '2026-11-24 23:30:00 America/Los_Angeles'");
      await send();
      await setHours('10:00', '12:00');
      await setClock("timestamptz '2026-11-25 08:10:00 America/Los_Angeles'");
      expect(await sweep()).toEqual([]);
      await setClock("timestamptz '2026-11-25 10:10:00 America/Los_Angeles'");
      expect(await sweep()).toHaveLength(1);
    });

    test('a country without hours is not called at all', async () => {
      await stack.query("delete from private.calling_hours where country = 'CA'");
      expect(await claim(await send({ phone_number: '(416) 555-2671' }))).toEqual({
        dial: false,
        reason: 'outside_calling_hours',
        request_id: expect.any(String),
      });
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
      'select number from unnest($1::text[]) number where private.is_callable(number)',
      [[...Object.values(numbers).flat(), ...callable]],
    );
    expect(answers.map(({ number }) => number)).toEqual(callable);
    expect(await claim(await send({ phone_number: '(809) 555-0100' }))).toMatchObject({
      dial: false,
      reason: 'number_not_in_us_or_canada',
    });
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

    test.each([
      '(415) 555-2671',
      '415.555.2671',
      '1 415 555 2671',
      '\u202A+1\u00A0415\u2011555\u20112671\u202C',
    ])('may be written %s', async (phone_number) => {
      expect(await call('stop_demo_calls', { phone_number })).toBe('(415) 555-2671');
    });

    test.each([
      '+1 415 555 267',
      '1 415 555 267',
      '415 555 267',
      '+1 415 555 26711',
      '415 555 2671 x9',
      '+44 20 7946 0958',
      '+4155552671',
      '(809) 555-0100',
      '(123) 456-7890',
      'dana',
      '',
    ])('is not %s, and nothing is stopped', async (phone_number) => {
      const refused = clientFor(stack.url, 'service_role').rpc('stop_demo_calls', { phone_number });
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
      expect(answers.filter((answer) => (answer as Claim).dial).length).toBeLessThanOrEqual(1);
      await call('stop_demo_calls', { phone_number: row.phone_number });
      expect(await listed()).toMatchObject([{ id, state: 'erased', request: { full_name: null } }]);

      const tables = await stack.query(
        "select oid::regclass::text as name from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r'",
      );
      for (const { name } of tables) {
        const found = await stack.query(
          `select * from ${name} as kept where kept::text ~ 'Erna|Eras|555-7777|203.0.113.77'`,
        );
        expect(found, `in ${name}`).toHaveLength(name === 'private.stop_events' ? 1 : 0);
      }
      expect(await claim(await send({ phone_number: row.phone_number }))).toMatchObject({
        reason: 'asked_not_to_be_called',
      });
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

    test('is recorded with the words as they were shown, also after they have changed twice', async () => {
      expect(await register('Lamplight', words)).toEqual([{ version: consentVersion('Lamplight', words) }]);
      const headers = {
        'X-Client-Info': `supabase-js/2.119.0; runtime=web; consent=${consentVersion('Lamplight', words)}`,
        'X-Forwarded-For': '203.0.113.7',
        'User-Agent': 'Browser/1.0',
      };
      await send({}, headers);
      await register('Lamplight', 'Second words');
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
      await later('4 years 364 days');
      await expect(removeConsent()).rejects.toMatchObject({ code: '23001' });
      await later('5 years 1 day');
      expect(await removeConsent()).toHaveLength(1);
    });

    test('to other words has another version, wherever the seller ends and the words begin', () => {
      const versions = [
        ['A', 'B\nC'],
        ['A\nB', 'C'],
        ['A', 'B\nC '],
      ].map(([seller = '', said = '']) => consentVersion(seller, said));
      expect(new Set(versions).size).toBe(3);
      expect(versions[0]).toMatch(/^[0-9a-f]{64}$/);
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

    test('counts from the moment on at which its words are registered', async () => {
      const said = `Words of ${crypto.randomUUID()}`;
      const clientInfo = CLIENT_INFO.replace(currentConsent().version, consentVersion('Late', said));
      const row = await send({}, { 'X-Client-Info': clientInfo });
      expect(await claim(row)).toMatchObject({ reason: 'no_consent_on_record' });
      await register('Late', said);
      expect(await claim(row)).toMatchObject({ dial: true });
    });

    test('is to the number that was given: nobody is called at another, or without a record', async () => {
      const row = await send();
      await stack.query("update public.demo_requests set phone_number = '(212) 555-0100'");
      expect(await claim({ ...row, phone_number: '(212) 555-0100' })).toMatchObject({
        reason: 'no_consent_on_record',
      });
      const imported = { ...completeRow, full_name: 'Imported' };
      const columns = Object.keys(imported).join();
      await stack.query(
        `insert into public.demo_requests (${columns})
         select ${columns} from json_populate_record(null::public.demo_requests, $1)`,
        [JSON.stringify(imported)],
      );
      expect(await claim(imported)).toMatchObject({ reason: 'no_consent_on_record' });
    });
  });

  test('a list is whole while others claim, erase and send: nothing is hidden and nothing comes twice', async () => {
    await stack.query(
      `insert into public.demo_requests (full_name, company_name, industry, phone_number, accepted_terms, email, created_at)
       select 'Caller ' || n, 'Co', 'HVAC', '(415) 555-2671', true, n || '@co.example', now() - n / 3 * interval '1 second'
       from generate_series(1, 1700) as n`,
    );
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

  test('fifty of everything at once: at most one dial a request, none after its stop, and no deadlock', async () => {
    const rows = await times(10, (n) => send({ phone_number: numberOf(n) }));
    const ids = (await listed()).map(({ id }) => id);
    let stopped = 0;
    const answers = await times(50, async (n) => {
      const row = rows[n % 10]!;
      if (n % 5 === 1) await send({ full_name: `Visitor ${n}`, phone_number: numberOf(n) });
      if (n % 5 === 2) await sweep();
      if (n % 5 === 3 && n % 10 === 3) await call('erase_demo_requests', { request_ids: [ids[0]] });
      if (n === 9) {
        await call('stop_demo_calls', { phone_number: row.phone_number });
        const after = await times(5, () => claim(row));
        stopped = after.filter(({ dial }) => dial).length;
      }
      const answer = await claim(row);
      if (answer.dial && n % 3 === 0) await release(answer.claim_id);
      return answer;
    });
    expect(stopped).toBe(0);
    const dialed = answers.filter(({ dial }) => dial).map(({ request_id }) => request_id);
    expect(dialed.length).toBeGreaterThan(5);
    expect(new Set(dialed).size).toBe(dialed.length);
  });
});
