/** Writes a file whole or not at all: a full disk, or the end of the process, leaves the one from before. */
import { renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The text or the bytes stand in `.NAME~` first, which no pattern of `src/copy/loader.ts` matches. */
export function writeWhole(path: string, data: string | Uint8Array): void {
  const beside = join(dirname(path), `.${basename(path)}~`);
  writeFileSync(beside, data);
  renameSync(beside, path);
}
