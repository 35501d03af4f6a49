/** supabase-js and its client, in a chunk of their own that is fetched when the form first receives focus. */
import { PUBLIC_SUPABASE_ANON_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';
import { createClient } from '@supabase/supabase-js';

// There are no accounts, and supabase-js's lock on the stored session can hang a page.
export const client = createClient(PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_ANON_KEY, {
  auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
});
