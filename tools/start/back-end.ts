import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs';
import { readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { currentConsent, registration } from '../../src/publish/consent.ts';
import { TEXT_FIELD_NAMES, textField } from '../../src/demo-request/fields.ts';
import { simulateAutomation } from './automation.ts';
import { listen, localServer, REST_METHODS } from './listen.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

/** Where the embedded back end keeps its data between runs; ignored by git. */
export const DATA_DIR = fileURLToPath(new URL('../../supabase/.temp/data', import.meta.url));

const CONFIG_FILE = fileURLToPath(new URL('../../supabase/config.toml', import.meta.url));

/** What a running back end writes to a file beside its data. */
interface RunningBackend {
  readonly url: string;
  readonly secretKey: string;
  /** Its process id. */
  readonly pid: number;
  readonly site?: string | undefined;
}

/** Path of the webhook; the receiver takes any. */
export const WEBHOOK_PATH = '/webhook';

export interface BackendOptions {
  /** Folder of the data; without it the database is in memory. */
  readonly dataDir?: string | undefined;
  /** 0 takes any free port. */
  readonly apiPort: number;
  /** 0 takes any free port. */
  readonly webhookPort: number;
  /** URL of the site that uses this back end, for the message to a second start. */
  readonly site?: string | undefined;
  /** False leaves requests waiting: nobody is "dialed". */
  readonly automation?: boolean | undefined;
  /** Called with one line for each call that the simulated automation places. */
  readonly onOutcome?: ((outcome: string) => void) | undefined;
  readonly secretKey?: string | undefined;
}

export type EmbeddedBackend = Awaited<ReturnType<typeof startBackend>>;

const ANSWER_TIMEOUT_MS = 5000;

const runningFilePath = (dataDir: string) => `${dataDir}.running.json`;

/** How to reach the back end that has this data open at the moment, or undefined when none answers. */
export async function runningBackend(dataDir: string): Promise<RunningBackend | undefined> {
  const backend = await readRunningFile(dataDir);
  if (!backend) return undefined;
  const reply = await fetch(`${backend.url}/rest/v1/demo_requests?limit=1`, {
    headers: { apikey: backend.secretKey },
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  }).catch(() => undefined);
  // After a crash this file remains, and another program may use the port: it will not accept the key. A 5xx
  // still counts as running.
  return reply && (reply.ok || reply.status >= 500) ? backend : undefined;
}

/** Another process has the data open, or is opening it. */
export class DataInUse extends Error {
  constructor(dataDir: string, cause: unknown) {
    super(`Another process has the data in ${dataDir} open.`, { cause });
  }
}

/** PostgreSQL needs this much for its next log file (16 MB), and in WebAssembly hangs for good without it. */
const MIN_FREE_BYTES = 32 * 1024 * 1024;

/**
 * Makes sure that this process can use the folder of the data, and that no other user of the machine can read it.
 * Throws with whose it is, and what to do.
 */
function claimFolder(dataDir: string): void {
  let path = dataDir;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
    for (path of [dirname(dataDir), dataDir, ...names.map((name) => join(dataDir, name))])
      accessSync(path, constants.R_OK | constants.W_OK);
    chmodSync(dataDir, 0o700);
  } catch (cause) {
    const inMemory = 'or keep them in memory: npm start -- --memory';
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'EROFS')
      throw new Error(`${path} is on a read-only disk. Work on a copy elsewhere, ${inMemory}`, { cause });
    if (code !== 'EACCES' && code !== 'EPERM') throw cause;
    const { uid } = statSync(path, { throwIfNoEntry: false }) ?? statSync(dirname(path));
    throw new Error(
      `The demo requests in ${dataDir} belong to ${uid === 0 ? 'root' : `user ${uid}`}, and you are ${userInfo().username}. ` +
        `Take them over with sudo chown -R "$(id -un)" "${dirname(dataDir)}", ${inMemory}`,
      { cause },
    );
  }
}

/**
 * Makes this process the only one that has the data open: two PGlite instances on the same files lose rows.
 * The operating system releases the lock however the process ends. Throws `DataInUse`.
 */
function lock(dataDir: string): Disposable {
  const file = new DatabaseSync(`${dataDir}.lock`);
  try {
    file.exec('begin exclusive');
  } catch (error) {
    file.close();
    throw new DataInUse(dataDir, error);
  }
  return { [Symbol.dispose]: () => file.close() };
}

/** Why no other back end can start on the same data. */
export const alreadyRunningMessage = ({ site, url, pid }: RunningBackend): string =>
  `The site is already running at ${site ?? url} (process ${pid}). Stop that one first.`;

/** The file that a back end wrote when it started; undefined where it is missing or incomplete. */
async function readRunningFile(dataDir: string): Promise<RunningBackend | undefined> {
  try {
    return JSON.parse(await readFile(runningFilePath(dataDir), 'utf8')) as RunningBackend;
  } catch {
    return undefined;
  }
}

const newSecretKey = () => `sb_secret_${randomBytes(24).toString('base64url')}`;

/** Opens the data, or a database in memory, as a Supabase project with the migrations applied. Throws `DataInUse`. */
async function openDatabase(dataDir: string | undefined, secretKey: string) {
  await using opening = new AsyncDisposableStack();
  if (dataDir) claimFolder(dataDir);
  if (dataDir) opening.use(lock(dataDir));
  // @supabase/lite reads this once, when it is imported.
  process.env.LITE_TELEMETRY = '0';
  const [{ App }, { createPgliteConnection }, cli] = await Promise.all([
    import('@supabase/lite'),
    import('@supabase/lite/pglite'),
    import('@supabase/lite/cli'),
  ]);
  // An empty environment: @supabase/lite would otherwise load the production values of .env into this process.
  const publishableKey = await cli.resolveConfiguredPublishableKey(CONFIG_FILE, {});
  if (!publishableKey) throw new Error(`${CONFIG_FILE} has no auth.publishable_key.`);

  const connection = await createPgliteConnection({ url: dataDir ?? 'memory://' });
  const cannotOpen = (cause: unknown): never => {
    const advice = 'Move the folder elsewhere to begin without requests.';
    throw new Error(`The data in ${dataDir ?? 'memory'} cannot be opened. ${advice}`, { cause });
  };
  // If the first start was killed, the files are incomplete.
  await connection.driver.waitReady.catch(cannotOpen);
  opening.defer(() => connection.close());
  imitatePostgrest(connection);
  const requests = new AsyncLocalStorage<Request>();
  forwardHeaders(connection, requests);
  const app = new App({
    connection,
    api: { schemas: ['public'] },
    auth: { enabled: false, publishable_key: publishableKey, secret_key: secretKey },
    options: { server: { admin: false } },
  });
  // Fails when a migration not yet applied does not fit the data, such as when the applied ones were renamed.
  const { applied, skipped } = await cli.applyPendingMigrations(app).catch(cannotOpen);
  if (applied.length + skipped.length === 0)
    throw new Error('No migration was found. Run this from the folder of the project.');
  /** Runs SQL as the database owner, which the REST interface cannot do. */
  const query = async (sql: string) =>
    (await connection.driver.exec(sql)).flatMap(({ rows }) => rows as Record<string, unknown>[]);
  /** Registers the words of the consent as they are in `src/content` now. */
  const registerConsent = async () => {
    // Errors in the content are the site's to show.
    const consent = await Promise.try(currentConsent).catch(() => undefined);
    if (consent) await query(registration(consent));
  };
  await registerConsent();
  const columns = await query(
    `select column_name from information_schema.columns where table_name = 'demo_requests'`,
  );
  for (const { column } of TEXT_FIELD_NAMES.map(textField))
    if (!columns.some(({ column_name: name }) => name === column))
      throw new Error(
        `The form has a field for the column ${column}, which the table demo_requests lacks. Add a migration (supabase/README.md).`,
      );
  const answer = async (request: Request, peerAddress: string | null = null): Promise<Response> => {
    if (dataDir && request.method !== 'GET') {
      const { bavail, bsize } = await statfs(dataDir);
      if (bavail * bsize < MIN_FREE_BYTES)
        return Response.json(
          { message: 'The disk is full.' },
          { status: 507, headers: { 'Access-Control-Allow-Origin': '*' } },
        );
    }
    return requests.run(request, async () => app.fetch(request, { peerAddress }));
  };
  const opened = opening.move();
  return { answer, query, registerConsent, publishableKey, close: () => opened.disposeAsync() };
}

type Connection = Awaited<ReturnType<(typeof import('@supabase/lite/pglite'))['createPgliteConnection']>>;

/**
 * Has @supabase/lite answer as PostgREST does, where it does not by itself
 * (https://github.com/supabase-community/lite/blob/HEAD/STATUS.md).
 */
function imitatePostgrest(connection: Connection): void {
  // @supabase/lite would grant every role everything in each schema that has row level security, and undo
  // what migrations revoke.
  Object.assign(connection, { rlsState: 'active' });
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => {
    const reason = normalize(error);
    if (!(reason instanceof Error)) return reason;
    // @supabase/lite would log database errors with the visitor's name and number: only the reason is logged.
    const printed = { [inspect.custom]: () => `The database refused: ${reason.message}` };
    if ((reason as { code?: string }).code !== '23514') return Object.assign(reason, printed);
    // Returns a violated check constraint as status 400 rather than 500, in the form in which PostgREST lets
    // a database function set the status.
    return Object.assign(reason, printed, {
      code: 'PGRST',
      message: JSON.stringify({ code: '23514', message: reason.message }),
      detail: JSON.stringify({ status: 400, headers: {} }),
    });
  };
}

/**
 * PostgREST passes every request's headers to the database (https://docs.postgrest.org/en/v12/references/transactions.html);
 * @supabase/lite 0.10.0 does so for calls of functions alone.
 */
function forwardHeaders(connection: Connection, requests: AsyncLocalStorage<Request>): void {
  const withContext = connection.withContext.bind(connection);
  connection.withContext = (context, work, options) => {
    const request = requests.getStore();
    if (!request || options?.rpc || options?.transaction) return withContext(context, work, options);
    const { method, url, headers } = request;
    const rpc = { method, path: url, readOnly: false, requestHeaders: Object.fromEntries(headers) };
    return withContext(context, work, { ...options, rpc });
  };
}

/** Opens a back end's data straight from its files. Throws `DataInUse` when another process has them open. */
export async function openData(dataDir: string) {
  const secretKey = newSecretKey();
  const { answer, close } = await openDatabase(dataDir, secretKey);
  return { secretKey, fetch: answer, close };
}

/**
 * Starts the embedded back end: Supabase's REST interface over PGlite with this repository's migrations applied, and
 * a receiver for the webhook. Both answer on this machine alone, with CORS for any origin. Rejects when a port is
 * in use, and with `DataInUse` when another process has the same data open.
 */
export async function startBackend(options: BackendOptions) {
  const { dataDir } = options;
  const other = dataDir ? await runningBackend(dataDir) : undefined;
  if (other) throw new Error(alreadyRunningMessage(other));

  const secretKey = options.secretKey ?? newSecretKey();
  // Closed in reverse order, at the end or when a later one cannot start.
  await using starting = new AsyncDisposableStack();
  const { answer, query, registerConsent, publishableKey, close } = await openDatabase(dataDir, secretKey);
  starting.defer(close);
  const listener = getRequestListener(
    (request, { incoming }) => answer(request, incoming.socket.remoteAddress),
    { overrideGlobalObjects: false },
  );
  const api = await listen(localServer(REST_METHODS, listener), options.apiPort);
  starting.defer(() => api.close());
  const automation = simulateAutomation({ url: api.url, secretKey }, options.onOutcome);
  const callAll = () => (options.automation === false ? Promise.resolve(0) : automation.callAll());
  // Keeps the calls only as long as the requests: an erasure would not reach them.
  const webhook = await startWebhookReceiver(options.webhookPort, !dataDir, async () => {
    if ((await callAll()) === 0)
      options.onOutcome?.('Webhook: nobody to call now; npm run requests says why');
  });
  starting.defer(() => webhook.close());
  if (dataDir) {
    const backend: RunningBackend = { url: api.url, secretKey, pid: process.pid, site: options.site };
    await writeFile(runningFilePath(dataDir), JSON.stringify(backend), { mode: 0o600 });
    starting.defer(() => rm(runningFilePath(dataDir), { force: true }));
  }
  const running = starting.move();

  return {
    url: api.url,
    /** The key that the browser uses; it acts as the role `anon`. */
    publishableKey,
    secretKey,
    webhookUrl: webhook.url + WEBHOOK_PATH,
    /** Has the simulated automation call everybody who waits; resolves with the number of calls. */
    callAll,
    query,
    registerConsent,
    close: () => running.disposeAsync(),
  };
}
