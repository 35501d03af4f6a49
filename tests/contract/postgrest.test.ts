import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  clientFor,
  hasPostgrest,
  keyFor,
  startPostgrestStack,
  type PostgrestStack,
} from '../support/postgrest.ts';
import { completeRow, manyRows } from '../support/rows.ts';

if (!hasPostgrest)
  console.warn(`
  ┌──────────────────────────────────────────────────────────────────────────────┐
  │ SKIPPED: the contract through the real PostgREST. It is installed on Linux   │
  │ (x64) alone; the other contract tests have run here.                         │
  └──────────────────────────────────────────────────────────────────────────────┘
`);

let stack: PostgrestStack;

const requests = (headers?: Record<string, string>) =>
  clientFor(stack.url, 'anon', headers).from('demo_requests');

/** A request as any HTTP client could make it, with the public key. */
async function send(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
  const key = keyFor('anon');
  const response = await fetch(`${stack.url}/rest/v1/${path}`, {
    method,
    headers: { apikey: key, Authorization: `Bearer ${key}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    code: text.startsWith('{') ? (JSON.parse(text) as { code?: string }).code : undefined,
  };
}

const asJson = (body: unknown) => JSON.stringify(body);
const asForm = (row: object) => new URLSearchParams(row as Record<string, string>).toString();
const asCsv = (rows: object[]) =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    .map((cells) => cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join())
    .join('\n');

const JSON_BODY = { 'Content-Type': 'application/json' };
const CSV_BODY = { 'Content-Type': 'text/csv' };
const FORM_BODY = { 'Content-Type': 'application/x-www-form-urlencoded' };

const stored = () => stack.query('select * from public.demo_requests');

describe.skipIf(!hasPostgrest)('through the real PostgREST', () => {
  beforeAll(async () => {
    stack = await startPostgrestStack();
  });
  afterAll(() => stack?.stop());
  beforeEach(() => stack.empty());

  describe('a visitor with supabase-js', () => {
    test('stores one complete, consenting request and gets status 201 without an error', async () => {
      expect(await requests().insert(completeRow)).toMatchObject({ error: null, status: 201, data: null });
      expect(await stored()).toMatchObject([completeRow]);
    });

    test('sends an identical request again: 201, and still one row', async () => {
      await requests().insert(completeRow);
      expect(await requests().insert(completeRow)).toMatchObject({ error: null, status: 201 });
      expect(await stored()).toHaveLength(1);
    });

    test('cannot read', async () => {
      await requests().insert(completeRow);
      expect(await requests().select()).toMatchObject({ status: 401, error: { code: '42501' }, data: null });
      expect(await requests().select('*', { count: 'exact', head: true })).toMatchObject({ status: 401 });
    });

    test('cannot have the new row returned, and then none is stored', async () => {
      expect(await requests().insert(completeRow).select()).toMatchObject({
        status: 401,
        error: { code: '42501' },
      });
      expect(await stored()).toEqual([]);
    });

    test('cannot change, replace or delete', async () => {
      await requests().insert(completeRow);
      const refusal = { status: 401, error: { code: '42501' } };
      const { email } = completeRow;
      expect(await requests().update({ full_name: 'Mallory' }).eq('email', email)).toMatchObject(refusal);
      expect(await requests().delete().eq('email', email)).toMatchObject(refusal);
      expect(await requests().upsert({ ...completeRow, full_name: 'Mallory' })).toMatchObject(refusal);
      expect(
        await requests().upsert({ ...completeRow, full_name: 'Mallory' }, { ignoreDuplicates: true }),
      ).toMatchObject(refusal);
      expect(await stored()).toMatchObject([completeRow]);
    });

    test.each([
      ['no name', { ...completeRow, full_name: null }, 400, '23502'],
      ['no consent', { ...completeRow, accepted_terms: false }, 401, '42501'],
      ['a number of bare digits', { ...completeRow, phone_number: '4155552671' }, 400, '23514'],
      ['text that Postgres has no character for', { ...completeRow, full_name: 'Da\u0000na' }, 400, '22P05'],
    ])('cannot store a request with %s', async (_, row: object, status, code) => {
      expect(await requests().insert(row)).toMatchObject({ status, error: { code } });
      expect(await stored()).toEqual([]);
    });
  });

  describe('a visitor with any other HTTP client', () => {
    test.each([
      ['a list of one', JSON_BODY, asJson([completeRow])],
      ['CSV', CSV_BODY, asCsv([completeRow])],
      ['a native form', FORM_BODY, asForm(completeRow)],
    ])('may send the same one row as %s', async (_, headers, body) => {
      expect(await send('POST', 'demo_requests', headers, body)).toMatchObject({ status: 201 });
      expect(await stored()).toMatchObject([completeRow]);
    });

    const withId = { ...completeRow, id: '00000000-0000-4000-8000-000000000000' };
    const unwilling = { ...completeRow, accepted_terms: false };
    test.each([
      ['two rows as JSON', JSON_BODY, asJson(manyRows(2)), 400, '23514'],
      ['two rows as CSV', CSV_BODY, asCsv(manyRows(2)), 400, '23514'],
      ['an id as CSV', CSV_BODY, asCsv([withId]), 401, '42501'],
      ['an id as a native form', FORM_BODY, asForm(withId), 401, '42501'],
      ['no consent as CSV', CSV_BODY, asCsv([unwilling]), 401, '42501'],
      ['no consent as a native form', FORM_BODY, asForm(unwilling), 401, '42501'],
      ['consent in words', JSON_BODY, asJson({ ...completeRow, accepted_terms: 'perhaps' }), 400, '22P02'],
      ['a column that does not exist', JSON_BODY, asJson({ ...completeRow, admin: true }), 400, 'PGRST204'],
      ['an empty object', JSON_BODY, '{}', 401, '42501'],
    ])('cannot send %s', async (_, headers, body, status, code) => {
      expect(await send('POST', 'demo_requests', headers, body)).toMatchObject({ status, code });
      expect(await stored()).toEqual([]);
    });

    test('stores nothing by sending an empty list', async () => {
      await send('POST', 'demo_requests', JSON_BODY, '[]');
      expect(await stored()).toEqual([]);
    });

    test.each([
      ['choose the columns that are set', 'POST', 'demo_requests?columns=id,email', {}, 401],
      ['ask where the row is', 'POST', 'demo_requests', { Prefer: 'return=headers-only' }, 401],
      ['reach the private schema', 'POST', 'demo_request_origins', { 'Content-Profile': 'private' }, 406],
      ['reach its table by name', 'POST', 'demo_request_origins', {}, 404],
      ['call a function', 'POST', 'rpc/receive_demo_request', {}, 404],
      ['call a private function', 'POST', 'rpc/request_address', { 'Content-Profile': 'private' }, 406],
    ])('cannot %s', async (_, method, path, headers, status) => {
      const reply = await send(method, path, { ...JSON_BODY, ...headers }, asJson(completeRow));
      expect(reply.status).toBe(status);
      expect(await stored()).toEqual([]);
    });

    test('cannot put a row where it likes', async () => {
      const path = `demo_requests?id=eq.${withId.id}`;
      expect(await send('PUT', path, JSON_BODY, asJson(withId))).toMatchObject({
        status: 401,
        code: '42501',
      });
    });
  });

  describe('one address', () => {
    test('makes twenty requests an hour; the next is refused with 429 and the time to wait', async () => {
      const from = { 'X-Forwarded-For': '203.0.113.7' };
      for (const row of manyRows(20))
        expect(await requests(from).insert(row)).toMatchObject({ error: null, status: 201 });

      expect(await requests(from).insert(completeRow)).toMatchObject({
        status: 429,
        error: { code: '429', message: 'too many demo requests from this address' },
      });
      const refused = await send('POST', 'demo_requests', { ...JSON_BODY, ...from }, asJson(completeRow));
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
      expect(await stored()).toHaveLength(20);

      expect(await requests(from).insert(manyRows(1))).toMatchObject({ error: null, status: 201 });
      expect(await requests({ 'X-Forwarded-For': '203.0.113.8' }).insert(completeRow)).toMatchObject({
        status: 201,
      });
      expect(await stored()).toHaveLength(21);
    });
  });
});
