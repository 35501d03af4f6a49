import type { PGlite } from '@electric-sql/pglite';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TEXT_FIELD_NAMES, ofEachField, textField } from '@/demo-request/fields';
import { readDemoRequest, toRow, validateDemoRequest } from '@/demo-request/validation';
import { cleanText } from '@/demo-request/text';
import { RESET, clockAt, openDatabase, type ApiRole } from '../support/database.ts';
import { CLIENT_INFO } from '../support/postgrest.ts';
import { columnOf, completeRequest, completeRow, manyRows, otherRow } from '../support/rows.ts';
import { vectors } from '../support/vectors.ts';

let database: PGlite;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.exec(RESET));

interface Attempt {
  readonly as?: ApiRole;
  /** Headers of the REST request, as PostgREST hands them over. */
  readonly headers?: Record<string, string>;
}

/** Runs a statement as the REST interface does. Resolves with the rows, or with the SQLSTATE of the refusal. */
async function attempt(sql: string, parameters: unknown[] = [], { as = 'anon', headers }: Attempt = {}) {
  try {
    return await database.transaction(async (transaction) => {
      const all = JSON.stringify({ 'x-client-info': CLIENT_INFO, ...headers });
      await transaction.query("select set_config('request.headers', $1, true)", [all]);
      await transaction.exec(`set local role ${as}`);
      return (await transaction.query<Record<string, unknown>>(sql, parameters)).rows;
    });
  } catch (error) {
    return (error as { code: string }).code;
  }
}

function insert(row: object, how?: Attempt) {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  return attempt(
    `insert into public.demo_requests (${columns.join()}) values (${places.join()})`,
    Object.values(row),
    how,
  );
}

const COLUMNS = Object.keys(completeRow).join();
const INSERT_LIST = `insert into public.demo_requests (${COLUMNS})
  select ${COLUMNS} from json_populate_recordset(null::public.demo_requests, $1)`;

const stored = async () =>
  (await database.query<Record<string, unknown>>('select * from public.demo_requests order by created_at'))
    .rows;

describe('a visitor', () => {
  test.each([
    ['count requests', 'select count(*) from public.demo_requests'],
    ['empty the table', 'truncate public.demo_requests'],
    ['see where requests came from', 'select * from private.consent_records'],
    ['call a function in the private schema', 'select private.request_address()'],
  ])('cannot %s', async (_, sql) => {
    await insert(completeRow);
    expect(await attempt(sql)).toBe('42501');
    expect(await stored()).toHaveLength(1);
  });

  test.each(vectors.filter(({ accepted }) => accepted))(
    'stores what the form sends for a $field that is $name',
    async ({ field, value, stored: sent = value }) => {
      expect(await insert({ ...completeRow, [columnOf(field)]: sent })).toEqual([]);
      expect(await stored()).toMatchObject([{ [columnOf(field)]: sent }]);
    },
  );

  test.each(vectors.filter(({ accepted }) => !accepted))(
    'cannot store, bypassing the form, a $field that is $name',
    async ({ field, value }) => {
      expect(await insert({ ...completeRow, [columnOf(field)]: value })).toBe('23514');
    },
  );

  test('stores any text at all that the form sends', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
      fc.string({ unit: 'grapheme', minLength: 1 }),
    );
    const typed = fc.record({
      ...ofEachField((name) => {
        if (!textField(name).isValid) return text;
        const example = fc.constant(completeRequest[name]);
        // Mostly the field's example: the form refuses most other texts.
        return fc.oneof(
          { arbitrary: example, weight: 9 },
          { arbitrary: fc.maxSafeNat().map(String), weight: 1 },
        );
      }),
      email: text.map((name) => `${name}@example.com`),
      phoneNumber: fc.stringMatching(/^(\+?1[ .-]?)?\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}$/),
    });
    await fc.assert(
      fc.asyncProperty(typed, async (texts) => {
        const request = readDemoRequest({ ...texts, acceptedTerms: 'on' });
        if (Object.keys(validateDemoRequest(request)).length > 0) return;
        expect(await insert(toRow(request))).toEqual([]);
        expect(await stored()).toContainEqual(expect.objectContaining(toRow(request)));
      }),
    );
    expect((await stored()).length).toBeGreaterThan(50);
  });
});

describe('a second request', () => {
  test.each(TEXT_FIELD_NAMES.map(columnOf))('that differs in %s alone is stored as well', async (column) => {
    await insert(completeRow);
    await insert({ ...completeRow, [column]: otherRow[column] });
    expect(await stored()).toHaveLength(2);
  });

  test.each(['full_name', 'company_name', 'industry'] as const)(
    'that differs in %s alone, and there only in invisible characters, is not stored',
    async (column) => {
      await insert(completeRow);
      const [first, ...rest] = completeRow[column];
      for (const text of [`\u200B${first}\u00AD${rest.join('')}`, `${completeRow[column]}\u2800\uFE0F`])
        expect(await insert({ ...completeRow, [column]: text })).toEqual([]);
      expect(await stored()).toHaveLength(1);
    },
  );
});

const from = (address: string): Attempt => ({ headers: { 'x-forwarded-for': address } });

async function sendTwenty(how: Attempt) {
  for (const row of manyRows(20)) expect(await insert(row, how)).toEqual([]);
}

describe('one address', () => {
  test('makes twenty requests an hour and is then refused, while another is not', async () => {
    await sendTwenty(from('203.0.113.7'));
    expect(await insert(completeRow, from('203.0.113.7'))).toBe('PGRST');
    expect(await stored()).toHaveLength(20);
    expect(await insert(completeRow, from('203.0.113.8'))).toEqual([]);
  });

  test('may repeat a request even at its limit, and a repeat never counts', async () => {
    await insert(completeRow, from('203.0.113.7'));
    for (let time = 0; time < 20; time += 1)
      expect(await insert(completeRow, from('203.0.113.7'))).toEqual([]);
    for (const row of manyRows(19)) expect(await insert(row, from('203.0.113.7'))).toEqual([]);
    expect(await insert(completeRow, from('203.0.113.7'))).toEqual([]);
    expect(await stored()).toHaveLength(20);
  });

  test('may go on an hour later', async () => {
    await sendTwenty(from('203.0.113.7'));
    await database.exec(clockAt("now() + interval '1 hour'"));
    expect(await insert(completeRow, from('203.0.113.7'))).toEqual([]);
  });

  test('of IPv6 is a whole /64, and all of a /48 together make forty requests an hour', async () => {
    const network = (n: number) => from(`2001:db8:1:${n.toString(16)}::${n}`);
    for (const [n, row] of manyRows(20).entries())
      expect(await insert(row, from(`2001:db8:1::${n}`))).toEqual([]);
    expect(await insert(completeRow, from('2001:db8:1::77'))).toBe('PGRST');
    for (const [n, row] of manyRows(40).slice(20).entries())
      expect(await insert(row, network(n + 1))).toEqual([]);
    expect(await insert(completeRow, network(99))).toBe('PGRST');
    expect(await insert(completeRow, from('2001:db8:2::1'))).toEqual([]);
  });

  test('does not spend its requests on rows that are refused', async () => {
    for (const row of manyRows(21)) await insert({ ...row, email: 'nothing' }, from('203.0.113.7'));
    expect(await insert(completeRow, from('203.0.113.7'))).toEqual([]);
  });

  test.each<[string, Record<string, string>, string]>([
    ['the first that was forwarded', { 'x-forwarded-for': '203.0.113.7, 10.0.0.1' }, '203.0.113.7'],
    ['written with its port', { 'x-forwarded-for': '203.0.113.7:51234' }, '203.0.113.7'],
    ['an IPv4 address written as IPv6', { 'x-forwarded-for': '::ffff:203.0.113.7' }, '203.0.113.7'],
    ['an IPv6 address', { 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' }, '2001:db8:1:2:3:4:5:6'],
    ['IPv6 with its port', { 'x-forwarded-for': '[2001:db8:1:2::6]:443' }, '2001:db8:1:2::6'],
    [
      'what Cloudflare saw, whatever the visitor claims',
      { 'cf-connecting-ip': '203.0.113.7', 'x-forwarded-for': '198.51.100.1' },
      '203.0.113.7',
    ],
    ['not an address at all', { 'x-forwarded-for': 'unknown' }, '0.0.0.0'],
    ['empty', { 'x-forwarded-for': ', 203.0.113.7' }, '0.0.0.0'],
    [
      'empty, whatever the visitor claims',
      { 'cf-connecting-ip': '', 'x-forwarded-for': '203.0.113.7' },
      '0.0.0.0',
    ],
  ])('is recorded for the limit when it is %s', async (_, headers, address) => {
    await insert(completeRow, { headers });
    const counted = await database.query('select host(address) as address from private.consent_records');
    expect(counted.rows).toEqual([{ address }]);
  });

  test('is not limited where no header names it', async () => {
    for (const row of manyRows(21)) expect(await insert(row, { headers: {} })).toEqual([]);
  });
});

const restore = (rows: object[]) => database.query(INSERT_LIST, [JSON.stringify(rows)]);

describe('the team', () => {
  test('reads and deletes requests with the service role', async () => {
    await insert(completeRow);
    const as = 'service_role';
    expect(await attempt('select full_name from public.demo_requests', [], { as })).toEqual([
      { full_name: completeRow.full_name },
    ]);
    expect(await attempt('delete from public.demo_requests', [], { as })).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  test('restores many rows at once, identical ones too, but none without consent', async () => {
    await restore([completeRow, completeRow, ...manyRows(3)]);
    expect(await stored()).toHaveLength(5);
    await expect(restore([{ ...completeRow, accepted_terms: false }])).rejects.toMatchObject({
      constraint: 'terms_are_accepted',
    });
  });
});

describe('the schema', () => {
  test('gives security definer functions an empty search path, and visitors no function in public', async () => {
    const { rows } = await database.query<Record<string, unknown>>(
      `select proname from pg_proc
       where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
         and (prosecdef and not coalesce(proconfig @> array['search_path=""'], false)
              or pronamespace = 'public'::regnamespace
                and (has_function_privilege('authenticated', oid, 'execute') or has_function_privilege('anon', oid, 'execute')))`,
    );
    expect(rows).toEqual([]);
  });

  test('lets no API role use the private schema, and gives authenticated no rights to public tables', async () => {
    const { rows } = await database.query<Record<string, unknown>>(
      `select relname, rolname from pg_class cross join pg_roles
       where relkind = 'r' and rolname in ('anon', 'authenticated', 'service_role') and (
         relnamespace = 'private'::regnamespace and has_schema_privilege(rolname, relnamespace, 'usage')
         or relnamespace = 'public'::regnamespace and rolname = 'authenticated'
           and (has_any_column_privilege(rolname, pg_class.oid, 'select, insert, update')
                or has_table_privilege(rolname, pg_class.oid, 'delete, truncate')))`,
    );
    expect(rows).toEqual([]);
  });

  test('takes as long a text as the form does, and none longer', async () => {
    for (const name of TEXT_FIELD_NAMES) {
      const { maxLength } = textField(name);
      if (!maxLength) continue;
      const row = (length: number) => ({
        ...completeRow,
        [columnOf(name)]: name === 'email' ? '@a.b'.padStart(length, 'e') : 'é'.repeat(length),
      });
      expect(await insert(row(maxLength))).toEqual([]);
      expect(await insert(row(maxLength + 1))).toBe('23514');
    }
  });

  test('knows every character that the form takes for invisible', async () => {
    const all = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((character) => character.trim() && !cleanText(character) && !/\p{Cc}/u.test(character));
    expect(all.length).toBeGreaterThan(4_000);
    for (let start = 0; start < all.length; start += 200) {
      const unseen = all.slice(start, start + 200).join('');
      expect(await insert({ ...completeRow, full_name: unseen })).toBe('23514');
    }
  });
});
