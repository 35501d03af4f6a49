import { randomBytes } from 'node:crypto';
import { readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { currentConsent, registration } from '../../src/publish/consent.ts';
import { connectAsTeam, type TeamClient } from '../database.ts';
import { announce, claimFolder } from './data-folder.ts';
import { imitatePostgrest } from './imitate-postgrest.ts';
import { listen, localServer } from './listen.ts';

/** The key that the Supabase CLI gives to every local project. */
const PUBLISHABLE_KEY = 'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH';

export const WEBHOOK_PATH = '/webhook';

const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'Content-Type' };

interface BackendOptions {
  /** Folder of the data; without it the database is in memory. */
  readonly dataDir?: string | undefined;
  /** The address of the editor that runs with it, for a second one to say. */
  readonly editor?: string | undefined;
  readonly port?: number;
  readonly secretKey?: string | undefined;
  /** Makes the automation of a client with the team's rights; the webhook wakes it. Without it, requests wait. */
  readonly automation?: ((database: TeamClient) => () => Promise<unknown>) | undefined;
  /** Applies migrations also when they are older than the newest that is applied. */
  readonly includeAll?: boolean | undefined;
}

export type EmbeddedBackend = Awaited<ReturnType<typeof startBackend>>;

/** Twice PostgreSQL's segment of the write-ahead log, 16 MiB: when the next does not fit, PGlite hangs for good. */
const MIN_FREE_BYTES = 32 * 1024 * 1024;

/** The major version of PGlite's PostgreSQL. */
const POSTGRES_VERSION = '18';

const BEGIN_ANEW = 'Move the folder elsewhere to begin without requests.';

async function isFull(folder: string): Promise<boolean> {
  const { bavail: freeBlocks, bsize } = await statfs(folder);
  return freeBlocks * bsize < MIN_FREE_BYTES;
}

/** Rejects when the data cannot be opened: the disk is full, or another version of PostgreSQL has written them. */
async function checkFolder(dataDir: string): Promise<void> {
  if (await isFull(dataDir)) throw new Error(`The disk of ${dataDir} is full. Make room, and start again.`);
  // A new folder has no such file.
  const version = await readFile(join(dataDir, 'PG_VERSION'), 'utf8').catch(() => POSTGRES_VERSION);
  if (version.trim() !== POSTGRES_VERSION) {
    throw new Error(
      `The data in ${dataDir} are of PostgreSQL ${version.trim()}, and this is ${POSTGRES_VERSION}. ` +
        `The former version of this project can still list them. ${BEGIN_ANEW}`,
    );
  }
}

/** Runs SQL as the owner of the database, which the REST interface cannot do. Resolves with the rows of all statements. */
type Query = (sql: string) => Promise<Record<string, unknown>[]>;

/** Rejects when a migration is older than one that is applied already: the Supabase command line refuses that, too. */
async function refuseOlderMigrations(
  files: { version: string; filename: string }[],
  query: Query,
): Promise<void> {
  // Before the first start, the table does not exist.
  const rows = await query('select version from supabase_migrations.schema_migrations').catch(() => []);
  const applied = rows.map(({ version }) => String(version)).toSorted();
  const newest = applied.at(-1) ?? '';
  const older = files.find(({ version }) => version < newest && !applied.includes(version));
  if (older) {
    throw new Error(
      `${older.filename} is older than migrations that are applied already, as after an update. Read it, then: ` +
        'npm start -- --include-all, and for the project npx supabase@3 db push --remote --include-all.',
    );
  }
}

/** Opens the data, or a database in memory, as a Supabase project with the migrations applied. */
async function openDatabase(dataDir: string | undefined, secretKey: string, includeAll = false) {
  // What is open is closed when a later step fails; otherwise the caller closes it.
  await using opening = new AsyncDisposableStack();
  const place = dataDir ?? 'memory';
  if (dataDir) {
    opening.use(claimFolder(dataDir));
    await checkFolder(dataDir);
  }
  // @supabase/lite reads this once, when it is imported.
  process.env.LITE_TELEMETRY = '0';
  const { App } = await import('@supabase/lite');
  const { createPgliteConnection } = await import('@supabase/lite/pglite');
  const { applyPendingMigrations, listMigrationFiles } = await import('@supabase/lite/cli');
  const connection = await createPgliteConnection({ url: dataDir ?? 'memory://' });
  // If the first start was killed, the files are incomplete.
  await connection.driver.waitReady.catch((cause: unknown) => {
    throw new Error(`The data in ${place} cannot be opened. ${BEGIN_ANEW}`, { cause });
  });
  opening.defer(() => connection.close());
  const postgrest = imitatePostgrest(connection);
  const app = new App({
    connection,
    api: { schemas: ['public'] },
    auth: { enabled: false, publishable_key: PUBLISHABLE_KEY, secret_key: secretKey },
    options: { server: { admin: false } },
  });
  const query: Query = async (sql) => {
    const results = await connection.driver.exec(sql);
    return results.flatMap(({ rows }) => rows as Record<string, unknown>[]);
  };
  if (!includeAll) await refuseOlderMigrations(await listMigrationFiles(app), query);
  await applyPendingMigrations(app).catch((cause: unknown) => {
    const mend = 'Mend the newest. If applied ones were renamed or changed:';
    throw new Error(`The migrations cannot be applied to the data in ${place}. ${mend} ${BEGIN_ANEW}`, {
      cause,
    });
  });
  const answer = async (request: Request, peerAddress: string | null): Promise<Response> => {
    if (dataDir && request.method === 'POST' && (await isFull(dataDir)))
      return Response.json({ message: 'The disk is full.' }, { status: 507, headers: ANY_ORIGIN });
    return postgrest.run(request, async () => app.fetch(request, { peerAddress }));
  };
  return { answer, query, opened: opening.move() };
}

/**
 * Starts the embedded back end: Supabase's REST interface over PGlite with this repository's migrations applied, and a webhook,
 * for this machine alone. Rejects when the port is in use, and when another process has the same data open.
 */
export async function startBackend(options: BackendOptions = {}) {
  const { dataDir, port = 0, secretKey = `sb_secret_${randomBytes(24).toString('base64url')}` } = options;
  // What is started is closed in reverse order, at the end or when a later part cannot start.
  await using starting = new AsyncDisposableStack();
  const { answer, query, opened } = await openDatabase(dataDir, secretKey, options.includeAll);
  starting.use(opened);
  const registerConsent = async () => {
    // While the content has errors there are no words to register; the site shows these errors.
    const consent = await Promise.try(currentConsent).catch(() => undefined);
    if (consent) await query(registration(consent));
  };
  await registerConsent();
  // This client needs no network: its `fetch` goes to the database in this process, whatever the address.
  const database = connectAsTeam('http://localhost', secretKey, {
    fetch: (...request) => answer(new Request(...request), null),
  });
  const wake = options.automation?.(database);
  const rest = getRequestListener(
    (request, { incoming }) => answer(request, incoming.socket.remoteAddress ?? null),
    { overrideGlobalObjects: false }, // Does not replace Node's Request and Response, for the whole process.
  );
  const server = localServer(async (request, response) => {
    if (request.url !== WEBHOOK_PATH) return rest(request, response);
    response.writeHead(204, ANY_ORIGIN).end();
    // Nothing in its body is believed: it only wakes the automation.
    if (request.method === 'POST') await wake?.();
  });
  const { url, close: stopListening } = await listen(server, port);
  starting.defer(stopListening);
  if (dataDir)
    starting.defer(announce(dataDir, { url, secretKey, pid: process.pid, editor: options.editor }));
  const running = starting.move();

  return {
    url,
    publishableKey: PUBLISHABLE_KEY,
    secretKey,
    webhookUrl: url + WEBHOOK_PATH,
    query,
    registerConsent,
    close: () => running.disposeAsync(),
  };
}
