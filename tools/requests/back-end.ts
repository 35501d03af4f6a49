/** Where the leads command line finds the requests: the production project, or the back end of `npm start`. */
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { isLoopback } from '../../src/copy/address.ts';
import { connect, type DatabaseClient } from '../../src/demo-request/database.ts';
import { DATA_DIR, DataInUse, openData, runningBackend } from '../start/back-end.ts';

export interface BackEnd {
  /** Shown to the operator. */
  readonly name: string;
  readonly client: DatabaseClient;
  close(): Promise<void>;
}

/** Names of their own: SUPABASE_SECRET_KEY sets the key of the embedded back end, which keeps it in a file. */
export const URL_VARIABLE = 'PRODUCTION_SUPABASE_URL';
export const KEY_VARIABLE = 'PRODUCTION_SUPABASE_SECRET_KEY';

/** A secret key of either kind, anywhere in a text: a legacy one is a JWT. */
export const SECRET_KEY_PATTERN = /sb_secret_[\w-]+|eyJ[\w-]+\.[\w-]+\.[\w-]+/g;

/** The production project's address and key; undefined when the environment names neither. */
export function production(environment: Readonly<Record<string, string | undefined>>) {
  const url = environment[URL_VARIABLE]?.trim();
  const secretKey = environment[KEY_VARIABLE]?.trim();
  if (!url && !secretKey) return undefined;
  if (!url || !secretKey)
    throw new Error(`${url ? KEY_VARIABLE : URL_VARIABLE} is not set. The production project needs both.`);
  if (!URL.canParse(url)) throw new Error(`${URL_VARIABLE} is not a complete web address.`);
  if (new URL(url).protocol !== 'https:' && !isLoopback(url))
    throw new Error(`${URL_VARIABLE} must begin with https://, or the key could be read on the way.`);
  if (/\/rest\/v1\/?$/.test(url))
    throw new Error(`${URL_VARIABLE} must be the address alone, without /rest/v1.`);
  if (secretKey.replace(SECRET_KEY_PATTERN, '') !== '')
    throw new Error(`${KEY_VARIABLE} is not a secret key (sb_secret_…, or the legacy service_role key).`);
  return { url, secretKey };
}

/** How long to wait while a starting back end or another command line has the data open. */
const WAIT_MS = 60_000;
const POLL_MS = 200;

const asBackEnd = (data: Awaited<ReturnType<typeof openData>>): BackEnd => ({
  name: 'the back end on this machine',
  client: connect('http://localhost', data.secretKey, {
    fetch: (input, init) => data.fetch(new Request(input, init)),
  }),
  close: data.close,
});

/**
 * Opens the production project where the environment names it, otherwise the embedded back end, running or not.
 * Undefined when nothing was ever stored there.
 */
export async function openBackEnd(
  environment: Readonly<Record<string, string | undefined>>,
  dataDir = DATA_DIR,
): Promise<BackEnd | undefined> {
  const project = production(environment);
  if (project)
    return {
      name: project.url,
      client: connect(project.url, project.secretKey),
      close: () => Promise.resolve(),
    };

  if (!existsSync(dataDir)) return undefined;
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const running = await runningBackend(dataDir);
    if (running)
      return {
        name: 'the back end that is running on this machine',
        client: connect(running.url, running.secretKey),
        close: () => Promise.resolve(),
      };
    const data = await openData(dataDir).catch((error: unknown) => {
      if (!(error instanceof DataInUse) || Date.now() > deadline) throw error;
      return undefined;
    });
    if (data) return asBackEnd(data);
    await wait(POLL_MS);
  }
}
