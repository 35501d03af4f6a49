import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { consentErrors, currentConsent, registration } from '@/publish/consent';
import { runNode } from '../support/run-node.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

test('a site is built only once `npm run consent` has written the migration that registers its consent', async () => {
  const migrations = join(folder, 'supabase/migrations');
  await mkdir(migrations, { recursive: true });
  expect(consentErrors(folder)).toEqual([expect.stringContaining('npm run consent')]);

  const runConsent = () => runNode(join(import.meta.dirname, '../../tools/consent.ts'), [], {}, folder);
  const [, file = ''] = /migrations\/(\S+) .* Commit it/.exec((await runConsent()).output) ?? [];
  expect(await readFile(join(migrations, file), 'utf8')).toContain(registration(currentConsent()));
  expect((await runConsent()).output).toContain(`${file} registers these words already.`);
  expect(await readdir(migrations)).toEqual([file]);
  expect(consentErrors(folder)).toEqual([]);
});
