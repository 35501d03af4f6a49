import { isLoopback } from '../src/publish/loopback.ts';
import { SECRET_KEY_PATTERN } from './command-line.ts';
import { connectAsTeam, type TeamClient } from './database.ts';

/** The variables of a production project. SUPABASE_SECRET_KEY is the embedded back end's, which writes it to a file. */
export const URL_VARIABLE = 'PRODUCTION_SUPABASE_URL';
export const KEY_VARIABLE = 'PRODUCTION_SUPABASE_SECRET_KEY';

/** The project that the environment names; undefined when it names none. Throws when what it says cannot be right. */
export function connectProduction(): { url: string; client: TeamClient } | undefined {
  const url = process.env[URL_VARIABLE]?.trim();
  const secretKey = process.env[KEY_VARIABLE]?.trim();
  if (!url && !secretKey) return undefined;
  if (!url || !secretKey)
    throw new Error(`${url ? KEY_VARIABLE : URL_VARIABLE} is not set. The production project needs both.`);
  if (URL.parse(url)?.protocol !== 'https:' && !isLoopback(url))
    throw new Error(`${URL_VARIABLE} must begin with https://, or the key could be read on the way.`);
  if (/\/rest\/v1\/?$/.test(url))
    throw new Error(`${URL_VARIABLE} must be the address alone, without /rest/v1.`);
  if (secretKey.replace(SECRET_KEY_PATTERN, '') !== '')
    throw new Error(`${KEY_VARIABLE} is not a secret key (sb_secret_…, or the legacy service_role key).`);
  return { url, client: connectAsTeam(url, secretKey) };
}
