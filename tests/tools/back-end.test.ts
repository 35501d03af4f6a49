/** The back end of `npm start`: requests in a folder or in memory, a webhook, and an automation that plays calls. */
import { mkdir, mkdtemp, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { currentConsent } from '@/publish/consent';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startBackend, type BackendOptions, type EmbeddedBackend } from '../../tools/start/back-end.ts';
import { runningBackend } from '../../tools/start/data-folder.ts';
import { RESET } from '../support/database.ts';
import { clientFor } from '../support/postgrest.ts';
import { completeRow, texts } from '../support/rows.ts';

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return { ...real, statfs: vi.fn<typeof statfs>(real.statfs) };
});

const start = (options: Partial<BackendOptions> = {}) =>
  startBackend({ apiPort: 0, webhookPort: 0, ...options });

const requests = ({ url, publishableKey }: EmbeddedBackend, key = publishableKey) =>
  clientFor(url, 'anon', {}, key).from('demo_requests');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'back-end-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the words of the consent are registered; no web page can read what the webhook got, and no log either', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  const backend = await start();
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

test('requests wait over a restart while there is no automation, and are called once when there is', async () => {
  const dataDir = join(folder, 'data');
  const site = 'http://localhost:4321';
  const outcomes: string[] = [];
  const onOutcome = (outcome: string) => outcomes.push(outcome);
  const first = await start({ dataDir, site, automation: false });
  await first.query(RESET);
  await requests(first).insert(completeRow);
  await expect(start({ dataDir })).rejects.toThrow(
    `The site is already running at ${site} (process ${process.pid}). Stop that one first.`,
  );
  expect(runningBackend(dataDir)).toMatchObject({ url: first.url, secretKey: first.secretKey });
  for (const path of [dataDir, `${dataDir}.running.json`])
    expect((await stat(path)).mode & 0o077, 'no other user of the machine can read it').toBe(0);
  await fetch(first.webhookUrl, { method: 'POST', body: '{"fullName":"Dana Reyes"}' });
  expect((await fetch(new URL('/received', first.webhookUrl))).status, 'erasures would miss it').toBe(404);
  await first.close();
  expect(runningBackend(dataDir)).toBeUndefined();

  const second = await start({ dataDir, onOutcome });
  const stored = () => requests(second, second.secretKey).select();
  expect((await stored()).data).toMatchObject([{ ...completeRow, state: 'waiting' }]);
  await Promise.all([second.callAll(), second.callAll()]);
  expect(outcomes).toEqual(['Dialing +14155552671 for Dana Reyes, as an automation would']);
  expect((await stored()).data).toMatchObject([{ state: 'placed' }]);
  await second.close();
});

test('a full disk stores nothing, and again once there is room, without a restart', async () => {
  const backend = await start({ dataDir: join(folder, 'full') });
  const full = Object.assign(await statfs(folder), { bavail: 1 });
  vi.mocked(statfs).mockResolvedValueOnce(full as never);
  expect(await requests(backend).insert(completeRow)).toMatchObject({ status: 507 });
  expect(await requests(backend).insert(completeRow)).toMatchObject({ status: 201 });
  await backend.close();
});

test('a folder that this user cannot write, or whose first start was killed, is kept, and the message says what to do', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(start({ dataDir: join(file, 'data') })).rejects.toThrow(/ENOTDIR.* npm start -- --memory$/);

  const killed = join(folder, 'killed');
  await mkdir(killed);
  await writeFile(join(killed, 'PG_VERSION'), '17');
  await expect(start({ dataDir: killed })).rejects.toThrow(
    `The data in ${killed} cannot be opened. Move the folder elsewhere to begin without requests.`,
  );
});
