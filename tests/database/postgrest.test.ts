import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startBackend } from '../../tools/start/back-end.ts';
import { RESET } from '../support/database.ts';
import { clientFor, hasPostgrest, keyFor, startPostgrestStack } from '../support/postgrest.ts';
import { completeRow, refusedRows, manyRows, otherRow } from '../support/rows.ts';

if (!hasPostgrest)
  console.warn(`
  ┌──────────────────────────────────────────────────────────────────────────────┐
  │ SKIPPED: the contract through the real PostgREST. It is installed on Linux   │
  │ (x64) alone; the other contract tests have run here.                         │
  └──────────────────────────────────────────────────────────────────────────────┘
`);

const BACK_ENDS = {
  async real() {
    const stack = await startPostgrestStack();
    return { ...stack, publicKey: keyFor('anon'), secretKey: keyFor('service_role') };
  },
  async embedded() {
    const { close, query, ...backend } = await startBackend({ apiPort: 0, webhookPort: 0 });
    return { ...backend, publicKey: backend.publishableKey, query, empty: () => query(RESET), stop: close };
  },
};

let backEnd: Awaited<ReturnType<(typeof BACK_ENDS)[keyof typeof BACK_ENDS]>>;

const asVisitor = (headers?: Record<string, string>) =>
  clientFor(backEnd.url, 'anon', headers, backEnd.publicKey).from('demo_requests');
const asTeam = () => clientFor(backEnd.url, 'service_role', {}, backEnd.secretKey).from('demo_requests');

/** A request as any HTTP client could make it, with the public key. */
async function send(method: string, path: string, headers: Record<string, string> = {}, body = '') {
  const key = backEnd.publicKey;
  const response = await fetch(`${backEnd.url}/rest/v1/${path}`, {
    method,
    headers: { apikey: key, Authorization: `Bearer ${key}`, ...headers },
    body,
  });
  const text = await response.text();
  const { code } = (text.startsWith('{') ? JSON.parse(text) : {}) as { code?: string };
  return { status: response.status, headers: response.headers, code };
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

const stored = () => backEnd.query('select * from public.demo_requests order by created_at');

const STATUS_OF: Readonly<Record<string, number>> = { '42501': 401 };

/** Refused already by the types of `Database`. */
const mallory = { full_name: 'Mallory' } as never;
const { email } = completeRow;

/** What nobody may do, with the SQLSTATE of the refusal; each is tried while a request is stored. */
const REFUSED: { what: string; tries: () => PromiseLike<unknown>; code?: string; status?: number }[] = [
  { what: 'read', tries: () => asVisitor().select() },
  { what: 'have the new row returned', tries: () => asVisitor().insert(otherRow).select() },
  { what: 'change', tries: () => asVisitor().update(mallory).eq('email', email) },
  { what: 'delete', tries: () => asVisitor().delete().eq('email', email) },
  { what: 'replace', tries: () => asVisitor().upsert(otherRow) },
  {
    what: 'repeat without consent',
    tries: () => asVisitor().insert({ ...completeRow, accepted_terms: false }),
  },
  ...Object.entries({ id: crypto.randomUUID(), created_at: '2020-01-01', state: 'placed' }).map(
    ([column, value]) => ({
      what: `choose ${column}`,
      tries: () => asVisitor().insert({ ...otherRow, [column]: value } as never),
    }),
  ),
  ...refusedRows.map(({ name, row, code }) => ({
    what: `store a request ${name}`,
    tries: () => asVisitor().insert(row as never),
    code,
  })),
  { what: 'store two at once', tries: () => asVisitor().insert(manyRows(2)), code: '23514' },
  { what: 'store one twice', tries: () => asVisitor().insert([otherRow, otherRow]), code: '23514' },
  { what: 'store as service_role', tries: () => asTeam().insert(otherRow), status: 403 },
  { what: 'change as service_role', tries: () => asTeam().update(mallory).eq('email', email), status: 403 },
];

describe.each(Object.entries(BACK_ENDS))('the %s back end', (name, start) => {
  const isReal = name === 'real';

  describe.skipIf(isReal && !hasPostgrest)('takes one request from a visitor, who', () => {
    beforeAll(async () => {
      // The embedded back end logs refusals.
      vi.spyOn(console, 'error').mockReturnValue();
      backEnd = await start();
    });
    afterAll(async () => {
      await backEnd?.stop();
      vi.restoreAllMocks();
    });
    beforeEach(async () => {
      await backEnd.empty();
      await asVisitor().insert(completeRow).throwOnError();
    });

    test('gets status 201 without an error, also for an identical request, which makes no second row', async () => {
      for (const row of [otherRow, otherRow, completeRow])
        expect(await asVisitor().insert(row)).toMatchObject({ error: null, status: 201, data: null });
      expect((await asTeam().select().order('created_at')).data).toMatchObject([completeRow, otherRow]);
    });

    test.each(REFUSED)('cannot $what', async ({ tries, code = '42501', status }) => {
      expect(await tries()).toMatchObject({ status: status ?? STATUS_OF[code] ?? 400, error: { code } });
      expect(await stored()).toMatchObject([completeRow]);
    });

    test('is refused with 429 and the time to wait after twenty requests an hour from one address', async () => {
      const from = { 'X-Forwarded-For': '203.0.113.7' };
      for (const row of manyRows(20)) await asVisitor(from).insert(row).throwOnError();
      expect(await asVisitor(from).insert(otherRow)).toMatchObject({
        status: 429,
        error: { code: '429', message: 'too many demo requests from this address' },
      });
      const refused = await send('POST', 'demo_requests', { ...JSON_BODY, ...from }, asJson(otherRow));
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
      expect(await stored()).toHaveLength(21);
      expect(await asVisitor({ 'X-Forwarded-For': '203.0.113.8' }).insert(otherRow)).toMatchObject({
        status: 201,
      });
    });

    test.each([
      ['a list of one', JSON_BODY, asJson([otherRow])],
      ['CSV', CSV_BODY, asCsv([otherRow])],
      ['a native form', FORM_BODY, asForm(otherRow)],
    ])('may send one row as %s', async (_, headers, body) => {
      expect(await send('POST', 'demo_requests', headers, body)).toMatchObject({ status: 201 });
      expect(await stored()).toMatchObject([completeRow, otherRow]);
    });

    const withId = { ...otherRow, id: crypto.randomUUID() };
    const unwilling = { ...otherRow, accepted_terms: false };
    const PRIVATE = { 'Content-Profile': 'private' };
    test.each<[string, string, string, Record<string, string>, string, number, string?]>([
      ['two rows as CSV', 'POST', '', CSV_BODY, asCsv(manyRows(2)), 400, '23514'],
      ['an id as CSV', 'POST', '', CSV_BODY, asCsv([withId]), 401, '42501'],
      ['an id as a native form', 'POST', '', FORM_BODY, asForm(withId), 401, '42501'],
      ['no consent as CSV', 'POST', '', CSV_BODY, asCsv([unwilling]), 401, '42501'],
      ['no consent as a native form', 'POST', '', FORM_BODY, asForm(unwilling), 401, '42501'],
      ['a NUL', 'POST', '', JSON_BODY, asJson({ ...otherRow, full_name: 'Da\u0000na' }), 400],
      ['an unknown column', 'POST', '', JSON_BODY, asJson({ ...otherRow, admin: true }), 400, 'PGRST204'],
      ['an id in ?columns', 'POST', '?columns=id,email', JSON_BODY, asJson(withId), 401],
      [
        'a request for the Location of the new row',
        'POST',
        '',
        { ...JSON_BODY, Prefer: 'return=headers-only' },
        asJson(otherRow),
        401,
      ],
      ['an upsert by PUT', 'PUT', `?id=eq.${withId.id}`, JSON_BODY, asJson(withId), 401, '42501'],
      [
        'a row to the private schema',
        'POST',
        '/../consent_records',
        { ...JSON_BODY, ...PRIVATE },
        asJson(otherRow),
        406,
      ],
      ['a row to a private table', 'POST', '/../consent_records', JSON_BODY, asJson(otherRow), 404],
      ['a question whom to call', 'POST', '/../rpc/next_demo_call', JSON_BODY, '{}', 401, '42501'],
      ['a request with a count', 'POST', '', { ...JSON_BODY, Prefer: 'count=exact' }, asJson(otherRow), 401],
      ['a private function call', 'POST', '/../rpc/request_address', { ...JSON_BODY, ...PRIVATE }, '{}', 406],
    ])('cannot send %s', async (_, method, path, headers, body, status, code) => {
      const reply = await send(method, `demo_requests${path}`, headers, body);
      expect(reply).toMatchObject({ status, ...(code ? { code } : {}) });
      expect(await stored()).toMatchObject([completeRow]);
    });
  });
});
