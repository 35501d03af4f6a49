/** The back end of `npm start`: requests in a folder or in memory. */
import { mkdir, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { currentConsent } from '@/publish/consent';
import { expect, test, vi } from 'vitest';
import { startBackend } from '../../tools/start/back-end.ts';
import { runningBackend } from '../../tools/start/data-folder.ts';
import { RESET } from '../support/database.ts';
import { asTeam, asVisitor } from '../support/postgrest.ts';
import { completeRow, texts } from '../support/rows.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { isWindows } from '../support/windows.ts';

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return { ...real, statfs: vi.fn<typeof statfs>(real.statfs) };
});

const folder = temporaryFolder();

/** Has the disk full when that is looked at next. */
async function fillDisk() {
  const full = Object.assign(await statfs(folder), { bavail: 1 });
  vi.mocked(statfs).mockResolvedValueOnce(full as never);
}

const startIn = (dataDir: string) => startBackend({ dataDir });

test('requests are kept over a restart, and so is the folder to its owner', async () => {
  const dataDir = join(folder, 'data');
  const first = await startIn(dataDir);
  const { version, seller } = currentConsent();
  const wordings = await first.query('select version, seller from private.consent_wordings');
  expect(wordings, 'the words of the consent are registered').toContainEqual({ version, seller });
  await first.query(RESET);

  const table = asVisitor(first).from('demo_requests');
  await fillDisk();
  expect(await table.insert(completeRow), 'the disk is full').toMatchObject({ status: 507 });
  expect(await table.insert(completeRow), 'there is room again').toMatchObject({ status: 201 });

  const printed = vi.spyOn(console, 'error').mockReturnValue();
  for (const client of [asVisitor(first), asTeam(first)])
    await client.from('demo_requests').insert({ ...completeRow, phone_number: '1' });
  const log = printed.mock.calls.map((arguments_) => inspect(arguments_)).join();
  printed.mockRestore();
  expect(log).toContain('phone_number_is_formatted');
  for (const text of texts(completeRow)) expect(log, 'nothing personal is logged').not.toContain(text);

  await expect(startIn(dataDir)).rejects.toThrow(`already running, as process ${process.pid}.`);
  expect(runningBackend(dataDir)).toMatchObject({ url: first.url, secretKey: first.secretKey });
  // On Windows, access is not a mode: a home folder is its owner's.
  for (const path of isWindows ? [] : [dataDir, `${dataDir}.running.json`])
    expect((await stat(path)).mode & 0o077, 'no other user of the machine can read it').toBe(0);
  const history = 'supabase_migrations.schema_migrations';
  // A migration that is dated anew is applied a second time by the next start: one that may be applied twice is chosen.
  const [{ version: applied } = {}] = await first.query(
    `select max(version) as version from ${history} where name like 'register_consent%'`,
  );
  await first.query(`update ${history} set version = '20990101000000' where version = '${applied}'`);
  await first.close();
  await expect(startIn(dataDir)).rejects.toThrow(
    /^\d+_register_consent_.+ older than .+ npm start -- --include-all/,
  );
  const updated = await startBackend({ dataDir, includeAll: true });
  await updated.close();
  expect(runningBackend(dataDir)).toBeUndefined();

  const second = await startIn(dataDir);
  expect((await asTeam(second).from('demo_requests').select()).data).toMatchObject([completeRow]);
  await second.close();
});

test('a folder that this user cannot write, or whose first start was killed, is kept, and the message says what to do', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(startIn(join(file, 'data'))).rejects.toThrow(/ENOTDIR.* npm start -- --memory$/);

  const killed = join(folder, 'killed');
  await mkdir(killed);
  await writeFile(join(killed, 'PG_VERSION'), '18');
  const says = `The data in ${killed} cannot be opened. Move the folder elsewhere to begin without requests.`;
  await expect(startIn(killed)).rejects.toThrow(says);

  await writeFile(join(killed, 'PG_VERSION'), '17\n');
  await expect(startIn(killed)).rejects.toThrow(/of PostgreSQL 17, and this is 18/);
  await fillDisk();
  await expect(startIn(killed)).rejects.toThrow(/^The disk of .+ is full\./);
  await writeFile(`${killed}.lock`, 'This is no database of SQLite, and nobody has it locked.');
  await expect(startIn(killed)).rejects.toThrow(/cannot be locked: file is not a database/);
});
