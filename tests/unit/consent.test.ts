import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { consentErrors, currentConsent, registration } from '@/publish/consent';
import { runNode } from '../support/run-node.ts';

test(
  'a site is built only if its words of consent are registered, by a migration that `npm run consent` writes',
  { timeout: 30_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'consent-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const migrations = join(folder, 'supabase/migrations');
    await mkdir(migrations, { recursive: true });
    expect(consentErrors(folder)).toEqual([expect.stringContaining('npm run consent')]);

    const consent = () => runNode(join(import.meta.dirname, '../../tools/consent.ts'), [], {}, folder);
    const [, file = ''] = /migrations\/(\S+)/.exec((await consent()).output) ?? [];
    expect(await readFile(join(migrations, file), 'utf8')).toContain(registration(currentConsent()));
    expect((await consent()).output).toContain('registered already');
    expect(await readdir(migrations)).toEqual([file]);
    expect(consentErrors(folder)).toEqual([]);
  },
);
