/** `npm run requests`, in this process: what it prints, for a database with requests. */
/* oxlint-disable vitest/expect-expect -- `run` expects what is printed */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { currentConsent } from '@/publish/consent';
import { connectAsTeam, type Evidence, type StopEvent, type StoredRequest } from '../../tools/database.ts';
import { openBackEnd } from '../../tools/requests/back-end.ts';
import { requests } from '../../tools/requests/commands.ts';
import { asEvidence, overdueAsText, requestsAsCsv, requestsAsList } from '../../tools/requests/print.ts';
import { startBackend, type EmbeddedBackend } from '../../tools/start/back-end.ts';
import { listen } from '../../tools/start/listen.ts';
import { RESET, clockAt } from '../support/database.ts';
import { asTeam, asVisitor } from '../support/postgrest.ts';
import { completeRow, texts } from '../support/rows.ts';
import { runNode } from '../support/run-node.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { isWindows } from '../support/windows.ts';

const SECRET_KEY = 'sb_secret_of_the_request_tests';

const folder = temporaryFolder();
const dataDir = join(folder, 'data');
let backend: EmbeddedBackend;

beforeAll(async () => {
  backend = await startBackend({ dataDir, secretKey: SECRET_KEY });
  return backend.close;
});
beforeEach(() => backend.query(RESET));

const project = (url = backend.url) => ({
  PRODUCTION_SUPABASE_URL: url,
  PRODUCTION_SUPABASE_SECRET_KEY: SECRET_KEY,
});

/**
 * Runs `npm run requests` as for a production project, and asserts what it prints before its last line, which names the
 * database. Resolves with what it prints.
 */
async function run(flags: string[], says: RegExp, exitCode = 0, url?: string): Promise<string> {
  for (const [name, value] of Object.entries(project(url))) vi.stubEnv(name, value);
  let output = '';
  const print = (text: unknown) => {
    output += String(text);
    return true;
  };
  const printLine = (text: unknown) => void print(`${text}\n`);
  const printers = [
    vi.spyOn(process.stdout, 'write').mockImplementation(print),
    vi.spyOn(console, 'log').mockImplementation(printLine),
    vi.spyOn(console, 'error').mockImplementation(printLine),
  ];
  const { exitCode: testsOwn } = process;
  process.exitCode = 0;
  await requests(flags);
  const status = process.exitCode;
  process.exitCode = testsOwn;
  for (const printer of printers) printer.mockRestore();
  const place = `The database is ${url ?? backend.url}.\n`;
  const said = output.replace(place, '');
  const namesPlace = said !== output || exitCode === 1 || flags.includes('--help');
  expect({ status, said, namesPlace }).toEqual({
    status: exitCode,
    said: expect.stringMatching(says),
    namesPlace: true,
  });
  return said;
}

// A name that has to be wrapped; a number in the Dominican Republic.
const lee = { full_name: `Lee Park ${'x'.repeat(180)}`, phone_number: '(809) 555-0100' };

/** Stores a request that waits, of Dana Reyes, and then Lee Park's, which is refused. Resolves with the id of the first. */
async function storeTwo(): Promise<string> {
  const page = asVisitor(backend).from('demo_requests');
  for (const changes of [{}, lee]) await page.insert({ ...completeRow, ...changes }).throwOnError();
  const waiting = await run(['--waiting'], /Dana Reyes/);
  return /[\da-f-]{36}/.exec(waiting)![0];
}

/** The columns of the longest line; a terminal has 80. */
const widthOf = (output: string) => Math.max(...output.split('\n').map((line) => [...line].length));

test('an operator lists the requests, those that wait, or those that are refused, also as CSV', async () => {
  await storeTwo();
  const all = await run([], /refused: number of another country[^]*Lee Park[^]*waiting[^]*Dana Reyes/);
  expect(all, 'times have a zone').toMatch(/[AP]M\s(UTC|GMT|[A-Z]{3})/);
  expect(widthOf(all)).toBeLessThanOrEqual(80);
  await run(['--waiting'], /^(?![^]*Lee Park)[^]*Dana Reyes[^]*\n1 request\.\n$/);
  await run(['--refused'], /^(?![^]*Dana Reyes)[^]*Lee Park/);
  const file = join(folder, 'requests.csv');
  await run(['--waiting', '--csv', file], /^1 in .+requests\.csv\.\n$/);
  expect(await readFile(file, 'utf8')).toMatch(/^\uFEFFid,received_at,[^]*,Dana Reyes,[^]*\r\n$/);
});

test('an operator sees what is overdue, without any person, and pauses and resumes calls', async () => {
  await storeTwo();
  await backend.query(clockAt("now() + interval '6 minutes'"));
  const overduePattern = /^1 waiting(?![^]*another country)[^]*[\da-f-]{36}[^]*1 overdue/;
  const overdue = await run(['--overdue'], overduePattern, 1);
  for (const fact of texts(completeRow)) expect(overdue, 'no person').not.toContain(fact);
  expect(widthOf(overdue)).toBeLessThanOrEqual(80);
  await run(['--pause', '--note', 'holiday'], /^Nobody is called, but for .+ already, until --resume\.\n$/);
  await run(['--overdue'], /Calls are paused/, 1);
  for (const flags of [['--waiting'], ['--who', 'dana reyes']])
    await run(flags, /waiting for the automation since[^]*Calls are paused/);
  await run(['--resume'], /^Calls go on\.\n$/);
  await run(['--stops'], /all\s+calls\s+go\s+on,\s+stopped\s+numbers\s+stay\s+stopped[^]*holiday/);
});

test('an operator reads the story of a request, and the evidence of its consent', async () => {
  const id = await storeTwo();
  const { data: leased } = await asTeam(backend).rpc('next_demo_call').throwOnError();
  const outcome = { placed: false, note: 'busy' };
  await asTeam(backend).rpc('report_demo_call', { call_id: leased!.call_id, outcome });
  const story = /came in[^]*given to the automation[^]*could not be placed: busy[^]*Now it is waiting/;
  const who = await run(['--who', 'dana reyes'], story);
  expect(widthOf(who)).toBeLessThanOrEqual(80);
  const { version, words, seller } = currentConsent();
  const evidence = await run(['--evidence', id], /Demo request/);
  for (const part of [id, completeRow.full_name, completeRow.phone_number, seller, version, `\n${words}\n`])
    expect(evidence).toContain(part);
});

test('an operator stops calls to a number, and allows them again', async () => {
  await storeTwo();
  const stopped = /^\(415\) 555-2671 is not dialed again, but for .+ already\.\n$/;
  await run(['--stop', '+1 415 555 2671', '--note', 'by mail'], stopped);
  await run(['--stop', '+1 415 555 267'], /not a complete phone number/, 1);
  await run(['--stops'], /\(415\) 555-2671[^]*stopped[^]*by mail/);
  await run(['--waiting'], /^Nobody waits for a call\.\n$/);
  await run(['--allow', '(415) 555-2671'], /may be dialed again/);
  await run(['--stop', 'all'], /"all" is not a phone number\. --pause/, 1);
  await run(['--allow', 'All'], /"all" is not a phone number\. --pause/, 1);
});

test('an operator erases whom a word finds only after looking at them, and an id or a number at once', async () => {
  const id = await storeTwo();
  await run(['--evidence', 'Dana'], /: "Dana" is not the id/, 1);
  await run(['--erase', 'Dana', '--sure'], /: "Dana" is neither an id/, 1);
  const both = /^(?=[^]*Dana Reyes)[^]*Lee Park[^]*Nothing was deleted/;
  await run(['--erase', 'reyes-heating.example'], both, 1);
  await run(['--erase', id, '--sure'], /Erased: 1/);
  await run(['--erase', '809 555 0100', '--sure'], /Erased: 1/);
  await run([], /^(?![^]*(Dana Reyes|Lee Park))/);
  await run(['--evidence', id], /There is no record of consent to a request .+, or it was erased/, 1);
});

test('flags that do nothing alone, that are unknown or that name no file are refused, without printing a key', async () => {
  await run(['--note', 'by mail'], /^--note does nothing alone: --help names/, 1);
  await run(['--sure'], /^--sure does nothing alone: --help names/, 1);
  await run(['--csv', folder], /test-\w+ is not a file/, 1);
  await run(['--csv', ''], /^--csv has no value/, 1);
  await run(['--waiting', '--refused'], /^--waiting and --refused cannot be combined/, 1);
  await run(['--stop', '4155552671', '--stop', '4155552672'], /^--stop is given twice/, 1);
  await run(['--stops'], /^0 stops, allowances and pauses\.\n$/);
  await run(['--help'], /--evidence <value>/);
  const refused = await run([SECRET_KEY], /^Unexpected argument '…'/, 1);
  expect(refused, 'a secret key is not printed').not.toContain(SECRET_KEY);
});

test.each([
  ['pause', 'tools/requests/requests.ts', { npm_config_pause: 'true' }],
  ['no-automation', 'tools/start/start.ts', { npm_config_automation: '' }],
])('--%s is refused, not left out, where npm took it for its own', async (flag, script, settings) => {
  const says = new RegExp(`^npm kept --${flag} to itself\\. .+ "--" --${flag}\n$`);
  const output = expect.stringMatching(says);
  expect(await runNode(script, [], settings)).toEqual({ exitCode: 1, output });
});

// Windows has no device that is full.
test.skipIf(isWindows)('what cannot be printed ends with 1', async () => {
  const command = `${process.execPath} tools/requests/requests.ts --waiting > /dev/full`;
  const child = spawn('sh', ['-c', command], { env: { ...process.env, ...project() }, stdio: 'ignore' });
  expect(await once(child, 'exit')).toEqual([1, null]);
});

test.each([
  [404, ''],
  [404, '[]'],
  [404, '{"error":"requested path is invalid"}'],
  [204, ''],
  [200, 'null'],
  [522, '<!DOCTYPE html>'],
])('status %i with "%s" is taken for no result of a function that always has one', async (status, body) => {
  const server = createServer((_, response) => response.writeHead(status).end(body));
  const { url, close } = await listen(server, 0);
  onTestFinished(close);
  const client = connectAsTeam(url, SECRET_KEY);
  const stopped = { phone_number: '(415) 555-2671' };
  const said = `an answer with status ${status} that is not the database’s: see whether`;
  for (const call of [
    client.rpc('stop_demo_calls', stopped),
    client.rpc('allow_demo_calls', stopped),
    client.rpc('pause_demo_calls'),
    client.rpc('resume_demo_calls'),
    client.rpc('erase_demo_requests', { request_ids: [] }),
    client.rpc('list_demo_requests'),
    client.rpc('list_demo_call_stops'),
    client.rpc('find_demo_requests', { person: 'Dana' }),
    client.rpc('is_consent_registered', { version: '' }),
  ])
    await expect(call.throwOnError()).rejects.toThrow(said);
});

test('a project that fails, redirects or answers otherwise leaves the file and the key as they were', async () => {
  const file = join(folder, 'kept.csv');
  await writeFile(file, 'from yesterday');
  const keys: unknown[] = [];
  const server = createServer(({ url, headers }, response) => {
    if (url === '/elsewhere') keys.push(headers['apikey']);
    const redirects = url?.startsWith('/redirects');
    response.writeHead(redirects ? 307 : 200, { 'Content-Type': 'application/json', Location: '/elsewhere' });
    response.end(url?.startsWith('/empty') ? '{}' : 'null');
  });
  const { url, close } = await listen(server, 0);
  onTestFinished(close);
  await run(['--csv', file], /it redirects/, 1, `${url}/redirects`);
  await run(['--csv', file], /: an answer with status 200 that is not the database’s: see /, 1, url);
  await run(['--overdue'], /: an answer with status 200 that is not the database’s/, 1, `${url}/empty`);
  expect(keys).toEqual([]);
  expect(await readFile(file, 'utf8')).toBe('from yesterday');
});

test('a project that does not answer within 15 seconds, or with a page of its gateway, is told alike each time', async () => {
  const server = createServer(({ url }, response) => {
    if (url?.startsWith('/page')) response.writeHead(522).end(`<!DOCTYPE html>${crypto.randomUUID()}`);
    if (url?.startsWith('/part')) response.writeHead(200).write('{');
  });
  const { url, close } = await listen(server, 0);
  onTestFinished(close);
  const says = /: an answer with status 522 that [^<]+status\.supabase\.com\.\n$/;
  const page = () => run(['--overdue'], says, 1, `${url}/page`);
  expect(await page()).toBe(await page());
  // The 15 seconds for an answer are 0.3 here.
  const { timeout } = AbortSignal;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 50));
  for (const path of ['', '/part'])
    await run(['--overdue'], /aborted due to timeout\. Nothing answers .+ 15 seconds/, 1, url + path);
});

test('a restored database gets back the stops and erasures that the backup had not', async () => {
  await asVisitor(backend).from('demo_requests').insert(completeRow).throwOnError();
  const [id = ''] = /[\da-f-]{36}/.exec(await run([], /Dana Reyes/)) ?? [];
  const file = join(folder, 'kept.json');
  await writeFile(file, 'from yesterday');
  await run(['--stop', '(415) 555-2676'], /is not dialed again/);
  await run(['--stop', '(415) 555-2675', '--note', 'by mail'], /is not dialed again/);
  await run(['--allow', '(415) 555-2676'], /may be dialed again/);
  await run(['--pause'], /Nobody is called/);
  await run(['--keep', file], /^2 numbers and 0 erasures in/);
  const kept = JSON.parse(await readFile(file, 'utf8')) as { stops: StopEvent[] };
  // The request was erased after the backup, which does not know it.
  await writeFile(file, JSON.stringify({ ...kept, erased: [id, crypto.randomUUID()] }));
  await backend.query('truncate private.stop_events');
  await run(['--restore', file], /^2 numbers are as they were\. Erased again: 1\.\n$/);
  await run(['--stops'], /^[^]*2676 allowed again[^]*2675 stopped: by mail\.\n2 stops/);
  await run(['--keep', file], /^2 numbers and 1 erasures in/);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ erased: [id] });
});

test('a restore asks before it changes another database than it was kept from, or all calls', async () => {
  const file = join(folder, 'other.json');
  const stops = [{ phone_number: '(415) 555-2671', is_stopped: true, note: null }];
  await writeFile(file, JSON.stringify({ place: 'https://other.example', stops, erased: [] }));
  await run(['--restore', file], /^This was kept from https:\/\/other\.example\.[^]*Nothing was restored/, 1);
  await run(['--stops'], /^0 stops/);
  await run(['--restore', file, '--sure'], /1 numbers are as they were/);
  const all = [{ phone_number: 'all', is_stopped: false, note: 'forged' }];
  await writeFile(file, JSON.stringify({ place: backend.url, stops: all, erased: [] }));
  await run(['--restore', file], /^It ends a pause of all calls: forged\.[^]*Nothing was restored/, 1);
});

test.each([
  '{}',
  'id,received_at',
  '{"place":"","stops":[{"phone_number":"(415) 555-2671"}],"erased":[]}',
  '{"place":"","stops":[],"erased":["Dana"]}',
])('a restore from a file with %s asks the database for nothing, and names the file', async (content) => {
  const file = join(folder, 'wrong.json');
  await writeFile(file, content);
  const nowhere = 'http://localhost:9'; // Nothing listens there.
  const says = /wrong\.json is not what --keep writes: nothing was restored/;
  expect(await run(['--restore', file], says, 1, nowhere)).not.toContain('fetch');
});

test('without a production project, the back end of npm start answers while it runs', async () => {
  const { client } = openBackEnd(dataDir);
  expect((await client.rpc('list_demo_requests')).status).toBe(200);
  expect(() => openBackEnd(join(folder, 'none'))).toThrow('The site is not running: npm start first');
});

const received_at = '2026-11-22T22:30:00+00:00';
const request = {
  full_name: '=HYPERLINK("https://evil.example","Dana")',
  company_name: '\u202E@Reyes, "Heating" & Air; -1+cmd\u2069',
  industry: 'Heat;"=1+1"',
  email: 'dana@reyes-heating.example',
  visits: 3,
};
const stored = { id: '3f2a', received_at, state: 'waiting', request, calls: [] } as unknown as StoredRequest;

test('the CSV runs no formula, wherever a spreadsheet splits it, turns no text around, and keeps quotation marks and commas', () => {
  const [, line = ''] = requestsAsCsv([stored]).split('\r\n');
  expect(line).toBe(
    `3f2a,${received_at},waiting,,,"'=HYPERLINK(""https://evil.example"",""Dana"")",` +
      `"'@Reyes, ""Heating"" & Air; '-1+cmd","Heat;""'=1+1""",dana@reyes-heating.example,3,,`,
  );
  expect(requestsAsCsv([]), 'without requests').toBe('\uFEFF');
});

test('a flood is the first line of --overdue, then come people, those outside it first', () => {
  const group = { reason: null, state: 'waiting', since: received_at } as const;
  const overdue = [
    { ...group, in_flood: false, count: 1, ids: ['3f2a91c0'] },
    { ...group, in_flood: true, count: 240, ids: ['77b1c0de'] },
  ];
  const leases = { count: 100, of_networks_seen_once: 10 };
  expect(overdueAsText({ paused: true, flood: 100, leases, limited: 2, overdue })).toMatch(
    /^A flood: about 100 overdue[^\n]*\nAbout 100 calls were leased within an hour, about 10 for networks seen once\.\nCalls are paused[^]*\n1 waiting\n[^]*3f2a91c0\n240 waiting, in the flood\n[^]*77b1c0de\n  and 239 more\n2 addresses reached/,
  );
});

test('control and invisible characters from a visitor or a user agent are shown as code points', () => {
  const record = { recorded_at: received_at, user_agent: 'Browser\u009B31m', calls: [] };
  const hidden = { request: { full_name: 'Dana\u202Eseyer\u200B' } };
  const shown = asEvidence({ ...record, ...hidden } as unknown as Evidence);
  expect(shown).toContain('Sent with         Browser\\u{9b}31m\n');
  expect(shown).toContain('full_name         Dana\\u{202e}seyer\\u{200b}\n');
  expect(requestsAsList([{ ...stored, ...hidden }])).toContain('Dana\\u{202e}seyer\\u{200b}');
});
