import { chmodSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** What Windows says while another program, such as a virus scanner, has a file open. */
const HELD = new Set(['EBUSY', 'EPERM', 'EACCES']);
const TRIES = 10;
const PAUSE_MS = 50;

/** Pauses this thread: `writeWhole` is synchronous, and Node.js has no other pause that is. */
function pause(): void {
  const neverNotified = new Int32Array(new SharedArrayBuffer(4));
  Atomics.wait(neverNotified, 0, 0, PAUSE_MS);
}

/**
 * Writes a file whole or not at all, by way of `.NAME~`: a full disk, or the end of the process, leaves what was there. A
 * symbolic link stays one, and the file keeps its mode, if no other is given.
 */
export function writeWhole(path: string, data: string | Uint8Array, mode?: number): void {
  const before = statSync(path, { throwIfNoEntry: false });
  const target = before ? realpathSync(path) : path;
  const beside = join(dirname(target), `.${basename(target)}~`);
  try {
    writeFileSync(beside, data, { mode });
    if (before && mode === undefined) chmodSync(beside, before.mode);
    moveTo(target, beside);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** Renames a file, and tries again for half a second where that is held. */
function moveTo(target: string, beside: string): void {
  for (let left = TRIES; ; left -= 1) {
    try {
      return renameSync(beside, target);
    } catch (error) {
      if (left === 0 || !HELD.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      pause();
    }
  }
}
