/** The automation of docs/make-it-yours.md, as it stands there, with the back end of `npm start`. */
import { readFile } from 'node:fs/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { startBackend } from '../../tools/start/back-end.ts';
import { RESET } from '../support/database.ts';
import { clientFor } from '../support/postgrest.ts';
import { completeRow } from '../support/rows.ts';

const page = await readFile(new URL('../../docs/make-it-yours.md', import.meta.url), 'utf8');
const [, code] = /```js\n(const cors[^]*?)```/.exec(page)!;
const source = `const dial = async (call) => globalThis.dial(call);\n${code}`;
const { default: worker } = (await import(
  `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`
)) as {
  default: { scheduled: (event: null, env: object, context: { waitUntil: (run: unknown) => void }) => void };
};

const run = (env: object): Promise<unknown> => {
  const { promise, resolve } = Promise.withResolvers();
  worker.scheduled(null, env, { waitUntil: resolve });
  return promise;
};

const realFetch = fetch;
const realTimeout = setTimeout;
const waits: number[] = [];

/** Has the Worker dial with this, and its requests answered by that; its seconds pass at once. */
function within(
  dial: () => boolean,
  answer: (name: string, ask: () => Promise<Response>) => Promise<Response>,
) {
  vi.stubGlobal('dial', dial);
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    answer(url.split('/').at(-1)!, () => realFetch(url, init)),
  );
  waits.length = 0;
  vi.stubGlobal('setTimeout', (go: () => void, ms: number) => {
    if (ms !== 1000) return realTimeout(go, ms);
    waits.push(ms);
    return realTimeout(go);
  });
}
afterEach(() => vi.unstubAllGlobals());

test('the automation of the page repeats a report that failed, and reports no dial that threw', async () => {
  await using stack = new AsyncDisposableStack();
  const backend = stack.adopt(await startBackend(), ({ close }) => close());
  await backend.query(RESET);
  const env = { SUPABASE_URL: backend.url, SUPABASE_SECRET_KEY: backend.secretKey };
  const visitor = clientFor(backend.url, 'anon', {}, backend.publishableKey).from('demo_requests');
  await visitor.insert(completeRow).throwOnError();
  const failures = [
    () => Promise.resolve(new Response('', { status: 503 })),
    () => Promise.reject(new Error('reset')),
  ];
  const dial = vi.fn<() => boolean>(() => true);
  within(dial, (name, ask) => (name === 'report_demo_call' && failures.pop()?.()) || ask());
  await run(env);
  const states = () => backend.query('select state::text from public.demo_requests order by created_at');
  expect(await states()).toEqual([{ state: 'placed' }]);
  expect(waits).toEqual([1000, 1000]);
  expect(dial).toHaveBeenCalledOnce();

  await visitor.insert({ ...completeRow, phone_number: '(415) 555-2672' }).throwOnError();
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  dial.mockImplementationOnce(() => {
    throw new Error('the provider does not answer');
  });
  await run(env);
  expect(printed).toHaveBeenCalledOnce();
  expect(await states()).toEqual([{ state: 'placed' }, { state: 'leased' }]);

  await expect(run({ ...env, SUPABASE_SECRET_KEY: 'sb_secret_of_another_project' })).rejects.toThrow(
    'next_demo_call: 401',
  );
});

test('the automation of the page stays within the requests of a free plan, and repeats no report that was refused', async () => {
  let reportStatus = 200;
  const asked = vi.fn<(name: string) => Promise<Response>>((name) =>
    Promise.resolve(
      name === 'next_demo_call'
        ? Response.json({ call_id: 'one' })
        : Response.json(true, { status: reportStatus }),
    ),
  );
  within(() => true, asked);
  await run({});
  expect(asked).toHaveBeenCalledTimes(20);

  for (const [status, requests] of [
    [503, 17],
    [400, 2],
  ] as const) {
    asked.mockClear();
    reportStatus = status;
    await expect(run({})).rejects.toThrow(`report_demo_call: ${status}`);
    expect(asked).toHaveBeenCalledTimes(requests);
  }
});
