import { accessSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { inspect } from 'node:util';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as consume from 'node:stream/consumers';
import { currentConsent } from '@/publish/consent';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { simulateAutomation } from '../../tools/start/automation.ts';
import { listen } from '../../tools/start/listen.ts';
import { serveSite } from '../../tools/start/site-server.ts';
import { openBackEnd } from '../../tools/requests/back-end.ts';
import { fetchLeads } from '../../tools/requests/leads.ts';
import { DataInUse, runningBackend, startBackend, type EmbeddedBackend } from '../../tools/start/back-end.ts';
import { RESET, clockAt } from '../support/database.ts';
import { clientFor } from '../support/postgrest.ts';
import { completeRow, texts } from '../support/rows.ts';

const ANY_PORT = { apiPort: 0, webhookPort: 0 };

const requests = ({ url, publishableKey }: EmbeddedBackend, key = publishableKey) =>
  clientFor(url, 'anon', {}, key).from('demo_requests');

vi.mock(import('node:fs'), async (original) => {
  const real = await original();
  return { ...real, accessSync: vi.fn<typeof accessSync>(real.accessSync) };
});
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return { ...real, statfs: vi.fn<typeof statfs>(real.statfs) };
});

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the embedded back end has the consent registered, lets no web page read what it was sent, and logs none of it', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  const backend = await startBackend(ANY_PORT);
  const post = (body: string) => fetch(backend.webhookUrl, { method: 'POST', body });
  expect((await post('{"fullName":"Dana Reyes"}')).status).toBe(200);
  expect((await post('not JSON')).status).toBe(400);
  const received = await fetch(new URL('/received', backend.webhookUrl));
  expect(received.headers.get('access-control-allow-origin'), 'no web page may read it').toBeNull();
  expect(await received.json()).toMatchObject([{ payload: { fullName: 'Dana Reyes' } }]);

  for (const key of [backend.publishableKey, backend.secretKey])
    await requests(backend, key).insert({ ...completeRow, phone_number: '1' });
  const lines = printed.mock.calls.map((arguments_) => inspect(arguments_)).join();
  vi.restoreAllMocks();
  expect(lines).toContain('phone_number_is_formatted');
  for (const text of texts(completeRow)) expect(lines).not.toContain(text);

  const wordings = await backend.query('select version, seller from private.consent_wordings');
  const { version, seller } = currentConsent();
  expect(wordings).toContainEqual({ version, seller });
  await backend.close();
});

const listed = async (dataDir: string) => {
  const backEnd = await openBackEnd({}, dataDir);
  const pages = backEnd ? await Array.fromAsync(fetchLeads(backEnd.client)) : [];
  await backEnd?.close();
  return pages.flat();
};

describe('requests that survive a restart', () => {
  const { accepted_terms: _, ...fields } = completeRow;
  const site = 'http://localhost:4321';
  test('wait while there is no automation, and are called once when there is', async () => {
    const dataDir = join(folder, 'data');
    const outcomes: string[] = [];
    const onOutcome = (outcome: string) => outcomes.push(outcome);
    const start = (automation: boolean) =>
      startBackend({ ...ANY_PORT, dataDir, site, automation, onOutcome });
    const waiting = { state: 'waiting', request: fields };

    expect(await openBackEnd({}, dataDir)).toBeUndefined();
    const first = await start(false);
    await first.query(RESET);
    await requests(first).insert(completeRow);
    await expect(start(false)).rejects.toThrow(
      `The site is already running at ${site} (process ${process.pid}). Stop that one first.`,
    );
    expect(await runningBackend(dataDir)).toMatchObject({ url: first.url });
    expect((await stat(dataDir)).mode & 0o777, 'no other user of the machine can read it').toBe(0o700);
    await fetch(first.webhookUrl, { method: 'POST', body: '{"fullName":"Dana Reyes"}' });
    expect((await fetch(new URL('/received', first.webhookUrl))).status, 'erasures would miss it').toBe(404);
    expect(await listed(dataDir)).toMatchObject([waiting]);
    await first.close();

    expect(await runningBackend(dataDir)).toBeUndefined();
    expect(await listed(dataDir)).toMatchObject([waiting]);
    const second = await start(true);
    expect((await requests(second, second.secretKey).select()).data).toMatchObject([completeRow]);
    await Promise.all([second.callAll(), second.callAll()]);
    expect(outcomes.filter((outcome) => outcome.startsWith('Dialing +14155552671'))).toHaveLength(1);
    expect(await listed(dataDir)).toMatchObject([{ state: 'placed', calls: [{ placed: true }] }]);
    await second.close();
  });

  test.each(['next_demo_call', 'report_demo_call'])(
    'are called once when the answer of %s is lost',
    async (lost) => {
      const backend = await startBackend({ ...ANY_PORT, automation: false });
      await backend.query(RESET);
      await requests(backend).insert(completeRow);
      let losses = 0;
      const proxy = createServer(async (request, response) => {
        const answer = await fetch(backend.url + request.url, {
          method: 'POST',
          headers: { apikey: backend.secretKey, 'Content-Type': 'application/json' },
          body: await consume.text(request),
        });
        const text = await answer.text();
        if (request.url?.endsWith(lost) && losses++ === 0) response.destroy();
        else response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text);
      });
      const { url, close } = await listen(proxy, 0);
      const outcomes: string[] = [];
      const automation = simulateAutomation({ url, secretKey: 'x' }, (outcome) => outcomes.push(outcome));
      for (const minutes of [0, 14, 15, 31]) {
        await backend.query(clockAt(`now() + interval '${minutes} minutes'`));
        await automation.callAll();
      }
      expect(outcomes.filter((outcome) => outcome.startsWith('Dialing'))).toHaveLength(1);
      await close();
      await backend.close();
    },
  );

  test('are called once when npm start is killed before it dials', async () => {
    const dataDir = join(folder, 'killed-while-calling');
    const script = `
      const { startBackend } = await import('./tools/start/back-end.ts');
      const { RESET } = await import('./tests/support/database.ts');
      const { clientFor } = await import('./tests/support/postgrest.ts');
      const backend = await startBackend({ apiPort: 0, webhookPort: 0, automation: false, dataDir: ${JSON.stringify(dataDir)} });
      await backend.query(RESET);
      const page = clientFor(backend.url, 'anon', {}, backend.publishableKey);
      await page.from('demo_requests').insert(${JSON.stringify(completeRow)}).throwOnError();
      const { data } = await clientFor(backend.url, 'service_role', {}, backend.secretKey).rpc('next_demo_call');
      console.log(data.phone_number);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed] = await once(child.stdout, 'data');
    expect(String(printed)).toBe('+14155552671\n');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const backend = await startBackend({ ...ANY_PORT, dataDir });
    const dialed: number[] = [];
    for (const minutes of [1, 16, 32]) {
      await backend.query(clockAt(`now() + interval '${minutes} minutes'`));
      dialed.push(await backend.callAll());
    }
    expect(dialed).toEqual([0, 1, 0]);
    await backend.close();
  });
});

test('a full disk stores nothing, and again once there is room, without a restart', async () => {
  const dataDir = join(folder, 'full');
  const backend = await startBackend({ ...ANY_PORT, dataDir });
  const full = Object.assign(await statfs(folder), { bavail: 1 });
  vi.mocked(statfs).mockResolvedValueOnce(full as never);
  expect(await requests(backend).insert(completeRow)).toMatchObject({ status: 507 });
  expect(await requests(backend).insert(completeRow)).toMatchObject({ status: 201 });
  await backend.close();
});

test.each([
  { code: 'EACCES', says: /belong to .+, and you are .+ sudo chown -R/ },
  { code: 'EROFS', says: /read-only disk/ },
])('data that this user cannot open ($code) is kept, and said to be whose', async ({ code, says }) => {
  vi.mocked(accessSync).mockImplementationOnce(() => {
    throw Object.assign(new Error(code), { code });
  });
  const opening = startBackend({ ...ANY_PORT, dataDir: join(folder, code) });
  await expect(opening).rejects.toThrow(says);
  await expect(opening).rejects.toThrow(/npm start -- --memory$/);
});

test.each([
  { status: 500, who: 'a back end in trouble', isRunning: true },
  { status: 401, who: 'another program on the port of one that was killed', isRunning: false },
])('$who, which answers $status, has the files open: $isRunning', async ({ status, isRunning }) => {
  const dataDir = join(folder, `answers-${status}`);
  const server = await listen(
    createServer((_, response) => response.writeHead(status).end()),
    0,
  );
  await writeFile(`${dataDir}.running.json`, JSON.stringify({ url: server.url, secretKey: 'sb_secret_x' }));
  expect(Boolean(await runningBackend(dataDir))).toBe(isRunning);
  await server.close();
});

test('data whose first start was killed is refused with a message about what to do', async () => {
  const dataDir = join(folder, 'killed');
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'PG_VERSION'), '17');
  await expect(startBackend({ ...ANY_PORT, dataDir })).rejects.toThrow(
    `The data in ${dataDir} cannot be opened. Move the folder elsewhere to begin without requests.`,
  );
});

test('nobody opens data that somebody else has open: a second start fails, and npm run requests waits', async () => {
  const dataDir = join(folder, 'shared');
  const starts = await Promise.allSettled([1, 2].map(() => startBackend({ ...ANY_PORT, dataDir })));
  const [running] = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(starts.find(({ status }) => status === 'rejected')).toMatchObject({ reason: expect.any(DataInUse) });
  await running?.close();
  const lists = await Promise.all(
    [1, 2].map(async () => {
      const backEnd = await openBackEnd({}, dataDir);
      const pages = await Array.fromAsync(fetchLeads(backEnd!.client));
      await backEnd!.close();
      return pages;
    }),
  );
  expect(lists).toEqual([[], []]);
});

test('an incomplete file of a running back end counts as none', async () => {
  const dataDir = join(folder, 'half');
  await writeFile(`${dataDir}.running.json`, '{"url":"http://loc');
  expect(await runningBackend(dataDir)).toBeUndefined();
});

describe('the static host', () => {
  let site: Awaited<ReturnType<typeof serveSite>>;
  const get = (path: string, method = 'GET') => fetch(site.url + path, { method, redirect: 'manual' });

  beforeAll(async () => {
    const dir = join(folder, 'site');
    await mkdir(dir);
    await Promise.all([
      writeFile(join(dir, 'index.html'), 'home'),
      writeFile(join(dir, 'request-demo.html'), 'form'),
      writeFile(join(dir, '404.html'), 'unknown'),
      writeFile(join(dir, 'favicon.ico'), ''),
      writeFile(join(dir, '_headers'), ''),
    ]);
    site = await serveSite({ dir, port: 0 });
  });
  afterAll(() => site.close());

  test.each([
    ['/', 'home'],
    ['/request-demo', 'form'],
    ['/request-demo?from=mail', 'form'],
  ])('serves a page at its one address: %s', async (path, text) => {
    const reply = await get(path);
    expect(reply.status).toBe(200);
    expect(await reply.text()).toBe(text);
  });

  test.each([
    ['/request-demo/', '/request-demo'],
    ['/request-demo.html?from=mail', '/request-demo?from=mail'],
    ['/index.html', '/'],
    ['/index', '/'],
    ['/%69ndex', '/'],
    ['//', '/'],
    ['//elsewhere.example', '/elsewhere.example'],
  ])('redirects %s to the one address of its page, %s', async (path, target) => {
    const reply = await get(path);
    expect(reply.status).toBe(308);
    expect(reply.headers.get('location')).toBe(target);
  });

  test.each(['/nowhere', '/404', '/_headers', '/%5fheaders', '/..%2fdata.running.json'])(
    'answers %s with the 404 page and status 404',
    async (path) => {
      const reply = await get(path);
      expect(reply.status).toBe(404);
      expect(await reply.text()).toBe('unknown');
    },
  );

  test('takes no post', async () => {
    expect((await get('/request-demo', 'POST')).status).toBe(405);
  });

  test('names the type of a file, and sends again only what has changed', async () => {
    expect((await get('/favicon.ico')).headers.get('content-type')).toBe('image/vnd.microsoft.icon');
    const page = await get('/');
    expect(page.headers.get('content-type')).toBe('text/html;charset=utf-8');
    const headers = { 'If-None-Match': page.headers.get('etag') ?? '' };
    expect((await fetch(site.url, { headers })).status).toBe(304);
  });

  test.each([
    { range: 'bytes=1-2', status: 206, part: 'bytes 1-2/4', text: 'or' },
    { range: 'bytes=2-', status: 206, part: 'bytes 2-3/4', text: 'rm' },
    { range: 'bytes=2-99', status: 206, part: 'bytes 2-3/4', text: 'rm' },
    { range: 'bytes=9-', status: 200, part: null, text: 'form' },
    { range: 'bytes=2-1', status: 200, part: null, text: 'form' },
  ])(
    'answers a media player that requests the range $range with $status',
    async ({ range, status, part, text }) => {
      const reply = await fetch(`${site.url}/request-demo`, { headers: { Range: range } });
      expect([reply.status, reply.headers.get('content-range')]).toEqual([status, part]);
      expect(await reply.text()).toBe(text);
    },
  );
});
