/** What the REST interface lets a visitor and the team do with requests, on a real and on the embedded back end. */
import * as fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { connect } from '@/demo-request/database';
import { TEXT_FIELD_NAMES, textField } from '@/demo-request/fields';
import { readDemoRequest, toRow, validateDemoRequest } from '@/demo-request/validation';
import { cleanText } from '@/demo-request/text';
import { startBackend } from '../../tools/start/back-end.ts';
import { RESET, clockAt } from '../support/database.ts';
import { asTeam, asVisitor, hasPostgrest, startPostgrestStack } from '../support/postgrest.ts';
import { columnOf, completeRequest, completeRow, manyRows, otherRow } from '../support/rows.ts';
import { vectors } from '../support/vectors.ts';

if (!hasPostgrest) console.warn('The real PostgREST is installed on Linux (x64) alone: it is SKIPPED here.');

const BACK_ENDS = { real: startPostgrestStack, embedded: () => startBackend() };

let backEnd: Awaited<ReturnType<(typeof BACK_ENDS)[keyof typeof BACK_ENDS]>>;

const visitor = (headers?: Record<string, string>) => asVisitor(backEnd, headers).from('demo_requests');
const team = () => asTeam(backEnd).from('demo_requests');
const send = (row: object, headers?: Record<string, string>) => visitor(headers).insert(row as never);

async function insert(row: object, headers?: Record<string, string>): Promise<number | string> {
  const { status, error } = await send(row, headers);
  return error?.code ?? status;
}

/** A client that knows no types: what the page does not send can be sent all the same. */
const anybody = () => connect(backEnd.url, backEnd.publishableKey);

const stored = () => backEnd.query('select * from public.demo_requests order by created_at');

const mallory = { full_name: 'Mallory' } as never;
const { email } = completeRow;
const withoutConsent = { ...otherRow, accepted_terms: false };

/** The code is PostgreSQL's (23502 null, 23514 check, 42501 privilege) or PostgREST's; none where the back ends differ. */
type Attempt = [what: string, attempt: () => PromiseLike<unknown>, status: number, code?: string];

/** What nobody may do; each is tried while a request is stored. */
const REFUSED: Attempt[] = [
  ['read', () => visitor().select(), 401, '42501'],
  ['have the new row returned', () => visitor().insert(otherRow).select(), 401, '42501'],
  ['change', () => anybody().from('demo_requests').update(mallory).eq('email', email), 401, '42501'],
  ['delete', () => visitor().delete().eq('email', email), 401, '42501'],
  ['replace', () => visitor().upsert(otherRow), 401, '42501'],
  ['choose the id', () => send({ ...otherRow, id: crypto.randomUUID() }), 401, '42501'],
  ['choose the time', () => send({ ...otherRow, created_at: '2020-01-01' }), 401, '42501'],
  ['choose the state', () => send({ ...otherRow, state: 'placed' }), 401, '42501'],
  // The columns of fields that an owner adds are left out: they may be null.
  ...['full_name', 'email', 'company_name', 'industry', 'phone_number'].map<Attempt>((column) => [
    `store a request without ${column}`,
    () => send({ ...otherRow, [column]: undefined }),
    400,
    '23502',
  ]),
  ['store a request without consent', () => send(withoutConsent), 401, '42501'],
  ['leave consent out', () => send({ ...otherRow, accepted_terms: undefined }), 401, '42501'],
  ['send bare digits', () => send({ ...otherRow, phone_number: '4155552671' }), 400, '23514'],
  ['send an untrimmed name', () => send({ ...otherRow, full_name: ' Dana' }), 400, '23514'],
  ['send a name of two lines', () => send({ ...otherRow, full_name: 'Dana\nReyes' }), 400, '23514'],
  ['store two at once', () => visitor().insert(manyRows(2)), 400, '23514'],
  ['store as the team', () => team().insert(otherRow), 403, '42501'],
  ['change as the team', () => team().update(mallory).eq('email', email), 403, '42501'],
  ['send a NUL', () => send({ ...otherRow, full_name: 'Da\u0000na' }), 400],
  ['send a new column', () => send({ ...otherRow, admin: true }), 400, 'PGRST204'],
  ['reach the private schema', () => anybody().schema('private').from('consent_records').select(), 406],
  ['reach a private table', () => anybody().from('consent_records').insert(otherRow), 404],
  ['call a private function', () => anybody().schema('private').rpc('request_address'), 406],
  ['ask whom to call', () => anybody().rpc('next_demo_call'), 401, '42501'],
];

const from = (address: string) => ({ 'X-Forwarded-For': address });

for (const [name, start] of Object.entries(BACK_ENDS))
  describe.skipIf(name === 'real' && !hasPostgrest)(`through the ${name} back end, a visitor`, () => {
    beforeAll(async () => {
      backEnd = await start();
      return () => backEnd.close();
    });
    beforeEach(() => {
      // The embedded back end logs refusals.
      vi.spyOn(console, 'error').mockReturnValue();
      return backEnd.query(RESET);
    });

    test.each(REFUSED)('cannot %s', async (_, attempt, status, code) => {
      await insert(completeRow);
      expect(await attempt()).toMatchObject({ status, ...(code ? { error: { code } } : {}) });
      expect(await stored()).toMatchObject([completeRow]);
    });

    test('who sends a request gets status 201 and no data, and counts one row, also for the same again', async () => {
      const answer = { error: null, status: 201, data: null, count: 1 };
      for (const row of [completeRow, otherRow, completeRow])
        expect(await visitor().insert(row, { count: 'exact' })).toMatchObject(answer);
      expect(await stored()).toMatchObject([completeRow, otherRow, completeRow]);
    });

    test('has each of the requests stored that arrive at once, the same again too, among others that are refused', async () => {
      const attempts = Array.from({ length: 20 }, () => [completeRow, withoutConsent, completeRow]).flat();
      const outcomes = await Promise.all(attempts.map((row) => insert(row)));
      expect(outcomes).toEqual(attempts.map((row) => (row === withoutConsent ? '42501' : 201)));
      expect(await stored()).toHaveLength(40);
    });

    test('makes twenty requests an hour from one address, is told when to go on, and does', async () => {
      const here = from('203.0.113.7');
      for (const row of manyRows(20)) {
        const refused = { ...row, email: 'no address' };
        expect(await insert(refused, here), 'a refused one does not count').toBe('23514');
        expect(await insert(row, here)).toBe(201);
      }
      // supabase-js does not hand these headers on.
      const { status, headers } = await fetch(`${backEnd.url}/rest/v1/demo_requests`, {
        method: 'POST',
        headers: { apikey: backEnd.publishableKey, 'Content-Type': 'application/json', ...here },
        body: JSON.stringify(otherRow),
      });
      expect([status, headers.get('retry-after')]).toEqual([429, '3600']);
      expect(await insert(completeRow, from('203.0.113.8'))).toBe(201);
      expect(await insert(completeRow, here), 'a request of somebody else').toBe('429');
      expect(await stored()).toHaveLength(21);
      await backEnd.query(clockAt("now() + interval '1 hour'"));
      expect(await insert(otherRow, here)).toBe(201);
    });

    // The rest does not depend on the REST interface: it runs once, on the real back end where that is installed.
    if (name === 'embedded' && hasPostgrest) return;

    test.each(vectors)(
      'has a $field that is $name stored as the form sends it, or is refused as the form refuses it',
      async ({ field, value, stored: sent }) => {
        const row = { ...completeRow, [columnOf(field)]: sent ?? value };
        expect(await insert(row)).toBe(sent === undefined ? '23514' : 201);
        expect(await stored()).toMatchObject(sent === undefined ? [] : [row]);
      },
    );

    test('has any text at all stored that the form sends', async () => {
      const texts = (['binary', 'grapheme'] as const).flatMap((unit) =>
        fc.sample(fc.string({ unit, minLength: 1, maxLength: 200 }), 100),
      );
      const rows = texts
        .map((text) => {
          const typed = { fullName: text, companyName: text, industry: text, email: `${text}@example.com` };
          return readDemoRequest({ ...completeRequest, ...typed, acceptedTerms: 'on' });
        })
        .filter((request) => Object.keys(validateDemoRequest(request)).length === 0)
        .map(toRow);
      expect(rows.length, 'texts that the form accepts').toBeGreaterThan(50);
      for (const row of rows) expect(await insert(row), `for ${JSON.stringify(row)}`).toBe(201);
      expect(await stored()).toMatchObject(rows);
    });

    test('may write as long a text as the form takes, and none longer', async () => {
      for (const field of TEXT_FIELD_NAMES) {
        const { maxLength } = textField(field);
        if (!maxLength) continue;
        const row = (length: number) => ({
          ...completeRow,
          [columnOf(field)]: field === 'email' ? '@a.b'.padStart(length, 'e') : 'é'.repeat(length),
        });
        expect(await insert(row(maxLength))).toBe(201);
        expect(await insert(row(maxLength + 1))).toBe('23514');
      }
    });

    test('cannot make the database grow by a text that is far too long', async () => {
      const size = "select pg_total_relation_size('private.consent_records')::integer as bytes";
      const before = await backEnd.query(size);
      const full_name = Array.from({ length: 30_000 }, () => crypto.randomUUID()).join('');
      expect(await insert({ ...completeRow, full_name })).toBe('23514');
      expect(await backEnd.query(size)).toEqual(before);
    });

    test('cannot send a name of nothing but characters that the form takes for invisible', async () => {
      // The code points that the form removes, but for surrogates, control characters and white space.
      const all = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
        (character) => !/[\p{Cs}\p{Cc}\s]/u.test(character) && !cleanText(character),
      );
      expect(all.length).toBeGreaterThan(4_000);
      // They are sent in names of 200, the most characters that a name may have.
      for (let begin = 0; begin < all.length; begin += 200) {
        const full_name = all.slice(begin, begin + 200).join('');
        expect(await insert({ ...completeRow, full_name })).toBe('23514');
      }
    });

    test('has, on IPv6, twenty requests in a whole /64, and forty in a /48', async () => {
      for (const [n, row] of manyRows(20).entries())
        expect(await insert(row, from(`2001:db8:1::${n}`))).toBe(201);
      expect(await insert(completeRow, from('2001:db8:1::77'))).toBe('429');
      for (const [n, row] of manyRows(40).slice(20).entries())
        expect(await insert(row, from(`2001:db8:1:${n + 1}::${n}`))).toBe(201);
      expect(await insert(completeRow, from('2001:db8:1:99::1'))).toBe('429');
      expect(await insert(completeRow, from('2001:db8:2::1'))).toBe(201);
    });

    test.each<[what: string, headers: Record<string, string>, stored: string]>([
      ['the first that was forwarded', from('203.0.113.7, 10.0.0.1'), '203.0.113.7'],
      ['written with its port', from('203.0.113.7:51234'), '203.0.113.7'],
      ['an IPv4 address written as IPv6', from('::ffff:203.0.113.7'), '203.0.113.7'],
      ['an IPv6 address', from('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2:3:4:5:6'],
      ['IPv6 with its port', from('[2001:db8:1:2::6]:443'), '2001:db8:1:2::6'],
      ['what Cloudflare saw', { 'cf-connecting-ip': '203.0.113.7', ...from('198.51.100.1') }, '203.0.113.7'],
      ['not an address at all', from('unknown'), '0.0.0.0'],
      ['empty', from(', 203.0.113.7'), '0.0.0.0'],
      ['empty, whatever is claimed', { 'cf-connecting-ip': '', ...from('203.0.113.7') }, '0.0.0.0'],
    ])('has the address recorded for the limit: %s', async (_, headers, address) => {
      await insert(completeRow, headers);
      const recorded = await backEnd.query('select host(address) as address from private.consent_records');
      expect(recorded).toEqual([{ address }]);
    });

    test('has no limit where no header names the address, and sends to a team that reads and deletes requests', async () => {
      const rows = manyRows(21);
      for (const row of rows) expect(await insert(row)).toBe(201);
      expect((await team().select()).data).toMatchObject(rows);
      expect(await team().delete().eq('email', email)).toMatchObject({ error: null });
      expect(await stored()).toEqual([]);
    });

    test('has requests that the owner may restore at once, identical ones too, but none without consent', async () => {
      const columns = Object.keys(completeRow).join();
      const restore = (...rows: object[]) =>
        backEnd.query(`insert into public.demo_requests (${columns}) select ${columns}
          from json_populate_recordset(null::public.demo_requests, $rows$${JSON.stringify(rows)}$rows$)`);
      await restore(completeRow, completeRow, ...manyRows(3));
      expect(await stored()).toHaveLength(5);
      await expect(restore(withoutConsent)).rejects.toMatchObject({ code: '23514' });
    });

    test('has no rights but to insert, and no API role any in the private schema', async () => {
      // The last select: functions with their owner's rights have to fix the search path.
      const rights = await backEnd.query(
        `select relname, rolname from pg_class cross join pg_roles
         where relkind = 'r' and rolname in ('anon', 'authenticated', 'service_role') and (
           relnamespace = 'private'::regnamespace and has_schema_privilege(rolname, relnamespace, 'usage')
           or relnamespace = 'public'::regnamespace and rolname <> 'service_role'
             and (has_any_column_privilege(rolname, pg_class.oid, 'select, update')
                  or has_table_privilege(rolname, pg_class.oid, 'insert, delete, truncate')))
         union all select proname, rolname from pg_proc cross join pg_roles
         where pronamespace = 'public'::regnamespace and rolname in ('anon', 'authenticated')
           and has_function_privilege(rolname, pg_proc.oid, 'execute')
         union all select proname, 'search path not fixed' from pg_proc
         where prosecdef and pronamespace in ('public'::regnamespace, 'private'::regnamespace)
           and not coalesce(proconfig @> array['search_path=""'], false)`,
      );
      expect(rights).toEqual([]);
    });
  });
