import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';

const MIGRATIONS = fileURLToPath(new URL('../../supabase/migrations/', import.meta.url));

/** The roles of a Supabase project that the REST interface can act as. */
export type ApiRole = 'anon' | 'authenticated' | 'service_role';

/** The rights of the most open project there is: the migration has to take back what it does not mean to give. */
export const SUPABASE_ROLES = `
  create role anon nologin noinherit;
  create role authenticated nologin noinherit;
  create role service_role nologin noinherit bypassrls;
  grant usage on schema public to anon, authenticated, service_role;
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
`;

/** All migrations in order, as one script. */
export async function migrations(): Promise<string> {
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).toSorted();
  return (await Promise.all(files.map((file) => readFile(MIGRATIONS + file, 'utf8')))).join('\n');
}

/** Real Postgres in this process, set up as a Supabase project with the migrations applied. Forgotten when closed. */
export async function openDatabase(): Promise<PGlite> {
  const database = new PGlite();
  await database.exec(SUPABASE_ROLES);
  await database.exec(await migrations());
  return database;
}
