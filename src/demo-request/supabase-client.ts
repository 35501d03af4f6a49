/** supabase-js and its client, in a chunk of their own that is fetched when the form first receives focus. */
import { PUBLIC_SUPABASE_ANON_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';
import { connect } from './database.ts';

export const client = connect(PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_ANON_KEY);
