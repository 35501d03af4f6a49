import { createClient } from '@supabase/supabase-js';

/** A client without user sessions: supabase-js would store them under a lock, which can hang a page. */
// oxlint-disable-next-line typescript/no-explicit-any -- as supabase-js has it; commands have `tools/database.ts`
export const connect = <Database = any>(
  url: string,
  key: string,
  global: { fetch?: typeof fetch; headers?: Record<string, string> } = {},
) =>
  createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global,
  });
