/**
 * The Edge Function `supabase/functions/demo-calls` in Node, with Supabase's globals and a database of the test's.
 * `dial.ts`, which is the owner's, is replaced.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connect } from '../../supabase/functions/demo-calls/database.ts';
import { listen } from '../../tools/start/listen.ts';

vi.mock('../../supabase/functions/demo-calls/dial.ts', () => ({
  dial(_call: object, { KEY_OF_THE_PROVIDER = '' }) {
    if (!KEY_OF_THE_PROVIDER) throw new Error('KEY_OF_THE_PROVIDER is not set.');
    return new Request('http://localhost:1', { headers: { Authorization: KEY_OF_THE_PROVIDER } });
  },
}));

interface Received extends Pick<IncomingMessage, 'method' | 'url' | 'headers'> {
  readonly body: string;
}

/** A server that keeps what it receives; the function says what it answers. */
async function serve(answer: (received: Received) => { status?: number; location?: string; body?: string }) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const entry = { method: request.method, url: request.url, headers: request.headers, body };
    received.push(entry);
    const { status = 200, location, body: text = 'null' } = answer(entry);
    response.writeHead(status, location === undefined ? {} : { Location: location }).end(text);
  });
  const { url, close } = await listen(server, 0);
  onTestFinished(close);
  return { url, received };
}

/** Starts the function as Supabase does. Returns what answers its requests, the work it goes on with, and its log. */
async function start(environment: Record<string, string>) {
  const work: Promise<unknown>[] = [];
  let answer!: (request: Request) => Response;
  vi.stubGlobal('Deno', {
    env: { toObject: () => environment },
    serve: (given: typeof answer) => (answer = given),
  });
  vi.stubGlobal('EdgeRuntime', { waitUntil: (promise: Promise<unknown>) => work.push(promise) });
  const log: string[] = [];
  for (const stream of ['log', 'error'] as const)
    vi.spyOn(console, stream).mockImplementation((line) => void log.push(line));
  vi.resetModules();
  await import('../../supabase/functions/demo-calls/index.ts');
  const send = (method: string) =>
    answer(new Request('https://abc.supabase.co/functions/v1/demo-calls', { method }));
  return { send, work, log };
}

const SETTINGS = {
  SUPABASE_URL: 'http://localhost:1',
  SUPABASE_SECRET_KEYS: '{"default":"sb_secret_1"}',
  SITE_URL: 'https://www.example.com/',
  KEY_OF_THE_PROVIDER: 'sk_1234',
};

test('the browser may post from the site, and is answered before anybody is called', async () => {
  const database = await serve(() => ({}));
  const { send, work } = await start({ ...SETTINGS, SUPABASE_URL: database.url });
  for (const method of ['OPTIONS', 'POST']) {
    const { status, headers } = send(method);
    expect({ status, ...Object.fromEntries(headers) }).toEqual({
      status: 204,
      'access-control-allow-origin': 'https://www.example.com',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'Content-Type',
    });
  }
  expect(send('GET').status).toBe(405);
  expect(work, 'what it goes on with is given to the runtime').toHaveLength(1);
  expect(database.received).toEqual([]);
  expect(await work[0]).toBe(0);
  expect(database.received.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['POST', '/rest/v1/rpc/next_demo_call', '{}'],
  ]);
});

const LEGACY = 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.c2lnbmF0dXJl';

test.each([
  [
    'default of several',
    { SUPABASE_SECRET_KEYS: '{"ci":"sb_secret_2","default":"sb_secret_1"}' },
    'sb_secret_1',
  ],
  ['left when default was deleted', { SUPABASE_SECRET_KEYS: '{"ci":"sb_secret_2"}' }, 'sb_secret_2'],
  [
    'new beside a legacy one',
    { SUPABASE_SECRET_KEYS: '{"default":"sb_secret_1"}', SUPABASE_SERVICE_ROLE_KEY: LEGACY },
    'sb_secret_1',
  ],
  ['legacy, which counts as a token', { SUPABASE_SERVICE_ROLE_KEY: LEGACY }, LEGACY, `Bearer ${LEGACY}`],
  [
    'legacy beside no new one',
    { SUPABASE_SECRET_KEYS: '{}', SUPABASE_SERVICE_ROLE_KEY: LEGACY },
    LEGACY,
    `Bearer ${LEGACY}`,
  ],
])('it asks the database with the key that is %s', async (_, keys, apikey, authorization = undefined) => {
  const database = await serve(() => ({}));
  const ask = connect({ SUPABASE_URL: database.url, ...keys });
  expect(await ask('next_demo_call', {}, AbortSignal.timeout(5000))).toBeNull();
  const [{ headers }] = database.received as [Received];
  expect([headers['apikey'], headers.authorization]).toEqual([apikey, authorization]);
});

test.each([301, 302, 303, 307, 308])(
  'the key goes nowhere with a redirect of the database’s address, %i',
  async (status) => {
    const elsewhere = await serve(() => ({}));
    const { url } = await serve(() => ({ status, location: elsewhere.url }));
    const ask = connect({ SUPABASE_URL: url, SUPABASE_SECRET_KEYS: '{"default":"sb_secret_1"}' });
    await expect(ask('report_demo_call', {}, AbortSignal.timeout(5000))).rejects.toThrow('fetch failed');
    expect(elsewhere.received).toEqual([]);
  },
);

test('what the database refuses is an error', async () => {
  const { url } = await serve(() => ({ status: 401, body: 'true' }));
  const ask = connect({ SUPABASE_URL: url, SUPABASE_SECRET_KEYS: '{"default":"sb_secret_1"}' });
  await expect(ask('report_demo_call', {}, AbortSignal.timeout(5000))).rejects.toThrow('status 401');
});

test.each([
  [{ KEY_OF_THE_PROVIDER: '' }, 'KEY_OF_THE_PROVIDER is not set'],
  [{ KEY_OF_THE_PROVIDER: 'sk_1234\n5678' }, 'Headers.append'],
  [{ SITE_URL: '' }, 'SITE_URL is not set'],
  [{ SUPABASE_URL: '' }, 'SUPABASE_URL is not set'],
  [{ SUPABASE_SECRET_KEYS: '' }, 'SUPABASE_SECRET_KEYS'],
  [{ SUPABASE_SECRET_KEYS: 'sb_secret_1' }, 'Unexpected token'],
])(
  'with %o, nobody is leased, the log says so, and both kinds of requests are answered with 503',
  async (wrong, says) => {
    const database = await serve(() => ({}));
    const { send, work, log } = await start({ ...SETTINGS, SUPABASE_URL: database.url, ...wrong });
    expect([send('OPTIONS').status, send('POST').status]).toEqual([503, 503]);
    expect(log).toEqual(Array(2).fill(expect.stringContaining('Nobody is dialed.')));
    expect(log[0]).toContain(says);
    expect(log[0], 'no key is logged').not.toMatch(/sk_1234|5678|sb_secret_1/);
    expect(work).toEqual([]);
    expect(database.received).toEqual([]);
  },
);
