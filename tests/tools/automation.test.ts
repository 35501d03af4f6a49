/** The automation of `npm start`, which plays calls, and that of docs/make-it-yours.md, as it stands there. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { simulateAutomation } from '../../tools/start/automation.ts';
import { startBackend, type EmbeddedBackend } from '../../tools/start/back-end.ts';
import { RESET } from '../support/database.ts';
import { asTeam, asVisitor } from '../support/postgrest.ts';
import { completeRow } from '../support/rows.ts';

let backend: EmbeddedBackend;
const printed: string[] = [];

beforeAll(async () => {
  backend = await startBackend({
    automation: (database) => simulateAutomation(database, (line) => printed.push(line)),
  });
  return backend.close;
});
beforeEach(() => backend.query(RESET));

const send = (changes = {}) =>
  asVisitor(backend)
    .from('demo_requests')
    .insert({ ...completeRow, ...changes })
    .throwOnError();
const states = async () =>
  (await backend.query('select state from public.demo_requests order by created_at')).map(
    ({ state }) => state,
  );

test('a request waits until the webhook wakes the automation, and is called once, however often it is woken', async () => {
  await send();
  expect(await states()).toEqual(['waiting']);
  const wake = () => fetch(backend.webhookUrl, { method: 'POST', body: 'its body is not believed' });
  await Promise.all([wake(), wake()]);
  await expect.poll(states).toEqual(['placed']);
  expect(printed).toEqual(['Dialing +14155552671 for Dana Reyes, as an automation would']);

  const report = { call_id: crypto.randomUUID(), outcome: '{"placed":true}' };
  const { status } = await asTeam(backend).rpc('report_demo_call', report as never);
  expect(status, 'an object as a text').toBe(200);
});

const page = await readFile('docs/make-it-yours.md', 'utf8');
const [, code] = /```js\n(const cors[^]*?)```/.exec(page)!;
const source = `const dial = async (call) => globalThis.dial(call);\n${code}`;
const { default: worker } = await import(
  `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`
);

const realTimeout = setTimeout;
const realFetch = fetch;

/** Runs the page's Worker, as its clock does; `answer`, or else the back end, answers. Resolves with the seconds waited. */
async function run(env: object, dial: () => boolean, answer?: (name: string) => Response | undefined) {
  let seconds = 0;
  vi.stubGlobal('dial', dial);
  vi.stubGlobal('fetch', async (url: string, init: object) => {
    return answer?.(url.split('/').at(-1)!) ?? realFetch(url, init);
  });
  vi.stubGlobal('setTimeout', (go: () => void, ms: number) => {
    if (ms === 1000) seconds += 1;
    return realTimeout(go, ms === 1000 ? 0 : ms);
  });
  try {
    await new Promise((waitUntil) => worker.scheduled(null, env, { waitUntil }));
  } finally {
    vi.unstubAllGlobals();
  }
  return seconds;
}

test('the automation of the page repeats a report that failed, and reports no dial that threw', async () => {
  const env = { SUPABASE_URL: backend.url, SUPABASE_SECRET_KEY: backend.secretKey };
  const dial = vi.fn<() => boolean>(() => true);
  await send();
  const failures = [() => new Response('', { status: 503 }), () => assert.fail('reset')];
  const fail = (name: string) => (name === 'report_demo_call' ? failures.pop()?.() : undefined);
  expect(await run(env, dial, fail)).toBe(2);
  expect(await states()).toEqual(['placed']);
  expect(dial).toHaveBeenCalledOnce();

  await send({ phone_number: '(415) 555-2672' });
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  await run(env, () => assert.fail('the provider does not answer'));
  expect(logged).toHaveBeenCalledOnce();
  expect(await states()).toEqual(['placed', 'leased']);

  const foreign = run({ ...env, SUPABASE_SECRET_KEY: 'sb_secret_of_another_project' }, dial);
  await expect(foreign).rejects.toThrow('next_demo_call: 401');
});

test.each([
  [200, 20, 0],
  [503, 17, 'report_demo_call: 503'],
  [429, 17, 'report_demo_call: 429'],
  [408, 17, 'report_demo_call: 408'],
  [400, 2, 'report_demo_call: 400'],
])('where reports get %i, the Worker makes %i requests, in a free plan', async (status, count, outcome) => {
  const answer = vi.fn<(name: string) => Response>((name) =>
    name === 'next_demo_call' ? Response.json({ call_id: 'one' }) : Response.json(true, { status }),
  );
  expect(await run({}, () => true, answer).catch(({ message }) => message)).toBe(outcome);
  expect(answer).toHaveBeenCalledTimes(count);
});

test('the Worker makes one call for a webhook, which Cloudflare gives 30 seconds', async () => {
  const dial = vi.fn<() => boolean>(() => true);
  vi.stubGlobal('dial', dial);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ call_id: 'one' })));
  const webhook = new Request('https://automation.example', { method: 'POST' });
  await new Promise((waitUntil) => worker.fetch(webhook, {}, { waitUntil }));
  expect(dial).toHaveBeenCalledOnce();
});
