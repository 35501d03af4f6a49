/**
 * `npm run test:hosts`: the Edge Function that places the calls, under Deno, as Supabase runs it; with the embedded back end,
 * the form in a browser, and a voice provider of the test's.
 */
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startBackend, type EmbeddedBackend } from '../../tools/start/back-end.ts';
import { buildSite } from '../../tools/start/build.ts';
import { freePort, listen } from '../../tools/start/listen.ts';
import { serveSite } from '../../tools/start/site-server.ts';
import chooseBrowser, { BROWSER_FLAGS } from '../support/browser.ts';
import { RESET } from '../support/database.ts';
import { asTeam, asVisitor } from '../support/postgrest.ts';
import { newPerson, submitRequest } from '../support/prospect.ts';
import { completeRow, otherRow } from '../support/rows.ts';
import { startServer } from '../support/start-server.ts';

/** No dev dependency: npx downloads its 40 MB when this test first runs. */
const DENO = 'deno@2.9.6';
const FUNCTION = 'supabase/functions/demo-calls/index.ts';
const FLAGS = ['--no-config', '--no-lock'];

const siteDir = fileURLToPath(new URL('../.output/edge-function', import.meta.url));
const [sitePort, functionPort, providerPort] = await Promise.all([freePort(), freePort(), freePort()]);
const site = `http://localhost:${sitePort}`;
const webhook = `http://localhost:${functionPort}/demo-calls`;

let backend: EmbeddedBackend;

beforeAll(async () => {
  backend = await startBackend();
  const stop = await startServer(
    functionPort,
    'npx',
    ['--yes', DENO, 'run', ...FLAGS, '--allow-env', '--allow-net', FUNCTION],
    {
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${functionPort}`,
      SUPABASE_URL: backend.url,
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: backend.secretKey }),
      SITE_URL: site,
      DIAL_URL: `http://localhost:${providerPort}/call`,
      DIAL_KEY: 'key of the voice provider',
    },
  );
  return async () => {
    await stop();
    await backend.close();
  };
});
beforeEach(() => backend.query(RESET));

interface Dialed {
  readonly authorization: string | undefined;
  readonly call: Record<string, unknown>;
}

/** Starts a voice provider that answers with this status, or not at all. Returns what it is asked to dial. */
async function startProvider(status: number | undefined): Promise<Dialed[]> {
  const dialed: Dialed[] = [];
  const provider = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    dialed.push({ authorization: request.headers.authorization, call: JSON.parse(body || '{}') });
    if (status !== undefined) response.writeHead(status, { Location: '/elsewhere' }).end();
  });
  const { close } = await listen(provider, providerPort);
  onTestFinished(close);
  return dialed;
}

const send = (row = completeRow) => asVisitor(backend).from('demo_requests').insert(row).throwOnError();

/** What the team sees of each request, the oldest first: its state, and what was reported of its last call. */
async function stories() {
  const { data } = await asTeam(backend).rpc('list_demo_requests').throwOnError();
  return data.toReversed().map(({ state, calls }) => [state, calls.at(-1)?.placed, calls.at(-1)?.note]);
}

async function openPage(address: string): Promise<Page> {
  chooseBrowser();
  const executablePath = process.env['CHROMIUM_PATH'];
  const browser = await chromium.launch({ args: BROWSER_FLAGS, ...(executablePath && { executablePath }) });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(address);
  return page;
}

test('the function has no error in its types, as Deno sees them', async () => {
  const { stderr } = await promisify(execFile)('npx', ['--yes', DENO, 'check', ...FLAGS, FUNCTION]);
  expect(stderr).not.toContain('error');
});

test('a request in the browser is placed, and no other site may post to the function', async () => {
  const dialed = await startProvider(201);
  await buildSite(siteDir, {
    PUBLIC_SUPABASE_URL: backend.url,
    PUBLIC_SUPABASE_ANON_KEY: backend.publishableKey,
    PUBLIC_DEMO_WEBHOOK_URL: webhook,
    SITE_URL: site,
  });
  const { close } = await serveSite(siteDir, sitePort);
  onTestFinished(close);
  const page = await openPage(`${site}/request-demo`);
  const answered = page.waitForResponse(
    (response) => response.url() === webhook && response.request().method() === 'POST',
  );
  const person = newPerson();
  await submitRequest(page, person);
  expect((await answered).status()).toBe(204);
  await expect.poll(stories).toEqual([['placed', true, null]]);
  const digits = `+1${person.phoneNumber}`;
  expect(dialed).toMatchObject([
    {
      authorization: 'Bearer key of the voice provider',
      call: { phone_number: digits, full_name: person.fullName },
    },
  ]);

  const other = await listen(
    createServer((_, response) => response.setHeader('Content-Type', 'text/html').end()),
    0,
  );
  onTestFinished(other.close);
  await page.goto(other.url);
  const post = page.evaluate(
    (url) => fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }),
    webhook,
  );
  await expect(post).rejects.toThrow('Failed to fetch');
});

const wake = () => fetch(webhook, { method: 'POST' });

const wakeAndLook = async () => {
  await wake();
  return stories();
};

const isPaused = async () => {
  const { data } = await asTeam(backend).rpc('overdue_demo_requests').throwOnError();
  return data.paused;
};

const UNTRIED = ['waiting', undefined, undefined];
const notPlaced = (why: string) => ['waiting', false, `the voice provider answered ${why}`];

test.each([
  ['refuses a call', 422, [notPlaced('422'), notPlaced('422')]],
  ['is busy', 429, [notPlaced('429'), UNTRIED]],
  ['has another key', 401, [notPlaced('401: its key or address is wrong'), UNTRIED]],
])('a voice provider that %s: what it answers is reported', async (_, status, expected) => {
  const dialed = await startProvider(status);
  await send();
  await send(otherRow);
  expect((await wake()).status).toBe(204);
  await expect.poll(stories).toEqual(expected);
  await expect.poll(isPaused).toBe(status === 401);
  expect(dialed).toHaveLength(expected.filter((story) => story !== UNTRIED).length);
});

test.each([
  ['redirects', () => startProvider(301)],
  ['fails', () => startProvider(500)],
  ['hangs', () => startProvider(undefined)],
  ['is missing', () => Promise.resolve([])],
])('a voice provider that %s may have called: nothing is reported', async (_, start) => {
  const dialed = await start();
  await send();
  await send(otherRow);
  // The second is leased when the first run has ended.
  const isLeased = ['leased', null, null];
  await expect.poll(wakeAndLook, { timeout: 60_000, interval: 500 }).toEqual([isLeased, isLeased]);
  // A redirect that is followed has no call in its body.
  expect(dialed.map(({ call }) => call['full_name'])).not.toContain(undefined);
});

test('a burst of webhooks is answered, and dials once', async () => {
  const dialed = await startProvider(201);
  await send();
  const answers = await Promise.all(Array.from({ length: 100 }, wake));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  await expect.poll(stories).toEqual([['placed', true, null]]);
  expect(dialed).toHaveLength(1);
});
