import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consentVersion, currentConsent } from '@/publish/consent';
import { TEXT_FIELD_NAMES } from '@/demo-request/fields';
import type { Database } from '@/demo-request/database';
import type { DemoRequestRow } from '@/demo-request/validation';
import { clockAt } from '../support/database.ts';
import {
  CLIENT_INFO,
  clientFor,
  hasPostgrest,
  startPostgrestStack,
  type PostgrestStack,
} from '../support/postgrest.ts';
import { columnOf, completeRow } from '../support/rows.ts';

let stack: PostgrestStack;

type Functions = Database['public']['Functions'];

const asTeam = () => clientFor(stack.url, 'service_role');

/** Calls a function as the automation and the team do, with the secret key. */
async function call<Name extends keyof Functions>(name: Name, parameters: Functions[Name]['Args']) {
  const { data } = await asTeam().rpc(name, parameters).throwOnError();
  return data as Functions[Name]['Returns'];
}

const ask = () => call('next_demo_call', {});
const report = (lent: { call_id: string } | null, placed = true, note = 'talked') =>
  call('report_demo_call', { call_id: lent!.call_id, outcome: { placed, note } });
const listed = () => call('list_demo_requests', {});
const states = async () => (await listed()).map(({ state, reason }) => reason ?? state);
const overdue = async () =>
  (await call('overdue_demo_requests', {})).overdue.map(({ state, reason, count }) =>
    [state, reason, count].filter(Boolean).join(' '),
  );

/** Stores a request as the page does. */
async function send(changes: Partial<DemoRequestRow> = {}, headers: Record<string, string> = {}) {
  const row = { ...completeRow, ...changes };
  const { status } = await clientFor(stack.url, 'anon', headers)
    .from('demo_requests')
    .insert(row)
    .throwOnError();
  expect(status).toBe(201);
}

/** Sets the clock of the database to so many minutes after noon in California, on a winter day. */
const at = (minutes: number) =>
  stack.query(
    clockAt(`timestamptz '2026-11-24 12:00 America/Los_Angeles' + ${minutes} * interval '1 minute'`),
  );

const HOUR = 60;
const DAY = 24 * HOUR;

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

/** One number of many. */
const numberOf = (n: number) => `(415) 555-${3000 + n}`;
const from = (address: string) => ({ 'X-Forwarded-For': address });

/** Calls that were placed to other numbers, all from one network, or each from its own. */
const placeOthers = (count: number, network = "'10.0.0.0/24'") =>
  stack.query(
    `insert into private.calls (request_id, phone_number, network, reported_at, placed)
     select gen_random_uuid(), n::text, (${network})::inet, private.now(), true from generate_series(1, ${count}) as n`,
  );

const removeConsent = () => stack.query('delete from private.consent_records returning 1');

const setHours = (opens: string, closes: string) =>
  stack.query(`update private.calling_hours set opens = '${opens}', closes = '${closes}'`);

describe.skipIf(!hasPostgrest)('through the real PostgREST, on a real PostgreSQL server', () => {
  beforeAll(async () => {
    stack = await startPostgrestStack();
  });
  afterAll(() => stack?.stop());
  beforeEach(async () => {
    await stack.empty();
    await at(0);
  });

  describe('an automation that asks whom to call', () => {
    test('is told everything that a call needs, once, and the request is placed when it says so', async () => {
      await send();
      const lent = await ask();
      expect(lent).toEqual({
        ...Object.fromEntries(TEXT_FIELD_NAMES.map((name) => [columnOf(name), completeRow[columnOf(name)]])),
        call_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        request_id: (await listed())[0]!.id,
        phone_number: '+14155552671',
      });
      expect(await ask()).toBeNull();
      expect(await states()).toEqual(['lent']);
      expect(await report(lent)).toBe(true);
      expect(await listed()).toMatchObject([{ state: 'placed', calls: [{ placed: true, note: 'talked' }] }]);
      expect(await report({ call_id: crypto.randomUUID() })).toBe(false);
      await at(DAY);
      expect(await ask()).toBeNull();
    });

    test('fifty at once get each of fifty requests once, while others send, stop, report and erase', async () => {
      await times(50, (n) => send({ phone_number: numberOf(n) }, from(`10.0.${n}.1`)));
      await send({ phone_number: numberOf(77) });
      const { id } = (await listed())[0]!;
      const answers = await times(60, async (n) => {
        if (n % 10 === 1) await send({ full_name: `Visitor ${n}`, phone_number: numberOf(200 + n) });
        if (n === 5) await call('erase_demo_requests', { request_ids: [id] });
        if (n === 7) await call('stop_demo_calls', { phone_number: '(800) 555-0100' });
        const lent = await ask();
        if (lent && n % 3 === 0) await report(lent);
        return lent;
      });
      const lent = answers.flatMap((answer) => answer?.request_id ?? []);
      expect(lent.length).toBeGreaterThanOrEqual(50);
      expect(new Set(lent).size).toBe(lent.length);
    });

    test.each([
      ['a report that was lost', async () => {}],
      ['an answer that was lost, of an automation that was killed', async () => void (await ask())],
    ])('is told once more after %s, and never a third time', async (_, loseMore) => {
      await send();
      expect(await ask()).not.toBeNull();
      await at(14);
      await loseMore();
      expect(await ask()).toBeNull();
      await at(15);
      const again = await ask();
      expect(again).not.toBeNull();
      await at(31);
      expect(await ask()).toBeNull();
      await at(DAY - 1);
      expect(await overdue()).toEqual(['lent 1']);
      expect(await report(again)).toBe(true);
      expect(await states()).toEqual(['placed']);
    });

    test('tries a call that could not be placed again 15 minutes later, three times in all', async () => {
      await send();
      for (const minute of [0, 16, 32]) {
        await at(minute);
        const lent = await ask();
        await at(minute + 1);
        expect(await report(lent, false, 'no line was free')).toBe(true);
        await at(minute + 15);
        expect(await ask()).toBeNull();
      }
      await at(3 * HOUR);
      expect(await ask()).toBeNull();
      expect(await states()).toEqual(['could_not_be_placed']);
      expect((await overdue())[0]).toMatch(/could_not_be_placed/);
    });

    test('may report late: what was placed once stays so', async () => {
      await send();
      const first = await ask();
      await at(15);
      const second = await ask();
      expect(await report(first)).toBe(true);
      expect(await report(second, false)).toBe(true);
      expect(await report(first, false)).toBe(true);
      expect(await listed()).toMatchObject([
        { state: 'placed', calls: [{ placed: true }, { placed: false }] },
      ]);
      const wrong = asTeam().rpc('report_demo_call', { call_id: first!.call_id, outcome: {} as never });
      expect(await wrong).toMatchObject({ status: 400, error: { code: '22023' } });
    });

    test('finds nobody after two hours in which nobody was called: the request expired', async () => {
      await send();
      await at(2 * HOUR - 1);
      expect(await states()).toEqual(['waiting']);
      await at(2 * HOUR);
      expect(await ask()).toBeNull();
      expect(await states()).toEqual(['expired']);
      expect(await overdue()).toEqual(['expired 1']);
    });

    test('is told of nobody during a pause, and --overdue says so', async () => {
      await send();
      expect(await call('pause_demo_calls', { note: 'the voice is broken' })).toBe(true);
      expect(await call('pause_demo_calls', {})).toBe(false);
      expect(await ask()).toBeNull();
      await at(6);
      expect(await call('overdue_demo_requests', {})).toMatchObject({
        paused: true,
        overdue: [{ state: 'waiting', count: 1 }],
      });
      expect(await call('resume_demo_calls', {})).toBe(true);
      expect(await ask()).not.toBeNull();
      expect(await call('list_demo_call_stops', {})).toMatchObject([
        { phone_number: 'all', is_stopped: false },
        { is_stopped: true, note: null },
        { phone_number: 'all', is_stopped: true, note: 'the voice is broken' },
      ]);
    });

    test('does not wait for an operator who keeps a transaction open, and nor do visitors', async () => {
      await times(40, (n) => send({ phone_number: numberOf(n) }, from(`10.0.${n}.1`)));
      const lent = await times(40, ask);
      await send();
      const operator = await stack.connect();
      await operator.query('begin');
      await operator.query("select public.stop_demo_calls('(415) 555-2671')");
      expect(await times(40, (n) => report(lent[n]!))).not.toContain(false);
      await send({ phone_number: numberOf(50) });
      expect(await ask()).toMatchObject({ phone_number: '+14155553050' });

      // With every row locked, a report fails before it uses up the connections.
      await operator.query('update public.demo_requests set reason = reason');
      const blocked = times(40, async (n) => {
        const outcome = { call_id: lent[n]!.call_id, outcome: { placed: true } };
        return (await asTeam().rpc('report_demo_call', outcome)).error;
      });
      await send({ phone_number: numberOf(51) });
      for (const error of await blocked) expect(error).toMatchObject({ code: '55P03' });
      await operator.query('rollback');
      await operator.stop();
      expect(await report(lent[0]!)).toBe(true);
    });
  });

  describe('a number', () => {
    test('is called once in 24 hours and three times in 30 days, however often it is asked for', async () => {
      const called: number[] = [];
      for (let hour = 0; hour < 33 * 24; hour += 12) {
        await at(hour * HOUR);
        await send({ full_name: `Visitor ${hour}` });
        const lent = await ask();
        if (lent) called.push(hour);
        if (lent) await report(lent);
      }
      expect(called).toEqual([0, 24, 48, 720, 744, 768]);
      expect(new Set(await states())).toEqual(
        new Set(['placed', 'called_within_24_hours', 'called_three_times_in_30_days']),
      );
    });

    test('that was lent waits for the report, and counts as called when none comes', async () => {
      await send();
      const first = await ask();
      await at(1);
      await send({ email: 'corrected@reyes.example' });
      expect(await ask(), 'it may be ringing').toBeNull();
      await report(first, false);
      await at(15);
      expect(await ask(), 'takes the place of the first').toMatchObject({ email: 'corrected@reyes.example' });
      expect(await ask()).toBeNull();
      await at(31);
      expect(await ask(), 'lent once more').not.toBeNull();
      await at(47);
      await send({ email: 'again@reyes.example' });
      expect(await ask()).toBeNull();
      expect((await states())[0]).toBe('called_within_24_hours');
    });

    test('that no subscriber in the US or Canada has is not called, and the reason tells which it is', async () => {
      const numbers = {
        number_of_another_country: ['(809) 555-0100', '(876) 555-0100', '(242) 555-0100'],
        toll_free_number: ['(800) 555-0100', '(833) 555-0100'],
        not_a_subscriber_number: ['900) 555-0100', '415) 976-0100', '911) 555-0100', '415) 911-0100']
          .concat(['415) 555-1212', '000) 000-0000', '123) 456-7890', '415) 155-2671'])
          .map((number) => `(${number}`),
        unknown_area_code: ['(999) 555-0100', '(371) 555-0100'],
        null: ['(415) 555-0199', '(416) 555-2671', '(983) 555-2671', '(787) 555-2671'],
      };
      for (const [reason, all] of Object.entries(numbers)) {
        const found = await stack.query(
          'select private.number_refusal(number) as reason from unnest($1::text[]) number',
          [all],
        );
        expect(found.map((row) => String(row['reason']))).toEqual(all.map(() => reason));
      }
      await send({ phone_number: '(800) 555-0100' });
      expect(await states()).toEqual(['toll_free_number']);
      expect(await overdue()).toEqual(['refused toll_free_number 1']);
    });

    test('that asked not to be called is not, however it was written, until it is allowed', async () => {
      await send();
      const stop = { phone_number: '+1 415-555-2671', note: 'by mail' };
      expect(await call('stop_demo_calls', stop)).toBe('(415) 555-2671');
      await send({ full_name: 'Dana M. Reyes' });
      expect(await states()).toEqual(['asked_not_to_be_called', 'asked_not_to_be_called']);
      expect(await ask()).toBeNull();
      expect(await overdue()).toEqual([]);
      expect(await call('allow_demo_calls', { phone_number: '4155552671' })).toBe(true);
      expect(await call('allow_demo_calls', { phone_number: '4155552671' })).toBe(false);
      await send();
      const lent = await ask();
      await call('stop_demo_calls', stop);
      await report(lent, false);
      await at(15);
      expect(await ask()).toBeNull();
    });

    test('is recognized in any usual spelling, whatever the form stores, and what is none is an error', async () => {
      const spellings = [
        '(415) 555-2671',
        '415.555.2671',
        '1 415 555 2671',
        '\u202A+1\u00A0415\u2011555\u20112671',
      ];
      for (const phone_number of spellings)
        expect(await call('stop_demo_calls', { phone_number })).toBe('(415) 555-2671');
      for (const phone_number of ['(800) 555-0100', '(242) 555-0100', '(441) 555-0100', '(123) 456-7890'])
        expect(await call('stop_demo_calls', { phone_number })).toBe(phone_number);
      const wrong = ['+1 415 555 267', '+4155552671', '415 555 2671 x9', '+44 20 7946 0958', 'dana', ''];
      for (const phone_number of wrong) {
        const refused = asTeam().rpc('stop_demo_calls', { phone_number });
        expect(await refused, `for ${phone_number}`).toMatchObject({ status: 400, error: { code: '23514' } });
      }
    });
  });

  describe('whoever tries again', () => {
    test('has one request after sending it twenty times at once, also with other invisible characters', async () => {
      await times(20, (n) => send(n % 2 ? {} : { full_name: `\u200B${completeRow.full_name}` }));
      expect(await states()).toEqual(['waiting']);
      await ask();
      await send();
      expect(await states()).toEqual(['lent']);
    });

    test('with a corrected e-mail address takes the place of the first: one call', async () => {
      await send();
      await at(1);
      await send({ full_name: 'Lee Park', phone_number: numberOf(1) });
      await at(4);
      await send({ email: 'corrected@reyes.example' });
      expect(await states()).toEqual(['waiting', 'waiting', 'replaced_by_a_newer_request']);
      await at(6);
      expect(await overdue(), 'waits since the first').toEqual(['waiting 2']);
      expect(await ask()).toMatchObject({ email: 'corrected@reyes.example' });
      expect(await ask()).toMatchObject({ full_name: 'Lee Park' });
      expect(await ask()).toBeNull();
    });

    const stop = { phone_number: completeRow.phone_number };
    test.each([
      ['expired', () => at(3 * HOUR), ['expired 1']],
      ['refused', () => call('allow_demo_calls', stop).then(() => at(1)), []],
    ])('after it was %s has a new request, which is judged anew', async (before, end, late) => {
      if (before === 'refused') await call('stop_demo_calls', stop);
      await send();
      await end();
      await send();
      expect(await ask()).not.toBeNull();
      expect((await states())[0]).toBe('lent');
      expect(await overdue()).toEqual(late);
    });

    test('with the consent to words that nobody registered does not take the place of a request that has it', async () => {
      await send();
      await send({ full_name: 'Mallory' }, { 'X-Client-Info': 'none' });
      expect(await ask()).toMatchObject({ full_name: completeRow.full_name });
    });

    test('learns nothing about requests of others: no count, and the same limit for the same request', async () => {
      await send({}, from('198.51.100.1'));
      const row = { ...completeRow, full_name: 'Somebody else' };
      for (const asked of [completeRow, row]) {
        const { error, count } = await clientFor(stack.url, 'anon', from('203.0.113.7'))
          .from('demo_requests')
          .insert(asked, { count: 'exact' });
        expect([error?.code, count]).toEqual(['42501', null]);
      }
      for (let n = 0; n < 20; n += 1) await send({ phone_number: numberOf(n) }, from('203.0.113.7'));
      const page = () => clientFor(stack.url, 'anon', from('203.0.113.7')).from('demo_requests');
      expect((await page().insert(completeRow)).status).toBe(429);
      expect((await page().insert({ ...completeRow, phone_number: numberOf(3) })).status).toBe(201);
    });
  });

  describe('the order', () => {
    test('networks that were lent fewer come first, then the oldest request', async () => {
      for (const [n, network] of [1, 1, 1, 2, 3].entries()) {
        await at(n);
        await send({ full_name: `${network}`, phone_number: numberOf(n) }, from(`10.0.${network}.${n}`));
      }
      await at(5);
      const lent = await times(5, ask);
      expect(lent.map((answer) => answer?.full_name).toSorted()).toEqual(['1', '1', '1', '2', '3']);
      const order = await stack.query(
        'select host(network) as network from private.calls order by lent_at, ctid',
      );
      expect(order.map((row) => row['network'])).toEqual([
        '10.0.1.0',
        '10.0.2.0',
        '10.0.3.0',
        '10.0.1.0',
        '10.0.1.0',
      ]);
    });

    test('a network is lent five calls an hour, and all a hundred, the last forty to networks without any', async () => {
      for (let n = 0; n < 6; n += 1) await send({ phone_number: numberOf(n) }, from(`10.0.0.${n}`));
      for (let n = 0; n < 5; n += 1) expect(await ask()).not.toBeNull();
      expect(await ask()).toBeNull();
      await at(59);
      expect(await ask()).toBeNull();
      await at(60);
      await report(await ask());
      await placeOthers(59);
      await send({ phone_number: numberOf(50) }, from('10.0.0.50'));
      expect(await ask(), 'the last forty are for others').toBeNull();
      await send({ phone_number: numberOf(51) }, from('10.9.9.9'));
      expect(await ask()).toMatchObject({ phone_number: '+14155553051' });
      await placeOthers(39, "'11.0.' || n || '.0/24'");
      await send({ phone_number: numberOf(52) }, from('10.8.8.8'));
      expect(await ask()).toBeNull();
      await at(70);
      expect(await overdue()).toContain('waiting 3');
    });

    test('30,000 requests that may never be called delay nobody', async () => {
      await stack.query(
        `insert into public.demo_requests (full_name, company_name, industry, phone_number, accepted_terms, email,
           state, reason, callable_since, due_at, open_until)
         select 'Caller ' || n, 'Co', 'HVAC', '(416) 555-' || to_char(n % 10000, 'FM0000'), true, 'caller@co.example',
           'waiting', null, since, since, since + interval '2 hours'
         from generate_series(1, 30000) as n, lateral (select private.now() - interval '1 hour' as since) as due`,
      );
      await stack.query("delete from private.calling_hours where country = 'CA'");
      await send();
      expect(await ask()).toMatchObject({ full_name: completeRow.full_name });
      expect(await ask()).toBeNull();
    });
  });

  describe('at night', () => {
    beforeEach(() => setHours('08:00', '21:00'));

    test('nobody is called, nor in the last two minutes, and the request waits until the morning', async () => {
      await at(9 * HOUR - 3);
      await send();
      await at(9 * HOUR - 2);
      expect(await ask()).toBeNull();
      await at(9 * HOUR + 6);
      expect(await overdue(), 'it could have been called before').toEqual(['waiting 1']);
      await send({ phone_number: numberOf(1) });
      expect((await listed())[0]).toMatchObject({ due_at: '2026-11-25T16:00:00+00:00' });
      await at(20 * HOUR - 1);
      expect(await ask()).toBeNull();
      expect(await overdue()).toEqual(['waiting 1']);
      await at(20 * HOUR);
      expect(await ask()).not.toBeNull();
      expect(await ask()).not.toBeNull();
    });

    test('hours that an operator changes hold for those who wait already', async () => {
      await at(10 * HOUR);
      await send();
      await setHours('10:00', '12:00');
      await at(21 * HOUR);
      expect(await ask()).toBeNull();
      await at(22 * HOUR + 5);
      expect(await ask()).not.toBeNull();
    });

    test('a country without hours is not called at all', async () => {
      await send({ phone_number: '(416) 555-2671' });
      await stack.query("delete from private.calling_hours where country = 'CA'");
      await send({ phone_number: '(416) 555-2672' });
      expect(await ask()).toBeNull();
      expect(await states()).toEqual(['no_calling_hours', 'no_calling_hours']);
    });
  });

  describe('erasing', () => {
    test('leaves a line, and nothing personal; the number stays stopped', async () => {
      const headers = { 'User-Agent': 'Erasable/1.0', ...from('203.0.113.77') };
      await send({ full_name: 'Erna Erasable', phone_number: '(415) 555-7777' }, headers);
      const lent = await ask();
      await report(lent, false, 'Erna was out');
      const request_ids = [lent!.request_id];
      expect(await call('erase_demo_requests', { request_ids })).toBe(1);
      expect(await report(lent, true, 'Erna was in'), 'a late report is kept without its note').toBe(true);
      expect(await listed()).toMatchObject([
        {
          id: lent!.request_id,
          state: 'erased',
          request: { full_name: null },
          calls: [{ placed: true, note: null }],
        },
      ]);
      await at(15);
      await send({ phone_number: '(415) 555-7777' });
      expect(await ask()).toBeNull();
      expect(await states(), 'the limit stays').toEqual(['called_within_24_hours', 'erased']);
      await call('erase_demo_requests', { request_ids: [(await listed())[0]!.id] });
      await call('stop_demo_calls', { phone_number: '(415) 555-7777' });
      await at(30 * DAY);
      await ask();
      const tables = await stack.query(
        "select oid::regclass::text as name from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r'",
      );
      for (const { name } of tables) {
        const personal = `Erna|Eras|203.0.113${name === 'private.stop_events' ? '' : '|555-7777'}`;
        expect(await stack.query(`select * from ${name} as kept where kept::text ~ '${personal}'`)).toEqual(
          [],
        );
      }
      await send({ phone_number: '(415) 555-7777' });
      expect((await states())[0]).toBe('asked_not_to_be_called');
    });

    test.each([
      ['e-mail address', ' DANA@reyes-heating.example'],
      ['number', '+1 (415) 555-2671'],
      ['name', 'dana  reyes'],
    ])('finds a person by %s, also where only the consent is left', async (_, person) => {
      await send();
      await send({ full_name: 'Lee Park', email: 'lee@park.example', phone_number: '(212) 555-0100' });
      await stack.query('delete from public.demo_requests');
      await at(1);
      await send({ company_name: 'Reyes' });
      const found = await call('find_demo_requests', { person });
      expect(found.map(({ state }) => state)).toEqual(['waiting', 'deleted']);
      const { id } = found[1]!;
      expect(await call('find_demo_requests', { person: id })).toMatchObject([{ id }]);
    });
  });

  describe('consent', () => {
    const words = 'I’d agree; “yes”: 50 % – to {everything}.\nEven to this.';

    test('is recorded with the words as they were shown, and nobody can change it', async () => {
      await stack.query("select private.register_consent('Lamplight', $1)", [words]);
      const version = consentVersion('Lamplight', words);
      await send(
        {},
        {
          'X-Client-Info': CLIENT_INFO.replace(currentConsent().version, version),
          'User-Agent': 'Browser/1.0',
          ...from('203.0.113.7'),
        },
      );
      const { accepted_terms: _, ...said } = completeRow;
      const { id } = (await listed())[0]!;
      const shown = {
        request: said,
        words,
        seller: 'Lamplight',
        address: '203.0.113.7',
        user_agent: 'Browser/1.0',
      };
      expect(await call('demo_request_evidence', { request_id: id })).toMatchObject(shown);
      await stack.query('delete from public.demo_requests');
      expect(await call('demo_request_evidence', { request_id: id })).toMatchObject(shown);
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
      await at(5 * 365 * DAY);
      await expect(removeConsent()).rejects.toMatchObject({ code: '23001' });
      await at(5 * 366 * DAY);
      expect(await removeConsent()).toHaveLength(1);
    });

    test.each([
      ['missing', '', 'words_not_named'],
      ['hostile', `x; consent='); drop table private.consent_records; --`, 'words_not_named'],
      ['unknown', `x; consent=${'0'.repeat(64)}`, 'words_not_registered'],
    ])(
      'is flagged at once when the words’ version is %s, and nobody is called',
      async (_, words_, reason) => {
        await send({}, { 'X-Client-Info': words_ });
        await at(1);
        await send({ phone_number: numberOf(1) });
        expect(await listed()).toMatchObject([
          { consent: 'recorded' },
          { state: 'refused', reason, consent: reason },
        ]);
        expect(await overdue(), 'although somebody else can be called').toEqual([`refused ${reason} 1`]);
      },
    );

    test('is to the request that was sent: nobody is called for another, or without a record', async () => {
      await send();
      await stack.query("update public.demo_requests set phone_number = '(212) 555-0100'");
      expect(await ask()).toBeNull();
      expect(await states()).toEqual(['consent_to_another_request']);
      await at(1);
      await send();
      await stack.query(
        'alter table private.consent_records disable trigger keep_consent; delete from private.consent_records',
      );
      expect(await ask()).toBeNull();
      expect((await states())[0]).toBe('no_consent_on_record');
      await stack.query('alter table private.consent_records enable trigger keep_consent');
    });
  });

  test('a list is complete while others erase and send: nothing is hidden and nothing comes twice', async () => {
    await stack.query(
      `insert into public.demo_requests (full_name, company_name, industry, phone_number, accepted_terms, email, created_at)
       select 'Caller ' || n, 'Co', 'HVAC', '(415) 555-2671', true, 'caller@co.example', private.now() - n / 3 * interval '1 second'
       from generate_series(1, 1200) as n`,
    );
    const before = (await stack.query('select id from public.demo_requests')).map(({ id }) => String(id));
    for (const only_state of [undefined, 'refused']) {
      const seen: string[] = [];
      const only = only_state ? { only_state } : {};
      for (let page = await call('list_demo_requests', only); page.length > 0;) {
        seen.push(...page.map(({ id }) => id));
        const last = page.at(-1)!;
        if (!only_state) await call('erase_demo_requests', { request_ids: seen.slice(-2) });
        await send({ full_name: `Visitor ${seen.length}` });
        page = await call('list_demo_requests', {
          before_time: last.received_at,
          before_id: last.id,
          ...only,
        });
      }
      const missing = before.filter((id) => !seen.includes(id));
      expect(missing).toHaveLength(only_state ? 6 : 0);
      expect(new Set(seen).size).toBe(seen.length);
    }
  });
});
