import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentConsent } from '@/publish/consent';
import type { Evidence, StoredRequest } from '../../tools/database.ts';
import { openBackEnd } from '../../tools/requests/back-end.ts';
import { asEvidence, requestsAsCsv, requestsAsList } from '../../tools/requests/print.ts';
import { startBackend, type EmbeddedBackend } from '../../tools/start/back-end.ts';
import { RESET, clockAt } from '../support/database.ts';
import { clientFor } from '../support/postgrest.ts';
import { completeRow, texts } from '../support/rows.ts';
import { runNode } from '../support/run-node.ts';

const SECRET_KEY = 'sb_secret_of_the_request_tests';

let folder: string;
let backend: EmbeddedBackend;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'requests-'));
  const dataDir = join(folder, 'data');
  backend = await startBackend({ dataDir, secretKey: SECRET_KEY, automation: false });
  await backend.query(RESET);
});
afterAll(async () => {
  await backend.close();
  await rm(folder, { recursive: true });
});

/** Runs `npm run requests` on the back end as on a production project, and returns all its output. */
const requests = (...flags: string[]) =>
  runNode('tools/requests/requests.ts', flags, {
    PRODUCTION_SUPABASE_URL: backend.url,
    PRODUCTION_SUPABASE_SECRET_KEY: SECRET_KEY,
  });

test('an operator lists, shows and erases requests, and stops calls', { timeout: 240_000 }, async () => {
  const { version, words, seller } = currentConsent();
  const page = clientFor(backend.url, 'anon', {}, backend.publishableKey);
  const store = async (changes: Partial<typeof completeRow> = {}) =>
    page
      .from('demo_requests')
      .insert({ ...completeRow, ...changes })
      .throwOnError();
  await store();
  await store({ full_name: `Lee Park ${'x'.repeat(180)}`, phone_number: '(809) 555-0100' });

  const all = await requests();
  expect(all.output).toMatch(/refused: number of another country[^]*Lee Park[^]*waiting[^]*Dana Reyes/);
  expect(all.output, 'times have a zone').toMatch(/[AP]M\s(UTC|GMT|[A-Z]{3})/);
  const waiting = await requests('--waiting');
  expect(waiting.output).toContain('Dana Reyes');
  expect(waiting.output).not.toContain('Lee Park');
  const refused = await requests('--refused');
  expect(refused.output).not.toContain('Dana Reyes');
  const file = join(folder, 'requests.csv');
  expect((await requests('--waiting', '--csv', file)).output).toBe(`1 in ${file}\n`);
  expect(await readFile(file, 'utf8')).toMatch(/^\uFEFFid,received_at,[^]*,Dana Reyes,[^]*\r\n$/);
  const [id = ''] = /[\da-f-]{36}/.exec(waiting.output) ?? [];

  await backend.query(clockAt("now() + interval '6 minutes'"));
  const overdue = await requests('--overdue');
  expect(overdue.exitCode).toBe(1);
  expect(overdue.output).toMatch(/1 waiting[^]*1 refused: number of another country[^]*2 overdue/);
  expect(overdue.output).toContain(id);
  for (const fact of texts(completeRow)) expect(overdue.output, 'no person').not.toContain(fact);

  expect((await requests('--pause', '--note', 'holiday')).output).toBe('Nobody is called, until --resume.\n');
  expect((await requests('--overdue')).output).toContain('Calls are paused');
  expect((await requests('--resume')).output).toBe('Calls go on.\n');

  const secret = clientFor(backend.url, 'service_role', {}, SECRET_KEY);
  const { data: lent } = await secret.rpc('next_demo_call').throwOnError();
  await secret.rpc('report_demo_call', { call_id: lent!.call_id, outcome: { placed: false, note: 'busy' } });
  const who = await requests('--who', 'dana reyes');
  expect(who.output).toMatch(
    /Request [^]*came in[^]*given to the automation[^]*could not be placed: busy[^]*Now it is waiting/,
  );
  for (const { output } of [all, overdue, who])
    for (const line of output.split('\n')) expect([...line].length, `in ${line}`).toBeLessThanOrEqual(80);

  const evidence = await requests('--evidence', id);
  for (const part of [id, completeRow.full_name, completeRow.phone_number, seller, version, `\n${words}\n`])
    expect(evidence.output).toContain(part);

  expect(await requests('--stop', '+1 415 555 2671', '--note', 'by mail')).toEqual({
    exitCode: 0,
    output: '(415) 555-2671 is not dialed again.\n',
  });
  const short = await requests('--stop', '+1 415 555 267');
  expect(short).toEqual({ exitCode: 1, output: expect.stringContaining('not a complete phone number') });
  expect((await requests('--stops')).output).toMatch(
    /\(415\) 555-2671[^]*stopped[^]*by mail[^]*all[^]*holiday/,
  );
  expect((await requests('--waiting')).output).toBe('Nobody waits for a call.\n');

  for (const flag of ['--evidence', '--erase'])
    expect(await requests(flag, 'Dana')).toEqual({
      exitCode: 1,
      output: expect.stringMatching(/: "Dana" is (not the id|neither an id)/),
    });
  const asked = await requests('--erase', completeRow.email.toUpperCase());
  expect(asked.exitCode).toBe(1);
  expect(asked.output).toMatch(/Dana Reyes[^]*Lee Park|Lee Park[^]*Dana Reyes/);
  expect(asked.output).toContain('Nothing was deleted');
  expect((await requests()).output).toContain('Dana Reyes');
  expect((await requests('--erase', id, '--sure')).exitCode).toBe(0);
  expect((await requests('--erase', '809 555 0100', '--sure')).exitCode, 'any number').toBe(0);
  expect((await requests()).output).not.toMatch(/Dana Reyes|Lee Park/);
  expect(await requests('--evidence', id)).toEqual({
    exitCode: 1,
    output: `${backend.url}: There is no record of consent to a request ${id}, or it was erased.\n`,
  });
  expect((await requests('--allow', '(415) 555-2671')).output).toContain('may be dialed again');
});

test.each([
  ['--help', 0, '--evidence <value>'],
  [SECRET_KEY, 1, "Unexpected argument '…'"],
])(
  'help is printed, and a secret key is neither taken as an argument nor printed: %s',
  async (flag, exitCode, says) => {
    expect(await requests(flag)).toEqual({ exitCode, output: expect.stringContaining(says) });
  },
);

test('without a production project, the back end of npm start answers while it runs', async () => {
  const { client } = openBackEnd(join(folder, 'data'));
  expect((await client.rpc('list_demo_requests')).status).toBe(200);
  expect(() => openBackEnd(join(folder, 'none'))).toThrow('The site is not running: npm start first');
});

const stored: StoredRequest = {
  id: '3f2a91c0',
  received_at: '2026-11-22T22:30:00+00:00',
  state: 'waiting',
  reason: null,
  due_at: null,
  request: {
    full_name: '=HYPERLINK("https://evil.example","Dana")',
    company_name: '\u202E@Reyes, "Heating" & Air; -1+cmd\u2069',
    industry: 'Heat;"=1+1"',
    email: 'dana@reyes-heating.example',
    visits: 3,
  },
  consent: 'recorded',
  consent_version: null,
  calls: [],
  stops: [],
};

test('the CSV runs no formula, wherever a spreadsheet splits it, turns no text around, and keeps quotation marks and commas', () => {
  const [, line = ''] = requestsAsCsv([stored], true).split('\r\n');
  expect(line).toBe(
    `3f2a91c0,2026-11-22T22:30:00+00:00,waiting,,,"'=HYPERLINK(""https://evil.example"",""Dana"")",` +
      `"'@Reyes, ""Heating"" & Air; '-1+cmd","Heat;""'=1+1""",dana@reyes-heating.example,3,recorded,`,
  );
});

test('control and invisible characters from a visitor or a user agent are shown as code points', () => {
  const record = { request_id: '3f2a91c0', recorded_at: '2026-11-22T22:30:00Z', calls: [] };
  const request = { full_name: 'Dana\u202Eseyer\u200B' };
  const shown = asEvidence({ ...record, request, user_agent: 'Browser\u009B31m' } as unknown as Evidence);
  expect(shown).toContain('Sent with         Browser\\u{9b}31m\n');
  expect(shown).toContain('full_name         Dana\\u{202e}seyer\\u{200b}\n');
  expect(requestsAsList([{ ...stored, request }])).toContain('Dana\\u{202e}seyer\\u{200b}');
});
