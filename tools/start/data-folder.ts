import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';

/** The code of SQLite's error when another process has the lock. */
const SQLITE_BUSY = 5;

/** Where the embedded back end keeps the demo requests between runs; git ignores it. */
export const DATA_DIR = fileURLToPath(new URL('../../supabase/.temp/data', import.meta.url));

/** How to reach a running back end, and the editor, if that runs with it: it writes this to a file beside its data. */
type RunningBackend = { url: string; secretKey: string; pid: number; editor?: string | undefined };

/** Another process has the data open. */
export class AlreadyRunning extends Error {
  /** The address of its editor, if it has one. */
  readonly editor: string | undefined;

  constructor(other: RunningBackend | undefined, cause: unknown) {
    const which = other ? `, as process ${other.pid}` : '';
    super(`The site is already running${which}. Stop that one first.`, { cause });
    this.editor = other?.editor;
  }
}

const runningFile = (dataDir: string) => `${dataDir}.running.json`;

/** The back end that has this data open, or had when it was killed; undefined when none has. */
export function runningBackend(dataDir: string): RunningBackend | undefined {
  try {
    return JSON.parse(readFileSync(runningFile(dataDir), 'utf8')) as RunningBackend;
  } catch {
    return undefined; // The file is not there, or was cut off on a full disk.
  }
}

/** Says how the back end that has claimed this data can be reached; returns what takes that back. */
export function announce(dataDir: string, backend: RunningBackend): () => Promise<void> {
  writeFileSync(runningFile(dataDir), JSON.stringify(backend), { mode: 0o600 });
  return () => rm(runningFile(dataDir), { force: true });
}

/** Makes the folder, or takes it as it is, for this user alone. Throws when it belongs to another. */
function makePrivateFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    chmodSync(dataDir, 0o700);
  } catch (cause) {
    throw new Error(
      `The demo requests cannot be kept in ${dataDir}: ${(cause as Error).message}. Make the folder yours, or keep them in memory: npm start -- --memory`,
      { cause },
    );
  }
}

/**
 * Makes this process the only one that has the folder's data open, as two PGlite instances on the same files lose rows,
 * and its user the only one of the machine who can read them. The claim is a lock of SQLite's on a file beside the folder:
 * the operating system ends it however the process ends.
 *
 * @throws when another process has the data open, or another user owns them
 */
export function claimFolder(dataDir: string): Disposable {
  makePrivateFolder(dataDir);
  const lock = new DatabaseSync(`${dataDir}.lock`);
  try {
    lock.exec('begin exclusive');
  } catch (cause) {
    lock.close();
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY)
      throw new Error(`${dataDir}.lock cannot be locked: ${(cause as Error).message}.`, { cause });
    throw new AlreadyRunning(runningBackend(dataDir), cause);
  }
  return { [Symbol.dispose]: () => lock.close() };
}
