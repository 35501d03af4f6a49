/**
 * A chunk of its own, fetched when the form first receives focus. `backend.ts` finds it by this file's name, in the
 * `modulepreload` link that Vite adds because it shares an import (the environment) with the form.
 */
import { PUBLIC_SUPABASE_ANON_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';
import { connect } from './database.ts';

export const client = connect(PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_ANON_KEY);
