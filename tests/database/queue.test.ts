/**
 * The rules of docs/operating.md by which a request is called or not, on a real PostgreSQL server behind PostgREST. Its error
 * codes: 22023, an invalid argument; 23…, a constraint; 55P03, a row that is locked for too long.
 */
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { consentVersion } from '@/demo-request/consent';
import { currentConsent } from '@/publish/consent';
import { TEXT_FIELD_NAMES } from '@/demo-request/fields';
import type { Database } from '../../tools/database.ts';
import type { DemoRequestRow } from '@/demo-request/validation';
import { RESET, clockAt } from '../support/database.ts';
import { asTeam, asVisitor, CLIENT_INFO, hasPostgrest, startPostgrestStack } from '../support/postgrest.ts';
import type { PostgrestStack } from '../support/postgrest.ts';
import { BURSTS, NUMBERS, storeWaiting } from '../support/queue-loads.ts';
import { columnOf, completeRow } from '../support/rows.ts';

let stack: PostgrestStack;

type Functions = Database['public']['Functions'];

async function call<Name extends keyof Functions>(name: Name, parameters: Functions[Name]['Args']) {
  const { data } = await asTeam(stack).rpc(name, parameters).throwOnError();
  return data as Functions[Name]['Returns'];
}

/** Asks, as the automation does, for a request to call. Null: there is none. */
const ask = () => call('next_demo_call', {});
const report = (leased: { call_id: string } | null, placed = true, note = 'talked') =>
  call('report_demo_call', { call_id: leased!.call_id, outcome: { placed, note } });
const listed = () => call('list_demo_requests', {});
/** The reason or else the state of each request, the newest first. */
const states = async () => (await listed()).map(({ state, reason }) => reason ?? state);
/** What `npm run requests -- --overdue` counts, such as "leased 1". */
const overdue = async () =>
  (await call('overdue_demo_requests', {})).overdue.map(({ state, reason, count }) =>
    [state, reason, count].filter(Boolean).join(' '),
  );

async function send(changes: Partial<DemoRequestRow> = {}, headers: Record<string, string> = {}) {
  const row = { ...completeRow, ...changes };
  await asVisitor(stack, headers).from('demo_requests').insert(row).throwOnError();
}

const from = (address: string) => ({ 'X-Forwarded-For': address });
/** A phone number for each `n`, in area codes of California in turn. */
const numberOf = (n: number) => `(${[415, 213, 408, 619][n % 4]}) 555-${3000 + n}`;

/** Sets the clock of the database to so many minutes after noon in California, on 2026-11-24. */
const at = (minutes: number) =>
  stack.query(clockAt(`timestamptz '2026-11-24 12:00 America/Los_Angeles' + interval '${minutes} minutes'`));
const askAt = (minutes: number) => at(minutes).then(ask);
const overdueAt = (minutes: number) => at(minutes).then(overdue);
const sendAt = (minutes: number, ...what: Parameters<typeof send>) => at(minutes).then(() => send(...what));
// These are in minutes, as `at` takes them.
const HOUR = 60;
const DAY = 24 * HOUR;

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

// SQL for what may have happened.

/** Calls of other requests: to the same number, or to others for requests from `network`. `placed`: null until reported. */
const calls = (ago: string, placed = 'true', network = 'null', count = 1) =>
  `insert into private.calls (request_id, phone_number, network, leased_at, placed)
   select gen_random_uuid(), case when ${network} is null then '${completeRow.phone_number}' else n::text end,
     (${network})::inet, private.now() - interval '${ago}', ${placed} from generate_series(1, ${count}) as n;`;
/** Where the nth call was requested: in the network of the request, in another one of its wider network, or elsewhere. */
const [SAME, WIDER, OTHERS] = ["'10.0.0.0/24'", "'10.0.' || n || '.0/24'", "'11.' || n || '.0.0/24'"];
const callsTo = (network: string, count: number, ago = '1 minute') => calls(ago, 'true', network, count);
/** Stores requests that have been due for an hour, three a second, without a consent, for numbers of Toronto. */
const storeDue = (count: number) =>
  `insert into public.demo_requests (full_name, company_name, industry, phone_number, accepted_terms, email, state, reason,
     callable_since, due_at, expires_at, created_at)
   select 'Caller ' || n, 'Co', 'HVAC', '(416) 555-' || to_char(n % 10000, 'FM0000'), true, 'caller@co.example', 'waiting',
     null, since, since, since + interval '2 hours', since - n / 3 * interval '1 second'
   from generate_series(1, ${count}) as n, lateral (select private.now() - interval '1 hour' as since) as due;`;
const setHours = (opens: string, closes: string) =>
  `update private.calling_hours set opens = '${opens}', closes = '${closes}';`;
const PAUSE = "select public.pause_demo_calls('the voice is broken');";
const STOP = "select public.stop_demo_calls('+1 415-555-2671');";
const ERASE_CONSENT = `update private.consent_records set request = '{}', phone_number = '', consent_version = null,
  address = null, user_agent = null, erased_at = private.now()`;

/** How a request from the network 10.0.0.0/24 then stands, by what has happened after it was sent. */
const SITUATIONS: Record<string, Record<string, string>> = {
  leased: {
    'nothing else': '',
    'a pause that is over': PAUSE + 'select public.resume_demo_calls();',
    'a call to the number 24 hours ago': calls('24 hours'),
    'a third call 30 days ago': calls('30 days') + calls('20 days') + calls('10 days'),
    'a call that could not be placed': calls('15 minutes', 'false'),
    'four calls to its network in the last hour': callsTo(SAME, 4),
    'five calls to its network an hour ago': callsTo(SAME, 5, '1 hour'),
    'nineteen calls to its wider network': callsTo(WIDER, 19),
    'sixty calls, and one to its network an hour ago': callsTo(SAME, 1, '1 hour') + callsTo(OTHERS, 60),
    'ninety-nine calls to other networks': callsTo(OTHERS, 99),
  },
  waiting: {
    'a pause': PAUSE,
    'a lease of its number, which may be ringing': calls('14 minutes', 'null'),
    'a call that could not be placed, a moment ago': calls('14 minutes', 'false'),
    'five calls to its network': callsTo(SAME, 5),
    'twenty calls to its wider network': callsTo(WIDER, 20),
    'sixty calls, one of them to its wider network': callsTo(WIDER, 1) + callsTo(OTHERS, 59),
    'a hundred calls': callsTo(OTHERS, 100),
    'new hours, which begin later': setHours('12:01', '21:00'),
    'new hours, which begin after its deadline': setHours('14:01', '21:00'),
    'its country has no hours any more': "delete from private.calling_hours where country = 'US'",
  },
  asked_not_to_be_called: {
    'a stop': STOP,
    'a stop that was taken back': STOP + "select public.allow_demo_calls('4155552671')",
  },
  called_within_24_hours: {
    'a call almost 24 hours ago': calls('23:59'),
    'a lease of its number that was never reported': calls('15 minutes', 'null'),
  },
  called_three_times_in_30_days: {
    'a third call almost 30 days ago': calls('29 days 23:59') + calls('20 days') + calls('10 days'),
  },
  consent_to_another_request: {
    'its number was changed': "update public.demo_requests set phone_number = '(212) 555-0100'",
  },
  no_consent_on_record: { 'its consent was erased': ERASE_CONSENT },
};

describe.skipIf(!hasPostgrest)('through the real PostgREST, on a real PostgreSQL server', () => {
  beforeAll(async () => {
    stack = await startPostgrestStack();
    return stack.close;
  });
  beforeEach(() => stack.query(RESET).then(() => at(0)));

  describe.each(Object.entries(SITUATIONS))('a request is %s', (outcome, situations) => {
    test.each(Object.entries(situations))('after %s, and --overdue tells', async (_, happened) => {
      await send({}, from('10.0.0.9'));
      await stack.query(happened);
      expect((await ask()) !== null).toBe(outcome === 'leased');
      expect(await states()).toEqual([outcome]);
      // By then, it is overdue: it has been due, or due again after its lease, for more than five minutes.
      await at(20);
      const told = ['leased', 'waiting'].includes(outcome) ? `${outcome} 1` : `refused ${outcome} 1`;
      expect(await overdue()).toEqual(outcome === 'asked_not_to_be_called' ? [] : [told]);
    });
  });

  test('an automation is told everything that a call needs, once, and the request is placed when it says so', async () => {
    await send();
    const leased = await ask();
    expect(leased).toEqual({
      ...Object.fromEntries(TEXT_FIELD_NAMES.map((name) => [columnOf(name), completeRow[columnOf(name)]])),
      call_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      request_id: (await listed())[0]!.id,
      phone_number: '+14155552671',
    });
    expect(await ask()).toBeNull();
    expect(await report(leased)).toBe(true);
    expect(await listed()).toMatchObject([{ state: 'placed', calls: [{ placed: true, note: 'talked' }] }]);
    expect(await report({ call_id: crypto.randomUUID() })).toBe(false);
    expect(await askAt(DAY)).toBeNull();
  });

  test('sixty automations at once get each request once, while others send, stop, report and erase', async () => {
    await times(50, (n) => send({ phone_number: numberOf(n) }, from(`10.${n}.0.1`)));
    await send({ phone_number: numberOf(77) });
    const { id } = (await listed())[0]!;
    // Of these area codes no request waits yet: each comes up while automations ask.
    const newAreaCodes = [212, 305, 312, 404, 512, 808];
    const answers = await times(60, async (n) => {
      if (n % 10 === 1)
        await send({ phone_number: `(${newAreaCodes[(n - 1) / 10]}) 555-2671` }, from(`11.${n}.0.1`));
      if (n === 5) await call('erase_demo_requests', { request_ids: [id] });
      if (n === 7) await call('stop_demo_calls', { phone_number: '(800) 555-0100' });
      const leased = await ask();
      if (leased && n % 3 === 0) await report(leased);
      return leased;
    });
    const leased = answers.flatMap((answer) => answer?.request_id ?? []);
    expect(leased.length).toBeGreaterThanOrEqual(50);
    expect(new Set(leased).size).toBe(leased.length);
    expect(await states()).not.toContain('no_calling_hours');
  });

  test('an automation is told once more when its report or its answer was lost, never a third time, and may report late', async () => {
    await send();
    const first = await ask();
    expect(await askAt(14)).toBeNull();
    const second = await askAt(15);
    expect(second).not.toBeNull();
    expect(await askAt(31)).toBeNull();
    expect(await overdueAt(DAY - 1)).toEqual(['leased 1']);
    expect(await report(first)).toBe(true);
    expect(await report(second, false)).toBe(true);
    const asText = { call_id: first!.call_id, outcome: '{"placed":false}' as never };
    expect(await call('report_demo_call', asText), 'what was placed once stays so').toBe(true);
    expect(await listed()).toMatchObject([{ state: 'placed', calls: [{ placed: true }, { placed: false }] }]);
    const empty = asTeam(stack).rpc('report_demo_call', { call_id: first!.call_id, outcome: {} as never });
    expect(await empty).toMatchObject({ status: 400, error: { code: '22023' } });
  });

  test('an automation tries a call that could not be placed again 15 minutes later, three times in all', async () => {
    await send();
    for (const minute of [0, 16, 32]) {
      const leased = await askAt(minute);
      await at(minute + 1);
      expect(await report(leased, false, 'no line was free')).toBe(true);
      expect(await askAt(minute + 15)).toBeNull();
    }
    expect(await askAt(3 * HOUR)).toBeNull();
    expect(await overdue()).toEqual(['refused could_not_be_placed 1']);
  });

  test('an automation is given no third lease of a request of which one may have been a call', async () => {
    await send();
    await ask();
    const second = await askAt(15);
    expect(await report(second, false)).toBe(true);
    expect(await askAt(31)).toBeNull();
    expect(await states()).toEqual(['could_not_be_placed']);
  });

  test('an automation that reports two hours late that a call was not placed is not given it again', async () => {
    await stack.query(setHours('08:00', '12:30'));
    await send();
    const leased = await ask();
    await at(2 * HOUR);
    expect(await report(leased, false)).toBe(true);
    expect(await askAt(22 * HOUR - 1)).toBeNull();
    expect(await states()).toEqual(['expired']);
  });

  test.each([
    ['', ask],
    [', also when nothing asks meanwhile, and 400 others expire', () => stack.query(storeDue(400))],
  ])(
    'a request that waits during a pause until the hours end is called in the morning%s',
    async (_, happens) => {
      await stack.query(setHours('08:00', '12:30') + PAUSE);
      await send();
      await at(1.5 * HOUR);
      await happens();
      await call('resume_demo_calls', {});
      // 10 AM, two hours after the hours have begun again.
      await at(22 * HOUR - 1);
      expect(await states()).toContain('waiting');
      expect(await ask()).toMatchObject({ phone_number: '+14155552671' });
    },
  );

  test('a request that nobody asks for expires two hours after the hours have begun again, also in the list', async () => {
    await stack.query(setHours('08:00', '12:30'));
    await send();
    await at(22 * HOUR);
    expect(await states()).toEqual(['expired']);
    expect(await overdue()).toEqual(['expired 1']);
    expect(await ask()).toBeNull();
  });

  test('a request that was leased stays so, for a person, when nobody reports', async () => {
    await send();
    await ask();
    await at(DAY);
    expect(await states()).toEqual(['leased']);
    expect(await ask()).toBeNull();
  });

  test('what waits keeps its deadline when its hours change, and expires where they have not begun by then', async () => {
    await stack.query(PAUSE);
    await send();
    await stack.query(setHours('14:00', '21:00'));
    await call('resume_demo_calls', {});
    expect(await askAt(2 * HOUR - 1)).toBeNull();
    expect(await askAt(2 * HOUR)).toBeNull();
    expect(await states()).toEqual(['expired']);
  });

  test('a request is leased until two minutes before the hours end, and then in the morning', async () => {
    await stack.query(setHours('08:00', '12:03'));
    await send();
    await sendAt(0.9, { phone_number: numberOf(1) });
    expect(await ask()).not.toBeNull();
    expect(await askAt(1)).toBeNull();
    expect(await askAt(20 * HOUR)).not.toBeNull();
  });

  test('an automation does not wait for an operator who keeps a transaction open, and nor do visitors', async () => {
    await times(40, (n) => send({ phone_number: numberOf(n) }, from(`10.${n}.0.1`)));
    const leased = await times(40, ask);
    await send();
    const operator = await stack.connect();
    await operator.query(`begin; ${STOP}`);
    expect(await times(40, (n) => report(leased[n]!))).not.toContain(false);
    await send({ phone_number: numberOf(50) });
    expect(await ask()).toMatchObject({ phone_number: '+14085553050' });

    // With every row locked, a report fails before it uses up the connections.
    await operator.query('update public.demo_requests set reason = reason');
    const blocked = times(40, (n) => report(leased[n]!).catch((error: unknown) => error));
    await send({ phone_number: numberOf(51) });
    for (const error of await blocked) expect(error).toMatchObject({ code: '55P03' });
    await operator.query('rollback');
    await operator.stop();
    expect(await report(leased[0]!)).toBe(true);
  });

  test('an automation is first given requests of the wider networks with the fewest calls, then of networks, then the oldest', async () => {
    for (const [n, network] of ['0.1', '0.1', '0.1', '0.2', '1.3'].entries())
      await sendAt(n, { full_name: network, phone_number: numberOf(n) }, from(`10.${network}.${n}`));
    const order: unknown[] = [];
    for (let n = 0; n < 5; n += 1) order.push((await ask())?.full_name);
    expect(order).toEqual(['0.1', '1.3', '0.2', '0.1', '0.1']);
  });

  test('two networks that enter the same numbers in turns share the limit of the first', async () => {
    for (let n = 0; n < 8; n += 1) {
      await sendAt(0, { phone_number: numberOf(n) }, from('10.0.0.1'));
      await sendAt(1, { phone_number: numberOf(n) }, from('10.1.0.1'));
    }
    await stack.query(
      "update public.demo_requests set created_at = created_at - interval '1 minute' where network <<= '10.0.0.0/24'",
    );
    let leases = 0;
    while (await askAt(2)) leases += 1;
    expect(leases, 'five of each, and no more').toBeLessThanOrEqual(10);
    expect(
      await stack.query(
        'select network::text, count(*)::integer as leases from private.calls group by network',
      ),
    ).not.toContainEqual(expect.objectContaining({ leases: expect.toSatisfy((count: number) => count > 5) }));
  });

  test('hours that the change of the clock leaves out keep nobody else from being called', async () => {
    await stack.query(clockAt("timestamptz '2027-03-12 12:00 America/Los_Angeles'"));
    await stack.query(
      "update private.calling_hours set opens = '02:30', closes = '03:00' where country = 'CA'",
    );
    await send({ phone_number: '(416) 555-2671' });
    await send();
    expect(await ask()).toMatchObject({ phone_number: '+14155552671' });
  });

  test.each([
    [
      'are refused when it asks',
      `insert into private.calls (request_id, phone_number, leased_at, placed)
       select gen_random_uuid(), phone_number, private.now() - interval '3 hours', true from public.demo_requests`,
      'waiting',
    ],
    ['may never be called', "delete from private.calling_hours where country = 'CA'", 'no_calling_hours'],
  ])('an automation gets a request behind 1,500 that %s, in one answer', async (_, happened, judged) => {
    await stack.query(storeDue(1500) + happened);
    await send();
    expect(await ask()).toMatchObject({ full_name: completeRow.full_name });
    expect(await ask()).toBeNull();
    await sendAt(1, { phone_number: '(416) 555-2672' });
    expect((await states())[0]).toBe(judged);
  });

  test.each(Object.entries(BURSTS))(
    'an automation gets a request behind 1,000 for one number that %s, in one answer',
    async (_, happened) => {
      await stack.query(storeWaiting({ count: 1000, number: NUMBERS.one }) + happened);
      await send();
      expect(await ask()).toMatchObject({ full_name: completeRow.full_name });
      expect(await ask()).toBeNull();
    },
  );

  test('twenty automations at once are answered, one with a request, while 20,000 others have expired', async () => {
    await stack.query(storeWaiting({ count: 20_000, number: NUMBERS.arctic, due: '1 day' }));
    await send();
    const answers = await times(20, ask);
    expect(answers.filter(Boolean)).toMatchObject([{ full_name: completeRow.full_name }]);
  });

  test('a request whose consent does not cover it takes no call from another for its number', async () => {
    await send();
    await sendAt(1, { full_name: 'Lee Park' });
    await stack.query("update public.demo_requests set industry = 'Roofs' where full_name = 'Lee Park'");
    expect(await ask()).toMatchObject({ full_name: completeRow.full_name });
    expect(await states()).toEqual(['consent_to_another_request', 'leased']);
  });

  test('a request is not refused for its area code when it is stored while an automation waits its turn', async () => {
    await send({ phone_number: '(212) 555-0100' });
    const holder = await stack.connect();
    await holder.query("begin; select pg_advisory_xact_lock(hashtext('next_demo_call'), 0);");
    const waiting = ask();
    const blocked = "select 1 from pg_locks where locktype = 'advisory' and not granted";
    await vi.waitFor(async () => expect(await stack.query(blocked)).toHaveLength(1));
    await send({ phone_number: '(416) 555-2671' });
    await holder.query('rollback');
    await holder.stop();
    await waiting;
    expect((await states()).toSorted()).toEqual(['leased', 'waiting']);
  });

  test('a request of the last minutes before a closed day alarms nobody on that day, and is told until a day after it expired', async () => {
    await stack.query(`${setHours('08:00', '21:00')} delete from private.calling_hours where weekday = 0`);
    const saturday = 4 * DAY + 9 * HOUR;
    const monday = 6 * DAY - 4 * HOUR;
    await sendAt(saturday - 2.5);
    expect(await askAt(saturday - 2)).toBeNull();
    expect(await listed()).toMatchObject([{ due_at: '2026-11-30T16:00:00+00:00' }]);
    for (const [minute, told] of [
      [saturday + 3 * HOUR, []],
      [monday + 4, []],
      [monday + 5, ['waiting 1']],
      [monday + 2 * HOUR, ['expired 1']],
      [monday + 26 * HOUR - 1, ['expired 1']],
      [monday + 26 * HOUR, []],
    ] as const)
      expect(await overdueAt(minute), `${minute}`).toEqual(told);
    expect(await askAt(monday - 1)).toBeNull();
    expect(await askAt(monday)).not.toBeNull();
  });

  test('a call that could not be placed shortly before the evening alarms nobody at night, and is tried in the morning', async () => {
    await stack.query(setHours('08:00', '21:00'));
    await sendAt(8 * HOUR + 50);
    await report(await ask(), false);
    expect(await askAt(9 * HOUR + 5)).toBeNull();
    expect(await overdueAt(19 * HOUR)).toEqual([]);
    expect(await askAt(20 * HOUR)).not.toBeNull();
  });

  test('an operator is told of people before a flood, of a number once, and of the addresses that could send no more', async () => {
    await times(23, (n) => send({ phone_number: numberOf(n) }, from(`10.1.${n}.1`)));
    await at(1);
    for (const address of ['10.1.1.1', '10.2.0.1']) await send({}, from(address));
    // An address may send 20 requests an hour, a /48 of IPv6 40: the next two lines use these up, the third one does not.
    const abroad = { phone_number: '(809) 555-0100' };
    await times(20, () => send(abroad, from('10.3.0.1')));
    await times(40, (n) => send(abroad, from(`2001:db8:0:${n < 19 ? 0 : n}::1`)));
    await at(60);
    await times(19, () => send(abroad, from('10.3.0.2')));
    const told = await call('overdue_demo_requests', {});
    expect(told).toMatchObject({ flood: 10, limited: 2 });
    expect(told.overdue.map((group) => `${group.in_flood} ${group.count}`)).toEqual(['false 1', 'true 23']);
    await at(DAY + 2);
    expect(await call('overdue_demo_requests', {})).toMatchObject({ limited: 0 });
  });

  test('an operator is told how many calls were leased within an hour, from more than 20 on, and of those how many for networks seen once', async () => {
    const seen: unknown[] = [];
    for (let n = 0; n < 35; n += 1) {
      // Two of each three share a /24.
      await send({ phone_number: numberOf(n) }, from(`10.${n % 3 ? n - (n % 3) : n + 100}.0.${n}`));
      await ask();
      if (n === 19 || n === 20 || n === 34) seen.push((await call('overdue_demo_requests', {})).leases);
    }
    expect(seen).toEqual([
      null,
      { count: 10, of_networks_seen_once: 10 },
      { count: 100, of_networks_seen_once: 10 },
    ]);
    await at(HOUR);
    expect(await call('overdue_demo_requests', {})).toMatchObject({ leases: null });
  });

  test('a number that asked not to be called is not, in any usual spelling, until it is allowed', async () => {
    for (const phone_number of ['415.555.2671', '1 415 555 2671', '\u202A+1\u00A0415\u2011555\u20112671'])
      expect(await call('stop_demo_calls', { phone_number })).toBe('(415) 555-2671');
    for (const phone_number of ['(800) 555-0100', '(242) 555-0100', '(441) 555-0100', '(123) 456-7890'])
      expect(await call('stop_demo_calls', { phone_number })).toBe(phone_number);
    const wrong = ['+1 415 555 267', '+4155552671', '415 555 2671 x9', '+44 20 7946 0958', 'dana', ''];
    for (const phone_number of wrong) {
      const refused = asTeam(stack).rpc('stop_demo_calls', { phone_number });
      expect(await refused, `for ${phone_number}`).toMatchObject({ status: 400, error: { code: '23514' } });
    }
    await send();
    expect(await states()).toEqual(['asked_not_to_be_called']);
    expect(await call('allow_demo_calls', { phone_number: '4155552671' })).toBe(true);
    expect(await call('allow_demo_calls', { phone_number: '4155552671' })).toBe(false);
    await send();
    const leased = await ask();
    expect(leased).not.toBeNull();
    await stack.query(STOP);
    await report(leased, false);
    expect(await askAt(15), 'stopped while it was leased').toBeNull();
  });

  test('a word that is no number stops nobody, and ends no pause', async () => {
    await stack.query(PAUSE);
    for (const name of ['stop_demo_calls', 'allow_demo_calls'] as const)
      expect(await asTeam(stack).rpc(name, { phone_number: 'a-l-l' })).toMatchObject({
        error: { code: '23514' },
      });
    await send();
    expect(await ask()).toBeNull();
  });

  test('whoever tries again with a corrected e-mail address gets one call, in the turn of the first', async () => {
    await send();
    await sendAt(1, { full_name: 'Lee Park', phone_number: numberOf(1) });
    await sendAt(4, { email: 'corrected@reyes.example' });
    expect(await states(), 'an insert touches no other').toEqual(['waiting', 'waiting', 'waiting']);
    expect(await askAt(6)).toMatchObject({ email: 'corrected@reyes.example' });
    expect(await states()).toEqual(['leased', 'waiting', 'same_number']);
    expect(await ask()).toMatchObject({ full_name: 'Lee Park' });
    expect(await ask()).toBeNull();
  });

  test('whoever tries again while the phone may be ringing is called when it was not placed', async () => {
    await send();
    const first = await ask();
    await sendAt(1, { email: 'corrected@reyes.example' });
    expect(await ask()).toBeNull();
    await report(first, false);
    expect(await askAt(15)).toMatchObject({ email: 'corrected@reyes.example' });
    expect(await states()).toEqual(['leased', 'same_number']);
  });

  test('whoever tries again after it expired, two hours after it could be called, has a new request, which is judged anew', async () => {
    await send();
    await at(2 * HOUR - 1);
    expect(await states()).toEqual(['waiting']);
    expect(await askAt(2 * HOUR)).toBeNull();
    await send();
    expect(await ask()).not.toBeNull();
    expect(await states()).toEqual(['leased', 'expired']);
  });

  test('erasing a request leaves its state and calls, and nothing personal; a stopped number stays stopped', async () => {
    const headers = { 'User-Agent': 'Erasable/1.0', ...from('203.0.113.77') };
    await send({ full_name: 'Erna Erasable', phone_number: '(415) 555-7777' }, headers);
    const leased = await ask();
    await report(leased, false, 'Erna was out');
    expect(await call('erase_demo_requests', { request_ids: [leased!.request_id] })).toBe(1);
    expect(await listed()).toMatchObject([{ calls: [{ note: null }] }]);
    expect(await report(leased, true, 'Erna was in'), 'a late report is kept without its note').toBe(true);
    expect(await listed()).toMatchObject([
      { state: 'erased', request: { full_name: null }, calls: [{ placed: true, note: null }] },
    ]);
    await sendAt(15, { phone_number: '(415) 555-7777' });
    expect(await ask()).toBeNull();
    expect(await states(), 'the call still counts').toEqual(['called_within_24_hours', 'erased']);
    await call('erase_demo_requests', { request_ids: [(await listed())[0]!.id] });
    await call('stop_demo_calls', { phone_number: '(415) 555-7777' });
    await at(30 * DAY);
    await ask();
    const [kept] = await stack.query("select database_to_xml(true, true, '')::text as everything");
    const personal = String(kept!['everything']).match(/Erna|Eras|203\.0\.113|555-7777/g);
    expect(new Set(personal), 'the stop alone, which a view shows, too').toEqual(new Set(['555-7777']));
    await send({ phone_number: '(415) 555-7777' });
    expect((await states())[0]).toBe('asked_not_to_be_called');
  });

  test('an operator finds a person by number, by name or e-mail address as they paste it, and by parts of these, also where only the consent is left', async () => {
    await send();
    await send({ full_name: 'Lee Park', email: 'lee@park.example', phone_number: '(212) 555-0100' });
    await stack.query('delete from public.demo_requests');
    await sendAt(1, { company_name: 'Reyes' });
    const pasted = ['<DANA@reyes-heating.example>,', '"mailto:dana@reyes-heating.example".'];
    for (const person of [...pasted, '@reyes-heating.example', 'Dana', 'dana  reyes', '+1 (415) 555-2671']) {
      const found = await call('find_demo_requests', { person });
      expect(found.map(({ state }) => state)).toEqual(['waiting', 'deleted']);
      expect(await call('find_demo_requests', { person: found[1]!.id })).toEqual([found[1]]);
    }
  });

  test.each([
    [
      'Shaun O’Brien',
      ["O'Brien", 'O`Brien', 'O´Brien', 'O\u02BCBrien', 'Shaun O’Brien <dana@reyes-heating.example>'],
    ],
    ['Jose\u0301 Nun\u0303ez', ['José Nuñez', 'JOSÉ NUÑEZ', 'Jose Nunez']],
    ['Ann Smith\u2011Jones', ['Smith-Jones', 'Smith–Jones', 'smith jones']],
    ['Ｄａｎａ Ｆｉｅｌｄｓ', ['Dana Fields', 'ｄａｎａ\u3000ｆｉｅｌｄｓ', '４１５５５５２６７１']],
    ['Lee\u2028Park', ['Lee', 'Park', 'L\u202Aee']],
    [
      '«Dana» Reyes',
      ['Dana', 'Dana (dana@reyes-heating.example)', 'mailto:dana@reyes-heating.example?subject=Hi'],
    ],
  ])('an operator finds %s, however it is written: %j', async (full_name, spellings) => {
    await send({ full_name });
    for (const person of spellings)
      expect(await call('find_demo_requests', { person }), `for ${person}`).toMatchObject([
        { request: { full_name } },
      ]);
    for (const person of ['Dan', "O'Brian", 'Nunes <other@reyes-heating.example>'])
      expect(await call('find_demo_requests', { person }), `for ${person}`).toEqual([]);
  });

  test('consent is recorded with the words as they were shown, and nobody can change it for five years', async () => {
    const words = 'I’d agree; “yes”: 50 % – to {everything}.\nEven to this.';
    await stack.query("select private.register_consent('Lamplight', $1)", [words]);
    const info = CLIENT_INFO.replace(currentConsent().version, consentVersion('Lamplight', words));
    await send({}, { 'X-Client-Info': info, 'User-Agent': 'Browser/1.0', ...from('203.0.113.7') });
    const { accepted_terms: _, ...said } = completeRow;
    const [request] = await listed();
    await stack.query('delete from public.demo_requests');
    expect(await listed()).toMatchObject([{ state: 'deleted', request: said }]);
    const sent = { request: said, address: '203.0.113.7', user_agent: 'Browser/1.0' };
    const shown = { ...sent, words, seller: 'Lamplight' };
    expect(await call('demo_request_evidence', { request_id: request!.id })).toMatchObject(shown);
    const remove = 'delete from private.consent_records returning 1';
    await at(5 * 365 * DAY);
    for (const sql of [
      "update private.consent_records set user_agent = ''",
      "update private.consent_records set request = '{}'",
      `${ERASE_CONSENT}, recorded_at = 'epoch'`,
      remove,
      'truncate private.consent_records',
      "update private.consent_wordings set words = 'Others'",
      'delete from private.consent_wordings',
      'truncate private.consent_wordings',
    ])
      await expect(stack.query(sql)).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
    await at(5 * 366 * DAY);
    expect(await stack.query(remove)).toHaveLength(1);
  });

  test.each([
    ['', 'words_not_named'],
    [`x; consent='); drop table private.consent_records; --`, 'words_not_named'],
    [`x; consent=${'0'.repeat(64)}`, 'words_not_registered'],
  ])('consent to words "%s" is flagged at once, and nobody called for it', async (sent, reason) => {
    await send();
    await sendAt(1, { full_name: 'Mallory' }, { 'X-Client-Info': sent });
    const [forged, other] = await listed();
    expect(forged).toMatchObject({ state: 'refused', reason, consent: reason });
    expect(other).toMatchObject({ consent: 'recorded' });
    expect(await overdue(), 'although somebody else can be called').toEqual([`refused ${reason} 1`]);
    expect(await ask()).toMatchObject({ full_name: completeRow.full_name });
  });

  test('a list is complete while others erase and send: nothing is hidden and nothing comes twice', async () => {
    await stack.query(storeDue(1200)); // More than two pages of 500.
    const stored = (await stack.query('select id from public.demo_requests')).map(({ id }) => String(id));
    const seen: string[] = [];
    for (let page = await call('list_demo_requests', {}); page.length > 0;) {
      seen.push(...page.map(({ id }) => id));
      const last = page.at(-1)!;
      await call('erase_demo_requests', { request_ids: seen.slice(-2) });
      await send({ full_name: `Visitor ${seen.length}` });
      page = await call('list_demo_requests', { before_time: last.received_at, before_id: last.id });
    }
    expect(stored.filter((id) => !seen.includes(id))).toEqual([]);
    expect(new Set(seen).size).toBe(seen.length);
  });
});
