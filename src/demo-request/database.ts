import { createClient } from '@supabase/supabase-js';

/**
 * A client without user sessions: supabase-js would store them under a lock, which can hang a page. Without a type, it takes any
 * table, as supabase-js's own client does.
 */
export const connect = <Database = any>(
  url: string,
  key: string,
  global: { fetch?: typeof fetch; headers?: Record<string, string> } = {},
) =>
  createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global,
  });
