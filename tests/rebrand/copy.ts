import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../tools/start/build.ts';

const listFiles = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
/** The project's files, also those that are not committed yet. */
export const SOURCES = execFileSync('git', listFiles, { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter(Boolean);

const COPIES = fs.mkdtempSync(join(tmpdir(), 'copies-'));
process.once('exit', () => fs.rmSync(COPIES, { recursive: true, force: true }));

export function copyOfRepository(): string {
  const copy = fs.mkdtempSync(join(COPIES, 'copy-'));
  for (const file of SOURCES) fs.cpSync(join(ROOT, file), join(copy, file));
  // Packages are linked one by one: the caches, which are hidden folders, must not be shared with the copy.
  fs.mkdirSync(join(copy, 'node_modules'));
  for (const name of fs.readdirSync(join(ROOT, 'node_modules')))
    if (/^(\.bin$|[^.])/.test(name))
      fs.symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name), 'junction');
  return copy;
}
