/** supabase-js and its client, in a chunk of their own that is fetched when the form is first touched. */
import { PUBLIC_SUPABASE_ANON_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';
import { createClient } from '@supabase/supabase-js';

/**
 * Says which words of consent the form shows, within a header that supabase-js sends anyway: one of our own could be
 * refused on the way, and the request with it.
 */
const fetchWithConsent: typeof fetch = (input, init) => {
  const shown = document.querySelector<HTMLElement>('[data-consent]')?.dataset['consent'];
  const headers = new Headers(init?.headers);
  headers.set('X-Client-Info', `${headers.get('X-Client-Info')}; consent=${shown}`);
  return fetch(input, { ...init, headers });
};

// Nobody signs in here, and supabase-js's lock on the stored session can hang a page.
export const client = createClient(PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_ANON_KEY, {
  auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  global: { fetch: fetchWithConsent },
});
