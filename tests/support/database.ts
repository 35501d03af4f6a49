import { globSync, readFileSync } from 'node:fs';
import { currentConsent, registration } from '../../src/publish/consent.ts';

export type ApiRole = 'anon' | 'authenticated' | 'service_role';

/** Creates the roles of Supabase's API, which migrations grant rights to. */
export const SUPABASE_ROLES = `
  create role anon nologin noinherit;
  create role authenticated nologin noinherit;
  create role service_role nologin noinherit bypassrls;
  grant usage on schema public to anon, authenticated, service_role;
`;

/**
 * SQL that gives these roles the widest rights that a project can have, on whatever the role that runs it creates from then on:
 * migrations must revoke what they do not mean to grant.
 */
export const WIDEST_RIGHTS = `
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
`;

/** All migrations in order, and the registration of the words of consent in `src/content`, as one script. */
export function migrations(): string {
  const files = globSync('supabase/migrations/*.sql').toSorted();
  return [...files.map((file) => readFileSync(file, 'utf8')), registration(currentConsent())].join('\n');
}

/** SQL that sets the time by which the migrations' rules go, to an SQL expression. */
export const clockAt = (time: string): string =>
  `create or replace function private.now() returns timestamptz language sql stable return ${time};`;

/** SQL that empties the tables, allows calls at any hour, and sets the clock right. The trigger forbids to truncate. */
export const RESET = `
  alter table private.consent_records disable trigger keep_all;
  truncate public.demo_requests, private.consent_records;
  alter table private.consent_records enable trigger keep_all;
  truncate private.calls, private.stop_events, private.calling_hours;
  insert into private.calling_hours (country, weekday, opens, closes)
    select country, weekday, '00:00', '24:00' from unnest(array['US', 'CA']) country, generate_series(0, 6) weekday;
  ${clockAt('now()')}
`;
