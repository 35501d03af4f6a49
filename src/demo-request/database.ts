/** Makes the clients of supabase-js: the form's (`supabase-client.ts`), and that of commands, in `tools/database.ts`. */
import { createClient } from '@supabase/supabase-js';
import type { DemoRequestRow } from './validation.ts';

/** No fields, tables or functions. */
type None = Record<PropertyKey, never>;

/** The database as the form sees it: a table to insert into. */
interface FormDatabase {
  public: {
    Tables: {
      demo_requests: { Row: DemoRequestRow; Insert: DemoRequestRow; Update: None; Relationships: [] };
    };
    Views: None;
    Functions: None;
  };
}

/** A client without user sessions: supabase-js would store them under a lock, which can hang a page. */
export const connect = <Database = FormDatabase>(
  url: string,
  key: string,
  global: { fetch?: typeof fetch; headers?: Record<string, string> } = {},
) =>
  createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global,
  });
