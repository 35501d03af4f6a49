/** `npm start`, `npm run dev` and their flags, as somebody new to the project uses them: each in a process of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkSite } from '../../tools/check-live/check-live.ts';
import { freePort, isFree } from '../../tools/start/listen.ts';
import { ADDRESSES } from '../support/addresses.ts';
import { runNode } from '../support/run-node.ts';
import { demo } from '../support/words.ts';

const START = fileURLToPath(new URL('../../tools/start/start.ts', import.meta.url));

test.each([
  {
    flags: ['--prot', '5000'],
    says: /^Unknown option '--prot'.* \(npm start -- --help lists the flags\)\n$/,
  },
  { flags: ['--port', 'ten'], says: /^--port takes a number from 1 to 65535, not "ten"\.\n$/m },
])('a wrong flag is answered with one sentence: $flags', async ({ flags, says }) => {
  expect(await runNode(START, flags)).toEqual({ exitCode: 1, output: expect.stringMatching(says) });
});

test('an older Node, where npm was not allowed to install the packaged one, is told what to do', async () => {
  const check = `Object.defineProperty(process, 'versions', { value: { node: '20.1.0' } }); await import('./tools/node-version.js')`;
  const { exitCode, output } = await runNode('--eval', [check]);
  expect(exitCode).toBe(1);
  expect(output).toMatch(/^This is Node 20\.1\.0, .+ npm rebuild node .+\n$/);
});

test('--help lists the flags', async () => {
  expect(await runNode(START, ['--help'])).toEqual({
    exitCode: 0,
    output: expect.stringContaining('--api-port'),
  });
});

/** Asks again where the connection is closed: the development server does that when it has found new dependencies. */
const ask = (port: number, path: string) =>
  vi.waitFor(() => fetch(`http://localhost:${port}${path}`, { headers: { apikey: ADDRESSES.secretKey } }), {
    timeout: 30_000,
    interval: 500,
  });

const read = async (port: number, path: string): Promise<string> => (await ask(port, path)).text();

const freePorts = async () => ({ site: await freePort(), api: await freePort(), webhook: await freePort() });

const flagsFor = (ports: Awaited<ReturnType<typeof freePorts>>) => [
  '--memory',
  `--port=${ports.site}`,
  `--api-port=${ports.api}`,
  `--webhook-port=${ports.webhook}`,
];

/** Starts the site, and waits until it runs or has ended. Gives back its process, and what it has printed. */
async function start(flags: readonly string[], environment: Record<string, string> = {}) {
  const running = spawn(process.execPath, [START, ...flags], {
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

test('npm run dev serves a codespace, and nothing of the folder with the key and the requests', async () => {
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
    const preflight = request(`http://localhost:${ports.site}/rest/v1/demo_requests`, {
      method: 'OPTIONS',
      headers: { Host: host, Origin: `https://${host}` },
    });
    const [answer] = await once(preflight.end(), 'response');
    expect(answer.statusCode).toBeLessThan(300);
    answer.resume();
    expect(
      await read(ports.site, '/request-demo'),
      'the form calls the address that the browser has',
    ).toContain(`https://${host}`);
    const path = `/supabase/.temp/${file.pathname.split('/').at(-1)}`;
    for (const asked of [path, `${path}?raw`, `${path}?import&raw`, `/@fs${file.pathname}`]) {
      const reply = await ask(ports.site, asked);
      expect(reply.status, `for ${asked}`).toBe(403);
      expect(await reply.text(), `for ${asked}`).not.toContain('a secret');
    }
  } finally {
    running.kill('SIGKILL');
    await rm(file);
  }
});

/** The folder that is deployed. */
const deployed = () => stat(new URL('../../dist', import.meta.url)).catch(() => undefined);

describe('npm start', () => {
  let ports: Awaited<ReturnType<typeof freePorts>>;
  let running: ChildProcess;
  let log: () => string;
  let before: Awaited<ReturnType<typeof deployed>>;

  beforeAll(async () => {
    before = await deployed();
    ports = await freePorts();
    ({ running, log } = await start(flagsFor(ports)));
  }, 240_000);
  afterAll(() => running.kill('SIGKILL'));

  test('runs the site with its own back end', async () => {
    const checked = await checkSite(`http://localhost:${ports.site}`);
    expect(checked.filter(({ outcome }) => outcome === 'fails')).toEqual([]);
    const page = await read(ports.site, '/request-demo');
    expect(page).toContain(demo.hero.heading);
    expect(page, 'the form calls its own site').toContain(`http://localhost:${ports.site}`);
    expect(await read(ports.api, '/rest/v1/demo_requests')).toBe('[]');
    expect(await read(ports.webhook, '/received')).toBe('[]');
  });

  test('names a port that is in use, and the flags for others', async () => {
    const { exitCode, output } = await runNode(START, [
      ...flagsFor(await freePorts()),
      `--port=${ports.site}`,
    ]);
    expect(exitCode).toBe(1);
    expect(output).toMatch(`Port ${ports.site} is in use. Others: --port, --api-port and --webhook-port`);
  });

  test('serves no site that was built for other ports', async () => {
    const { exitCode, output } = await runNode(START, [...flagsFor(await freePorts()), '--skip-build']);
    expect(exitCode).toBe(1);
    expect(output).toContain('no build for these ports: leave out --skip-build');
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
