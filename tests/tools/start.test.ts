/** `npm start`, `npm run dev` and their flags, as somebody new to the project uses them: each in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkSite } from '../../tools/check-live/check-live.ts';
import { announce, claimFolder } from '../../tools/start/data-folder.ts';
import { freePort, isFree } from '../../tools/start/listen.ts';
import { ADDRESSES } from '../support/addresses.ts';
import { EditedSite } from '../support/edited-site.ts';
import { runNode } from '../support/run-node.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { isWindows } from '../support/windows.ts';
import packageFile from '../../package.json' with { type: 'json' };

const START = resolve('tools/start/start.ts');

const refusal = (says: RegExp) => ({ exitCode: 1, output: expect.stringMatching(says) });

test.each([
  ['--prot=5000', /^Unknown option '--prot'.* \(npm start -- --help lists the flags\)\n$/],
  ['--port=ten', /^--port takes a number from 1 to 65535, not "ten"\.\n$/],
])('%s is answered with one sentence', async (flag, says) => {
  expect(await runNode(START, [flag])).toEqual(refusal(says));
});

/** Runs this code in the process of `npm start -- --help`, before all else. */
async function startAfter(code: string, cwd?: string) {
  const [, ...command] = packageFile.scripts.start.split(' ');
  const preload = `data:text/javascript,${encodeURIComponent(code)}`;
  return runNode('--import', [preload, ...command, '--help'], {}, cwd);
}

test('an older Node, where npm was not allowed to install the packaged one, is told what to do', async () => {
  const versions = `Object.defineProperty(process, 'versions', { value: { node: '20.1.0' } })`;
  expect(await startAfter(versions)).toEqual(refusal(/^This is Node 20\.1\.0, .+ npm rebuild node .+\n$/));
});

const copy = temporaryFolder();

test('an installation without the packages for development is told how to get them', async () => {
  for (const part of ['tools', 'src', 'package.json']) await cp(part, join(copy, part), { recursive: true });
  const says = /^The packages for development are missing: .+ npm ci --include=dev\.\n$/;
  expect(await startAfter('', copy)).toEqual(refusal(says));
});

/** Requests a path of the site or of the back end, whose REST interface alone reads the key. */
const ask = (port: number, path: string) =>
  fetch(`http://localhost:${port}${path}`, { headers: { apikey: ADDRESSES.secretKey } });

const read = async (port: number, path: string): Promise<string> => (await ask(port, path)).text();

/** Starts the site, and waits until it runs or has ended. Resolves with its process, and what it has printed so far. */
async function start(port: number, flags: readonly string[], environment: Record<string, string> = {}) {
  const running = spawn(process.execPath, [START, '--memory', `--port=${port}`, ...flags], {
    // With VITEST set, Astro's development server serves nothing.
    env: { ...process.env, SUPABASE_SECRET_KEY: ADDRESSES.secretKey, VITEST: undefined, ...environment },
  });
  let log = '';
  const { promise: started, resolve: goOn } = Promise.withResolvers<void>();
  for (const stream of [running.stdout, running.stderr])
    stream.on('data', (text) => {
      log += String(text);
      if (log.includes('Press Ctrl-C')) goOn();
    });
  await Promise.race([started, once(running, 'exit')]);
  return { running, log: () => log };
}

test('npm run dev serves a codespace, and nothing of the folder with the key and the requests', async () => {
  const port = await freePort();
  await mkdir('supabase/.temp', { recursive: true });
  const file = `supabase/.temp/${crypto.randomUUID()}.json`;
  await writeFile(file, '"a secret"');
  const codespace = { CODESPACE_NAME: 'a-name', GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN: 'app.github.dev' };
  const { running, log } = await start(port, ['--dev'], codespace);
  onTestFinished(async () => {
    running.kill('SIGKILL');
    await rm(file);
  });
  EditedSite.create('beside-dev'); // This must not restart the server.
  const host = `a-name-${port}.app.github.dev`;
  const preflight = request(`http://localhost:${port}/rest/v1/demo_requests`, {
    method: 'OPTIONS',
    headers: { Host: host, Origin: `https://${host}` },
  });
  const [answer] = await once(preflight.end(), 'response');
  expect(answer.statusCode).toBeLessThan(300);
  answer.resume();
  const page = await read(port, '/request-demo');
  expect(page, 'the form calls the address that the browser has').toContain(`https://${host}`);
  for (const asked of [`/${file}`, `/${file}?raw`, `/${file}?import&raw`, `/@fs${resolve(file)}`]) {
    const reply = await ask(port, asked);
    expect(reply.status, `for ${asked}`).toBe(403);
    expect(await reply.text(), `for ${asked}`).not.toContain('a secret');
  }
  expect(log(), 'copies that tests make are not watched').not.toMatch(/Restarting/);
});

/** When the folder that is deployed was last changed. */
const distChanged = async () => (await stat('dist').catch(() => {}))?.mtimeMs;

test('npm start runs the site with its back end, and stops on SIGTERM', async () => {
  const before = await distChanged();
  const port = await freePort();
  const { running, log } = await start(port, []);
  onTestFinished(() => void running.kill('SIGKILL'));
  const checked = await checkSite(`http://localhost:${port}`);
  expect(checked).not.toContainEqual(expect.objectContaining({ outcome: 'fails' }));
  const page = await read(port, '/request-demo');
  expect(page, 'the form calls its own site').toContain(`http://localhost:${port}`);
  expect(await read(port, '/rest/v1/demo_requests')).toBe('[]');

  for (const script of ['start', 'dev'] as const) {
    const command = script === 'start' ? 'npm start' : 'npm run dev';
    const [, afterFile = ''] = packageFile.scripts[script].split('start.ts');
    const flags = afterFile.split(' ').filter(Boolean);
    const inUse = new RegExp(`Port ${port} is in use. Another: ${command} -- --port 5000`);
    expect(await runNode(START, ['--memory', `--port=${port}`, ...flags])).toEqual(refusal(inUse));
  }

  // On Windows, a signal ends a process without asking it.
  if (isWindows) return;
  const ended = once(running, 'close');
  running.kill();
  await ended;
  expect(running.exitCode).toBe(0);
  expect(log(), 'no stack trace was logged').not.toMatch(/^\s+at .*:\d+/m);
  expect(await isFree(port)).toBe(true);
  expect(await distChanged(), 'dist is left alone').toBe(before);
});

test('a second npm run edit says where the first one is, and opens it', async () => {
  const parts = ['tools', 'src', 'supabase/functions', 'package.json'];
  for (const part of parts) await cp(part, join(copy, part), { recursive: true });
  await symlink(resolve('node_modules'), join(copy, 'node_modules'));
  const editor = 'http://localhost:4321/editor';
  const data = join(copy, 'supabase/.temp/data');
  const first = claimFolder(data);
  onTestFinished(() => first[Symbol.dispose]());
  const stop = announce(data, { url: 'http://localhost:1', secretKey: 'x', pid: 1, editor });
  const browser = join(copy, 'browser');
  await writeFile(browser, `#!/bin/sh\necho "$1" > ${browser}.opened\n`, { mode: 0o755 });
  const flags = ['--dev', '--config', 'tools/editor/astro.config.ts'];
  const { exitCode, output } = await runNode(
    join(copy, 'tools/start/start.ts'),
    flags,
    { BROWSER: browser },
    copy,
  );
  expect(output).toContain(`The editor is already running: ${editor}\n`);
  expect(exitCode).toBe(0);
  await expect.poll(() => readFile(`${browser}.opened`, 'utf8').catch(() => '')).toBe(`${editor}\n`);
  await stop();
});
