import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Writes a file whole or not at all, by way of `.NAME~`: a full disk, or the end of the process, leaves what was there. */
export function writeWhole(path: string, data: string | Uint8Array, mode?: number): void {
  const beside = join(dirname(path), `.${basename(path)}~`);
  try {
    writeFileSync(beside, data, { mode });
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
