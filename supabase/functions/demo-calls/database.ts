import type { Parts } from './automation.ts';
import type { Settings } from './dial.ts';

/** The project's secret key: the first of its new ones, by preference the one called "default", or the legacy key. */
function secretKey({ SUPABASE_SECRET_KEYS, SUPABASE_SERVICE_ROLE_KEY }: Settings): string {
  const keys: Record<string, string> = JSON.parse(SUPABASE_SECRET_KEYS || '{}');
  const key = keys['default'] || Object.values(keys)[0] || SUPABASE_SERVICE_ROLE_KEY;
  if (!key) throw new Error('Neither SUPABASE_SECRET_KEYS nor SUPABASE_SERVICE_ROLE_KEY has a key.');
  return key;
}

/** Calls functions of the project's database over its REST interface. Throws when its address or key is missing. */
export function connect(settings: Settings): Parts['ask'] {
  const { SUPABASE_URL } = settings;
  if (!SUPABASE_URL) throw new Error('SUPABASE_URL is not set.');
  const key = secretKey(settings);
  const headers = {
    apikey: key,
    'Content-Type': 'application/json',
    // A legacy key is a JWT, whose role counts; a new one is refused as a token.
    ...(key.startsWith('eyJ') && { Authorization: `Bearer ${key}` }),
  };
  return async (name, body, signal) => {
    const response = await fetch(`${SUPABASE_URL}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      // Followed, it would carry the secret key to wherever it leads.
      redirect: 'error',
      signal,
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return response.json();
  };
}
