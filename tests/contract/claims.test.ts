import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consentVersion } from '@/build/consent';
import { ofEachField, TEXT_FIELD_NAMES } from '@/lib/demo-fields';
import type { DemoRequestRow } from '@/lib/demo-request';
import { clientFor, hasPostgrest, startPostgrestStack, type PostgrestStack } from '../support/postgrest.ts';
import { columnOf, completeRow } from '../support/rows.ts';

let stack: PostgrestStack;

/** Calls a function as the automation does, with the secret key. */
async function call(name: string, parameters: object) {
  const { data } = await clientFor(stack.url, 'service_role').rpc(name, parameters).throwOnError();
  return data;
}

interface Claim {
  dial: boolean;
  reason?: string;
  request_id: string;
}

/** What the webhook is sent for a stored request. */
const webhookBody = (row: DemoRequestRow) => ({
  ...ofEachField((name) => row[columnOf(name)]),
  timestamp: new Date().toISOString(),
});

const claim = (row: DemoRequestRow): Promise<Claim> =>
  call('claim_demo_request', { request: webhookBody(row) });

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

/** What the team is shown of the requests that are stored. */
const listed = async () =>
  ((await call('list_demo_requests', {})) as Listed[]).filter(({ state }) => state !== 'deleted');

/** Makes everything that was decided so far as much older. */
const pass = (time: string) =>
  stack.query(`update private.demo_request_claims set decided_at = decided_at - interval '${time}'`);

/** Registers words of consent as a migration does. */
const register = (seller: string, words: string) =>
  stack.query('insert into private.consent_wordings (version, seller, words) values ($1, $2, $3)', [
    consentVersion(seller, words),
    seller,
    words,
  ]);

describe.skipIf(!hasPostgrest)('through the real PostgREST, on a real PostgreSQL server', () => {
  beforeAll(async () => {
    stack = await startPostgrestStack();
  });
  afterAll(() => stack?.stop());
  beforeEach(() => stack.empty());

  test('one request sent twenty times at once is stored once', async () => {
    await times(20, () => send());
    expect(await listed()).toHaveLength(1);
  });

  test('fifty copies of one webhook at once: one is told to dial, with everything a call needs', async () => {
    const row = await send();
    // Sent again with what nobody sees, it is the same request, and so is its webhook.
    const again = await send({ full_name: `\u200B${row.full_name}` });
    const answers = await times(50, (n) => claim(n % 2 ? row : again));
    const dialled = answers.filter(({ dial }) => dial);
    expect(dialled).toEqual([
      {
        dial: true,
        ...Object.fromEntries(TEXT_FIELD_NAMES.map(columnOf).map((column) => [column, row[column]])),
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        phone_number: '+14155552671',
      },
    ]);
    expect(answers.filter(({ reason }) => reason === 'already_claimed')).toHaveLength(49);
    expect(await listed()).toMatchObject([{ state: 'claimed', reason: null }]);
  });

  test('two requests for one number at once: one call, and the second waits ten minutes', async () => {
    const rows = [await send(), await send({ email: 'lee@reyes-heating.example' })];
    const answers = await Promise.all(rows.map(claim));
    expect(answers.map(({ reason }) => reason).toSorted()).toEqual(['called_too_often', undefined]);
    const refused = rows[answers.findIndex(({ dial }) => !dial)]!;
    await pass('9 minutes');
    expect(await claim(refused)).toMatchObject({ reason: 'called_too_often' });
    await pass('1 minute');
    expect(await claim(refused)).toMatchObject({ dial: true });
  });

  test('a number is called twice a day, and all numbers together a hundred times an hour', async () => {
    for (const name of ['Dana', 'Lee']) {
      expect(await claim(await send({ full_name: name }))).toMatchObject({ dial: true });
      await pass('11 hours');
    }
    const third = await send({ full_name: 'Sam' });
    expect(await claim(third)).toMatchObject({ reason: 'called_too_often' });
    await pass('2 hours');
    expect(await claim(third)).toMatchObject({ dial: true });

    await stack.query(
      `with imported as (
         insert into public.demo_requests (full_name, company_name, industry, phone_number, accepted_terms, email)
         select 'Caller ' || n, 'Co', 'HVAC', '(415) 555-' || 3000 + n, true, n || '@co.example'
         from generate_series(1, 98) as n returning id, phone_number
       )
       insert into private.demo_request_claims select id, phone_number, 'claimed' from imported`,
    );
    const rows = await times(5, (n) => send({ phone_number: `(415) 555-400${n}` }));
    const answers = await Promise.all(rows.map(claim));
    expect(answers.filter(({ dial }) => dial)).toHaveLength(1);
    expect(answers.filter(({ reason }) => reason === 'called_too_often')).toHaveLength(4);
  });

  test('a number that no subscriber in the US or Canada has is not dialled', async () => {
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

  test('whatever describes no stored request is told not to dial', async () => {
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
        await call('claim_demo_request', { request }),
        `for ${JSON.stringify(request).slice(0, 99)}`,
      ).toEqual({
        dial: false,
        reason: 'no_such_request',
      });
    await stack.query("update public.demo_requests set created_at = now() - interval '30 minutes'");
    expect(await claim(row)).toEqual({ dial: false, reason: 'no_such_request' });
    expect(await listed()).toMatchObject([{ state: 'missed' }]);
  });

  test('a call that could not be placed is released, and is claimed again as often as it was released', async () => {
    const row = await send();
    const { request_id } = await claim(row);
    const released = () => call('release_demo_request', { request_id }) as Promise<boolean>;
    const outcomes = await times(40, (n) => (n % 2 ? claim(row).then(({ dial }) => dial) : released()));
    const releases = outcomes.filter((yes, n) => yes && n % 2 === 0).length;
    const dials = 1 + outcomes.filter((yes, n) => yes && n % 2 === 1).length;
    expect(releases).toBeGreaterThan(0);
    const { state } = (await listed())[0]!;
    expect(dials - releases).toBe(state === 'claimed' ? 1 : 0);
  });

  test('a missed webhook leaves a request that waits, is found and is dialled once', async () => {
    const row = await send();
    expect(await call('unclaimed_demo_requests', { older_than: '1 minute' })).toEqual([]);
    await stack.query("update public.demo_requests set created_at = created_at - interval '2 minutes'");
    expect(await listed()).toMatchObject([{ state: 'waiting' }]);
    const [found] = (await call('unclaimed_demo_requests', { older_than: '1 minute' })) as object[];
    expect(found).toEqual({ ...webhookBody(row), timestamp: expect.any(String) });
    expect(await call('claim_demo_request', { request: found })).toMatchObject({ dial: true });
    expect(await call('unclaimed_demo_requests', { older_than: '1 minute' })).toEqual([]);
  });

  test('a number that asked not to be called is not, however it was written, until it is allowed', async () => {
    expect(await call('stop_demo_calls', { phone_number: '+1 415-555-2671', note: 'by mail' })).toBe(
      '(415) 555-2671',
    );
    const row = await send();
    expect(await claim(row)).toMatchObject({ reason: 'asked_not_to_be_called' });
    expect(await listed()).toMatchObject([{ state: 'refused', reason: 'asked_not_to_be_called' }]);
    expect(await call('allow_demo_calls', { phone_number: '4155552671' })).toBe(true);
    expect(await claim(row)).toMatchObject({ dial: true });
    const foreign = await clientFor(stack.url, 'service_role').rpc('stop_demo_calls', {
      phone_number: '+44 20 7946 0958',
    });
    expect(foreign).toMatchObject({ status: 400, error: { code: '22023' } });
  });

  test('a request erased while it is claimed leaves nothing personal, and its number stays stopped', async () => {
    const headers = { 'User-Agent': 'Erasable/1.0', 'X-Forwarded-For': '203.0.113.77' };
    const row = await send({ full_name: 'Erna Erasable', phone_number: '(415) 555-7777' }, headers);
    const { id } = (await listed())[0]!;
    const answers = await times(30, (n) =>
      n === 15 ? call('erase_demo_request', { request_id: id }) : claim(row),
    );
    expect(answers[15]).toBe(true);
    expect(answers.filter((answer) => (answer as Claim).dial).length).toBeLessThanOrEqual(1);
    await call('stop_demo_calls', { phone_number: row.phone_number });
    expect(await call('erase_demo_request', { request_id: id })).toBe(false);

    const tables = await stack.query(
      "select oid::regclass::text as name from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r'",
    );
    for (const { name } of tables) {
      const found = await stack.query(
        `select * from ${name} as kept where kept::text ~ 'Eras|555-7777|203.0.113.77'`,
      );
      expect(found, `in ${name}`).toHaveLength(name === 'private.stopped_numbers' ? 1 : 0);
    }
    expect(await claim(await send({ phone_number: row.phone_number }))).toMatchObject({
      reason: 'asked_not_to_be_called',
    });
  });

  describe('the record of consent', () => {
    test('keeps the words as they were shown, also after they have changed twice', async () => {
      const words = 'I’d agree; “yes”: 50 % – to {everything}.\nEven to this.';
      await register('Lamplight', words);
      const clientInfo = `supabase-js/2.119.0; runtime=web; consent=${consentVersion('Lamplight', words)}`;
      await send(
        {},
        {
          'X-Client-Info': clientInfo,
          'X-Forwarded-For': '203.0.113.7',
          'User-Agent': 'Browser/1.0',
        },
      );
      await register('Lamplight', 'Second words');
      await register('Lamplight', 'Third words');
      const shown = {
        consent_words: words,
        consent_seller: 'Lamplight',
        address: '203.0.113.7',
        user_agent: 'Browser/1.0',
        full_name: completeRow.full_name,
        phone_number: completeRow.phone_number,
      };
      expect(await listed()).toMatchObject([{ ...shown, state: 'waiting' }]);
      // The record outlives the request, and nobody rewrites it.
      await stack.query('delete from public.demo_requests');
      const records = (await call('list_demo_requests', {})) as Listed[];
      expect(records.filter(({ address }) => address === '203.0.113.7')).toMatchObject([
        { ...shown, state: 'deleted' },
      ]);
      for (const sql of [
        "update private.consent_records set user_agent = ''",
        'delete from private.consent_records',
        'truncate private.consent_records',
        "update private.consent_wordings set words = 'Others'",
      ])
        await expect(stack.query(sql)).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
    });

    test.each([
      ['missing', '', null],
      ['not a version', 'supabase-js/2.119.0; consent=perhaps', null],
      ['hostile', `x; consent='); drop table private.consent_records; --`, null],
      ['unknown', 'x; consent=0123456789abcdef', '0123456789abcdef'],
    ])('is kept and flagged when the words’ version is %s', async (_, clientInfo, version) => {
      await send({}, { 'X-Client-Info': clientInfo });
      expect(await listed()).toMatchObject([{ consent_version: version, consent_words: null }]);
    });
  });
});
