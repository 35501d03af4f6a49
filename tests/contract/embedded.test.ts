import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort, isFree, listen } from '../../supabase/embedded/listen.ts';
import { readHeaderRules, serveSite } from '../../supabase/embedded/site-server.ts';
import {
  readRequests,
  runningBackend,
  startBackend,
  type EmbeddedBackend,
} from '../../supabase/embedded/stack.ts';
import { completeRow } from '../support/rows.ts';
import { DEMO } from '../support/specification.ts';

const ANY_PORT = { apiPort: 0, webhookPort: 0 };

const requests = ({ url, publishableKey }: EmbeddedBackend) =>
  createClient(url, publishableKey, { auth: { persistSession: false } }).from('demo_requests');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The folder that is put on a host. */
const deployed = () => stat(new URL('../../dist', import.meta.url)).catch(() => undefined);

test(
  'one command runs the site with its back end, and leaves the site to be deployed alone',
  { timeout: 240_000 },
  async () => {
    const before = await deployed();
    const ports = [await freePort(), await freePort(), await freePort()];
    const [port, apiPort, webhookPort] = ports;
    const flags = ['--memory', `--port=${port}`, `--api-port=${apiPort}`, `--webhook-port=${webhookPort}`];
    const start = fileURLToPath(new URL('../../supabase/embedded/start.ts', import.meta.url));
    const running = spawn(process.execPath, [start, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(running, 'exit');
    try {
      let said = '';
      for await (const text of running.stdout) {
        said += String(text);
        if (said.includes('Press Ctrl-C')) break;
      }
      const page = await (await fetch(`http://localhost:${port}/request-demo`)).text();
      expect(page).toContain(DEMO.heading);
      expect(page, 'the form may call its own back end').toContain(`http://localhost:${apiPort}`);
      expect(await (await fetch(`http://localhost:${webhookPort}/received`)).json()).toEqual([]);
    } finally {
      running.kill();
      await ended;
    }
    expect(running.exitCode).toBe(0);
    expect(await Promise.all(ports.map(isFree))).toEqual([true, true, true]);
    expect((await deployed())?.mtimeMs).toBe(before?.mtimeMs);
  },
);

describe('the embedded back end', () => {
  let backend: EmbeddedBackend;

  beforeAll(async () => {
    backend = await startBackend(ANY_PORT);
  });
  afterAll(() => backend.close());
  afterEach(() => vi.restoreAllMocks());

  test('takes a request with the public key and shows none back', async () => {
    expect(await requests(backend).insert(completeRow)).toMatchObject({ error: null, status: 201 });
    expect(await requests(backend).insert(completeRow)).toMatchObject({ error: null, status: 201 });
    expect((await requests(backend).select()).data).toEqual([]);
    expect(await backend.requests()).toMatchObject([completeRow]);
  });

  test('refuses a request without consent, and a key that is not its own', async () => {
    // The vendor prints every refusal of the database.
    vi.spyOn(console, 'error').mockReturnValue();
    expect(await requests(backend).insert({ ...completeRow, accepted_terms: false })).toMatchObject({
      status: 401,
      error: { code: '42501' },
    });
    const stranger = { ...backend, publishableKey: 'sb_publishable_another' };
    expect(await requests(stranger).insert(completeRow)).toMatchObject({ status: 401 });
  });

  test('lets a page of another origin call it, with every header that supabase-js sends', async () => {
    const asked = 'apikey, authorization, content-profile, content-type, prefer, x-client-info';
    const reply = await fetch(`${backend.url}/rest/v1/demo_requests`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'http://localhost:4321',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': asked,
      },
    });
    expect(reply.ok).toBe(true);
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(reply.headers.get('access-control-allow-headers')?.split(/,\s*/)).toEqual(asked.split(', '));
  });

  test('receives JSON at its webhook after a preflight, and tells its operator alone what it received', async () => {
    const preflight = await fetch(backend.webhookUrl, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('Content-Type');
    const post = (body: string) => fetch(backend.webhookUrl, { method: 'POST', body });
    expect((await post('{"fullName":"Dana Reyes"}')).status).toBe(200);
    expect((await post('not JSON')).status).toBe(400);
    const received = await fetch(new URL('/received', backend.webhookUrl));
    expect(received.headers.get('access-control-allow-origin'), 'no web page may read it').toBeNull();
    expect(await received.json()).toMatchObject([{ payload: { fullName: 'Dana Reyes' } }]);
  });

  test('keeps the latest calls of its webhook, and no large ones', async () => {
    const post = (payload: unknown) =>
      fetch(backend.webhookUrl, { method: 'POST', body: JSON.stringify(payload) });
    expect((await post('x'.repeat(10_000))).status).toBe(413);
    for (let call = 0; call <= 500; call++) await (await post({ call })).text();
    const kept = await (await fetch(new URL('/received', backend.webhookUrl))).json();
    expect(kept).toHaveLength(500);
    expect(kept.at(-1)).toMatchObject({ payload: { call: 500 } });
  });
});

test('stored requests survive a restart, and their files are never opened twice', async () => {
  const dataDir = join(folder, 'data');
  const first = await startBackend({ ...ANY_PORT, dataDir });
  await requests(first).insert(completeRow);
  await expect(startBackend({ ...ANY_PORT, dataDir })).rejects.toThrow(`already running at ${first.url}`);
  expect(await runningBackend(dataDir)).toMatchObject({ url: first.url });
  await first.close();

  expect(await runningBackend(dataDir)).toBeUndefined();
  expect(await readRequests(dataDir)).toMatchObject([completeRow]);
  const second = await startBackend({ ...ANY_PORT, dataDir });
  expect(await second.requests()).toMatchObject([completeRow]);
  await second.close();
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

test('half a note of a running back end counts as none', async () => {
  const dataDir = join(folder, 'half');
  await writeFile(`${dataDir}.running.json`, '{"url":"http://loc');
  expect(await runningBackend(dataDir)).toBeUndefined();
});

describe('the static host', () => {
  let site: Awaited<ReturnType<typeof serveSite>>;
  const get = (path: string, method = 'GET') => fetch(site.url + path, { method, redirect: 'manual' });

  beforeAll(async () => {
    const dir = join(folder, 'site');
    await mkdir(join(dir, '_astro'), { recursive: true });
    await Promise.all([
      writeFile(join(dir, 'index.html'), 'home'),
      writeFile(join(dir, 'request-demo.html'), 'form'),
      writeFile(join(dir, '404.html'), 'fallback'),
      writeFile(join(dir, '_astro/app.abc123.js'), ''),
      writeFile(
        join(dir, '_headers'),
        '# all\n/*\n  X-Frame-Options: DENY\n\n/_astro/*\n  Cache-Control: max-age=9, immutable\n',
      ),
    ]);
    site = await serveSite({ dir, port: 0, headers: await readHeaderRules(join(dir, '_headers')) });
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
    ['//', '/'],
    ['//elsewhere.example', '/elsewhere.example'],
  ])('leads from %s to it', async (path, target) => {
    const reply = await get(path);
    expect(reply.status).toBe(308);
    expect(reply.headers.get('location')).toBe(target);
  });

  test.each(['/nowhere', '/404', '/_headers'])(
    'answers %s with the fallback and status 404',
    async (path) => {
      const reply = await get(path);
      expect(reply.status).toBe(404);
      expect(await reply.text()).toBe('fallback');
    },
  );

  test('takes no post', async () => {
    expect((await get('/request-demo', 'POST')).status).toBe(405);
  });

  test('sends the headers of the rules that match, and asks for revalidation without one', async () => {
    const page = await get('/request-demo');
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('cache-control')).toContain('must-revalidate');
    const asset = await get('/_astro/app.abc123.js');
    expect(asset.headers.get('x-frame-options')).toBe('DENY');
    expect(asset.headers.get('cache-control')).toBe('max-age=9, immutable');
  });
});
