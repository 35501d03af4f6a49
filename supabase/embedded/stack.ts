import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { playAutomation } from './automation.ts';
import { listen, localServer } from './listen.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

/** Where the embedded back end keeps its data between two starts; git ignores it. */
export const DATA_DIR = fileURLToPath(new URL('../.temp/data', import.meta.url));

const CONFIG_FILE = fileURLToPath(new URL('../config.toml', import.meta.url));

/** What it takes to read the stored requests of a running back end. */
export interface BackendAccess {
  /** Address of the REST interface, without a trailing slash. */
  readonly url: string;
  /** Reads and writes everything. Made anew at every start unless given; it never leaves this machine. */
  readonly secretKey: string;
}

/** The lock file of a back end that has its data open: where it is, and its key. */
interface RunningBackend extends BackendAccess {
  /** Its process id. */
  readonly pid: number;
  readonly site?: string | undefined;
}

export interface BackendOptions {
  /** Folder of the data; without it everything is forgotten at the end. */
  readonly dataDir?: string | undefined;
  /** 0 takes any free port. */
  readonly apiPort: number;
  /** 0 takes any free port. */
  readonly webhookPort: number;
  /** Address of the site that it serves, for whoever tries to start another. */
  readonly site?: string | undefined;
  /** Is told in one line what came of each call to the webhook, and of each request that no webhook told of. */
  readonly onOutcome?: ((outcome: string) => void) | undefined;
  readonly secretKey?: string | undefined;
}

export interface EmbeddedBackend extends BackendAccess {
  /** The key that the browser uses; it acts as the role `anon`. */
  readonly publishableKey: string;
  readonly webhookUrl: string;
  /** Claims and "dials" what no webhook told of within this time, a Postgres interval. */
  sweep(olderThan: string): Promise<void>;
  close(): Promise<void>;
}

/** For a question to a back end that may not be there. */
const ANSWER_TIMEOUT_MS = 5000;

const lockPath = (dataDir: string) => `${dataDir}.running.json`;

/**
 * How to reach the back end that has this data open at the moment, or undefined when none has. PGlite's files must
 * not be opened twice, so whoever wants the data asks here first.
 */
export async function runningBackend(dataDir: string): Promise<RunningBackend | undefined> {
  const lock = await readLock(dataDir);
  if (!lock) return undefined;
  const reply = await fetch(`${lock.url}/rest/v1/demo_requests?limit=1`, {
    headers: { apikey: lock.secretKey },
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  }).catch(() => undefined);
  // One that was killed leaves its lock behind, and another program may have its port now: that refuses the key.
  return reply && (reply.ok || reply.status >= 500) ? lock : undefined;
}

/** Why no other back end can start on the same data. */
export const alreadyRunning = ({ site, url, pid }: RunningBackend): string =>
  `The site is already running at ${site ?? url} (process ${pid}). Stop that one first.`;

/** The lock that a back end wrote when it started; undefined where there is none, or half of one. */
async function readLock(dataDir: string): Promise<RunningBackend | undefined> {
  try {
    return JSON.parse(await readFile(lockPath(dataDir), 'utf8')) as RunningBackend;
  } catch {
    return undefined;
  }
}

/** What PostgREST answers to. */
const REST_METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'];

const newSecretKey = () => `sb_secret_${randomBytes(24).toString('base64url')}`;

async function openDatabase(dataDir: string | undefined, secretKey: string) {
  // @supabase/lite reads this once, when it is imported.
  process.env.LITE_TELEMETRY = '0';
  const [{ App }, { createPgliteConnection }, cli] = await Promise.all([
    import('@supabase/lite'),
    import('@supabase/lite/pglite'),
    import('@supabase/lite/cli'),
  ]);
  // An environment of its own: @supabase/lite would otherwise load the production values of .env into this process.
  const publishableKey = await cli.resolveConfiguredPublishableKey(CONFIG_FILE, {});
  if (!publishableKey) throw new Error(`${CONFIG_FILE} has no auth.publishable_key.`);

  if (dataDir) await mkdir(dirname(dataDir), { recursive: true });
  const connection = await createPgliteConnection({ url: dataDir ?? 'memory://' });
  await connection.driver.waitReady.catch((cause: unknown) => {
    // They are half written when their first start was killed.
    const advice = 'Delete the folder to begin without requests.';
    throw new Error(`The data in ${dataDir ?? 'memory'} cannot be opened. ${advice}`, { cause });
  });
  // It prints every refusal of the database, with the visitor's name and number: the reason is enough.
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => {
    const reason = normalize(error);
    return reason instanceof Error
      ? Object.assign(reason, { [inspect.custom]: () => `The database refused: ${reason.message}` })
      : reason;
  };
  // PostgREST tells the database every request's headers; @supabase/lite does so for calls of functions alone.
  const requests = new AsyncLocalStorage<Request>();
  const withContext = connection.withContext.bind(connection);
  connection.withContext = (context, work, options) => {
    const request = requests.getStore();
    if (!request || options?.rpc || options?.transaction) return withContext(context, work, options);
    const { method, url, headers } = request;
    const rpc = { method, path: url, readOnly: false, requestHeaders: Object.fromEntries(headers) };
    return withContext(context, work, { ...options, rpc });
  };
  const app = new App({
    connection,
    api: { schemas: ['public'] },
    auth: { enabled: false, publishable_key: publishableKey, secret_key: secretKey },
    options: { server: { admin: false } },
  });
  const { applied, skipped } = await cli.applyPendingMigrations(app);
  if (applied.length + skipped.length === 0)
    throw new Error('No migration was found. Run this from the folder of the project.');
  const answer = (request: Request, peerAddress: string | null = null) =>
    requests.run(request, () => app.fetch(request, { peerAddress }));
  return { answer, connection, publishableKey };
}

/** Data that no back end is running on, opened for whoever asks as if one were. */
export interface OpenData {
  readonly secretKey: string;
  /** Answers REST requests, to any host. */
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** Opens the data of a back end straight from its files. Only while no back end is running on them. */
export async function openData(dataDir: string): Promise<OpenData> {
  const secretKey = newSecretKey();
  const { answer, connection } = await openDatabase(dataDir, secretKey);
  return { secretKey, fetch: (request) => answer(request), close: () => connection.close() };
}

/**
 * Starts the embedded back end: Supabase's REST interface over PGlite with this repository's migrations applied, and
 * a receiver for the webhook. Both answer on this machine alone, to pages of any origin. Rejects when a port is in
 * use or when another process has the same data open.
 */
export async function startBackend(options: BackendOptions): Promise<EmbeddedBackend> {
  const { dataDir } = options;
  const other = dataDir ? await runningBackend(dataDir) : undefined;
  if (other) throw new Error(alreadyRunning(other));

  const secretKey = options.secretKey ?? newSecretKey();
  // Closed in the opposite order, at the end or when a later one cannot start.
  await using starting = new AsyncDisposableStack();
  let ownLock: string | undefined;
  // Deferred first, so done last: while the lock is there, nobody else opens the database. Empty until our own is written,
  // so that another's is never removed.
  starting.defer(async () => {
    if (ownLock) await rm(ownLock, { force: true });
  });
  const { answer, connection, publishableKey } = await openDatabase(dataDir, secretKey);
  starting.defer(() => connection.close());
  const listener = getRequestListener(
    (request, { incoming }) => answer(request, incoming.socket.remoteAddress),
    { overrideGlobalObjects: false },
  );
  const api = await listen(localServer(REST_METHODS, listener), options.apiPort);
  starting.defer(() => api.close());
  const automation = playAutomation({ url: api.url, secretKey }, options.onOutcome);
  const webhook = await startWebhookReceiver(
    options.webhookPort,
    ({ payload }) => void automation.take(payload),
  );
  starting.defer(() => webhook.close());
  if (dataDir) {
    ownLock = lockPath(dataDir);
    const lock: RunningBackend = { url: api.url, secretKey, pid: process.pid, site: options.site };
    await writeFile(ownLock, JSON.stringify(lock), { mode: 0o600 });
  }
  const running = starting.move();

  return {
    url: api.url,
    publishableKey,
    secretKey,
    webhookUrl: `${webhook.url}/demo`,
    sweep: automation.sweep,
    close: () => running.disposeAsync(),
  };
}
