/** The command lines, as their operator uses them: each in a process of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import * as consume from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort, isFree, listen, localServer } from '../../tools/start/listen.ts';
import { ADDRESSES } from '../support/addresses.ts';
import { checkSite } from '../../tools/check-live/check-live.ts';
import { runNode } from '../support/run-node.ts';
import { demo } from '../support/words.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../tools/start/${name}.ts`, import.meta.url));

const run = (name: string, flags: readonly string[], environment?: Record<string, string>) =>
  runNode(fileOf(name), flags, environment);

async function failAfterReading(request: IncomingMessage): Promise<never> {
  throw new Error(await consume.text(request));
}

test('a local server logs an error, also one after it has read the request', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const server = await listen(localServer(['POST'], failAfterReading), 0);
  const { status } = await fetch(server.url, { method: 'POST', body: 'broken' });
  await server.close();
  expect(status).toBe(500);
  expect(log).toHaveBeenCalledExactlyOnceWith(expect.any(String), new Error('broken'));
  log.mockRestore();
});

test.each([
  { flags: ['--prot', '5000'], says: /^Unknown option '--prot' \(npm start -- --help .+\)\n$/ },
  { flags: ['--port', 'ten'], says: /^--port takes a number from 1 to 65535, not "ten" .+\n$/ },
  {
    flags: ['--dev', '--port=4322'],
    says: /^The three ports have to differ \(npm run dev -- --help .+\)\n$/,
  },
])('a wrong flag is answered with one sentence: $flags', async ({ flags, says }) => {
  expect(await run('start', flags)).toEqual({ exitCode: 1, output: expect.stringMatching(says) });
});

test('an older Node, where npm was not allowed to install the packaged one, is told what to do', async () => {
  const check = `Object.defineProperty(process, 'versions', { value: { node: '20.1.0' } }); await import('./tools/node-version.js')`;
  const { exitCode, output } = await runNode('--eval', [check]);
  expect(exitCode).toBe(1);
  expect(output).toMatch(/^This is Node 20\.1\.0, .+ npm rebuild node .+\n$/);
});

test('a forgotten -- is answered with the command as it should have been typed', async () => {
  const { exitCode, output } = await run('start', ['5000'], {
    npm_config_port: 'true',
    npm_config_memory: 'true',
  });
  expect(exitCode).toBe(1);
  expect(output).toContain('npm start -- --port 5000 --memory');
});

test.each([
  ['start', '--api-port'],
  ['../leads/requests', '--evidence'],
])('%s says what it can do', async (name, says) => {
  expect(await run(name, ['--help'])).toEqual({ exitCode: 0, output: expect.stringContaining(says) });
});

/** The folder that is deployed. */
const deployed = () => stat(new URL('../../dist', import.meta.url)).catch(() => undefined);

/** Sends these bytes, which no client would send, over a connection of their own. Resolves with what came back. */
function send(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let reply = '';
    const socket = connect({ host: 'localhost', port });
    socket.on('data', (data) => (reply += data.toString('latin1')));
    // A reset of the connection is a result, too.
    socket.on('error', () => {});
    socket.on('close', () => resolve(reply));
    socket.end(bytes, 'latin1');
  });
}

async function read(port: number, path: string): Promise<string> {
  const reply = await fetch(`http://localhost:${port}${path}`, { headers: { apikey: ADDRESSES.secretKey } });
  return reply.text();
}

/** Starts the site, and waits until it runs or has ended. Gives back its process, and what it has printed. */
async function start(flags: readonly string[], environment: Record<string, string> = {}) {
  const running = spawn(process.execPath, [fileOf('start'), ...flags], {
    env: { ...process.env, SUPABASE_SECRET_KEY: ADDRESSES.secretKey, VITEST: undefined, ...environment },
  });
  let log = '';
  const { promise: started, resolve } = Promise.withResolvers<void>();
  for (const stream of [running.stdout, running.stderr])
    stream.on('data', (text) => {
      log += String(text);
      if (log.includes('Press Ctrl-C')) resolve();
    });
  await Promise.race([started, once(running, 'exit')]);
  return { running, log: () => log };
}

const flagsFor = (ports: Record<'site' | 'api' | 'webhook', number>) => [
  '--memory',
  `--port=${ports.site}`,
  `--api-port=${ports.api}`,
  `--webhook-port=${ports.webhook}`,
];

const freePorts = async () => ({ site: await freePort(), api: await freePort(), webhook: await freePort() });

test(
  'npm run dev serves a codespace, and nothing of the folder with the key and the requests',
  { timeout: 120_000 },
  async () => {
    const ports = await freePorts();
    const folder = new URL('../../supabase/.temp/', import.meta.url);
    await mkdir(folder, { recursive: true });
    const file = new URL(`${crypto.randomUUID()}.json`, folder);
    await writeFile(file, '"a secret"');
    const codespace = {
      CODESPACE_NAME: 'a-name',
      GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN: 'app.github.dev',
    };
    const { running } = await start([...flagsFor(ports), '--dev'], codespace);
    try {
      const host = `a-name-${ports.site}.app.github.dev`;
      const preflight = `OPTIONS /rest/v1/demo_requests HTTP/1.1\r\nHost: ${host}\r\nOrigin: https://${host}`;
      expect(await send(ports.site, `${preflight}\r\nConnection: close\r\n\r\n`)).toMatch('HTTP/1.1 20');
      expect(
        await read(ports.site, '/request-demo'),
        'the form calls the address that the browser has',
      ).toContain(`https://${host}`);
      const path = `/supabase/.temp/${file.pathname.split('/').at(-1)}`;
      for (const asked of [path, `${path}?raw`, `${path}?import&raw`, `/@fs${file.pathname}`]) {
        const reply = await fetch(`http://localhost:${ports.site}${asked}`);
        expect(reply.status, `for ${asked}`).toBe(403);
        expect(await reply.text(), `for ${asked}`).not.toContain('a secret');
      }
    } finally {
      running.kill('SIGKILL');
      await rm(file);
    }
  },
);

describe('npm start', () => {
  let ports: Awaited<ReturnType<typeof freePorts>>;
  let running: ChildProcess;
  let log: () => string;
  let before: Awaited<ReturnType<typeof deployed>>;

  const flags = () => flagsFor(ports);

  beforeAll(async () => {
    before = await deployed();
    ports = await freePorts();
    ({ running, log } = await start(flags()));
  }, 240_000);
  afterAll(() => running.kill('SIGKILL'));

  /** A page, the stored requests and the number of the webhook's calls, each as its own client reads it. */
  const readAll = async () => ({
    page: await read(ports.site, '/request-demo'),
    rows: JSON.parse(await read(ports.api, '/rest/v1/demo_requests')),
    calls: JSON.parse(await read(ports.webhook, '/received')).length,
  });

  test('runs the site with its own back end', async () => {
    const checked = await checkSite(`http://localhost:${ports.site}`);
    expect(checked.filter(({ outcome }) => outcome === 'fails')).toEqual([]);
    const { page, rows, calls } = await readAll();
    expect(page).toContain(demo.hero.heading);
    expect(page, 'the form may call its own back end').toContain(`http://localhost:${ports.site}`);
    expect({ rows, calls }).toEqual({ rows: [], calls: 0 });
  });

  test('shows who has the ports already, and a command with free ones', async () => {
    const { exitCode, output } = await run('start', flags());
    expect(exitCode).toBe(1);
    expect(output).toMatch(/(Process \d+ \(.*start\.ts.*\)|Another program) uses port \d+ and \d+ and \d+\./);
    expect(output).toMatch(/npm start -- --memory --port \d+ --api-port \d+ --webhook-port \d+\n/);
  });

  test('takes no port that browsers refuse to open', async () => {
    const { exitCode, output } = await run('start', [...flagsFor(await freePorts()), '--port', '6000']);
    expect(exitCode).toBe(1);
    expect(output).toContain('Browsers refuse to open port 6000.');
  });

  test('serves no site that was built for other ports', async () => {
    const { exitCode, output } = await run('start', [...flagsFor(await freePorts()), '--skip-build']);
    expect(exitCode).toBe(1);
    expect(output).toContain(
      `built for other ports, and calls http://localhost:${ports.site}: leave out --skip`,
    );
  });

  test.each([
    { to: 'site', bytes: 'GET / HTTP/1.1\r\nHost: localhost\r\nRange: bytes=5-2', status: 200 },
    { to: 'site', bytes: 'TRACE / HTTP/1.1\r\nHost: localhost', status: 405 },
    { to: 'site', bytes: 'GET http://localhost/ HTTP/1.1\r\nHost: localhost', status: 400 },
    { to: 'site', bytes: 'GET / HTTP/1.1\r\nHost: a b', status: 421 },
    { to: 'site', bytes: 'GET / HTTP/1.1\r\nHost: x@localhost', status: 421 },
    { to: 'site', bytes: 'GET /%ff HTTP/1.1\r\nHost: localhost', status: 400 },
    {
      to: 'api',
      bytes: 'POST /rest/v1/demo_requests HTTP/1.1\r\nHost: localhost\r\nContent-Length: 700000000',
      status: 413,
    },
    {
      to: 'site',
      bytes: 'POST /rest/v1/demo_requests HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked',
      status: 411,
    },
    { to: 'site', bytes: 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0', status: 405 },
    { to: 'api', bytes: 'TRACE /rest/v1/demo_requests HTTP/1.1\r\nHost: localhost', status: 405 },
    { to: 'api', bytes: 'GET /rest/v1/demo_requests HTTP/1.1\r\nHost: rebound.example', status: 421 },
    { to: 'webhook', bytes: 'GET /received HTTP/1.1\r\nHost: rebound.example', status: 421 },
    {
      to: 'webhook',
      bytes: `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 16000\r\n\r\n${'x'.repeat(16_000)}`,
      status: 413,
    },
  ] as const)('$to answers $status to $bytes', async ({ to, bytes, status }) => {
    expect(await send(ports[to], `${bytes}\r\n\r\n`)).toMatch(`HTTP/1.1 ${status} `);
  });

  test('keeps only the latest calls of the webhook', async () => {
    const post = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}';
    await send(ports.webhook, post.repeat(600));
    expect((await readAll()).calls).toBe(500);
  });

  test('stops on SIGTERM, and has never changed dist, which is deployed', async () => {
    const ended = once(running, 'close');
    running.kill();
    await ended;
    expect(running.exitCode).toBe(0);
    expect(log(), 'no stack trace was logged').not.toMatch(/^\s+at .*:\d+/m);
    expect(await Promise.all(Object.values(ports).map(isFree))).toEqual([true, true, true]);
    expect((await deployed())?.mtimeMs).toBe(before?.mtimeMs);
  });
});
