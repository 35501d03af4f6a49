/** The two calls that the form makes: nothing else in it reaches the network. */
import { PUBLIC_DEMO_WEBHOOK_URL } from 'astro:env/client';
import { INSERT_TIMEOUT_MS } from '@/constants';
import type { Backend, CallFailure } from './submit.ts';

type ClientModule = typeof import('./supabase-client.ts');

/** After this long without an answer, a failure is logged. Nobody waits for it. */
const WEBHOOK_TIMEOUT_MS = 15_000;

let loading: Promise<ClientModule> | undefined;
let failures = 0;

/**
 * supabase-js with its client, in a chunk of its own: inside the form's it would make 50 KB more to fetch before the
 * form works, and the page's first visit 160 KB instead of 110. Fetched once. After a failure it is fetched by another
 * URL (?again=1): browsers before late 2026 cache the failure of an import for its URL, and all of them wait
 * indefinitely for one that hangs (https://github.com/whatwg/html/pull/10327). The URL is taken from the
 * `modulepreload` link that Vite adds for the first import.
 */
function fetchClient(): Promise<ClientModule> {
  const link = document.querySelector<HTMLLinkElement>('link[href*="/supabase-client"]');
  loading ??=
    link && failures > 0
      ? import(/* @vite-ignore */ `${link.href}?again=${failures}`)
      : import('./supabase-client.ts');
  return loading;
}

function forgetClient(): void {
  loading = undefined;
  failures += 1;
}

/** Fetches supabase-js ahead of the submit, so that pressing the button need not wait for it. */
export function preloadClient(): void {
  // A failure is not reported: the submit fetches again, and shows the banner if that fails, too.
  fetchClient().catch(forgetClient);
}

/** Aborts after this many milliseconds. Safari before 16 and Chrome before 103 have no `AbortSignal.timeout`. */
function deadlineAfter(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}

/** The failure of a call that got no response. */
const asFailure = (error: unknown): CallFailure => ({
  status: 0,
  message: error instanceof Error ? error.message : String(error),
});

/** The back end that the environment names. Neither call rejects. */
export const backend: Backend = {
  async insertDemoRequest(row, consentVersion) {
    try {
      // One deadline covers fetching supabase-js and the request.
      const deadline = deadlineAfter(INSERT_TIMEOUT_MS);
      const timeOut = new Promise<never>((_resolve, reject) => {
        deadline.addEventListener('abort', () => reject(new Error('It took too long')));
      });
      const { client } = await Promise.race([fetchClient(), timeOut]).catch((error: unknown) => {
        forgetClient();
        throw error;
      });
      const table = client.from('demo_requests');
      // The database reads the version from this header, which supabase-js sends anyway: CORS or a proxy may refuse another.
      table.headers.set('X-Client-Info', `${table.headers.get('X-Client-Info')}; consent=${consentVersion}`);
      const { error, status } = await table.insert(row).abortSignal(deadline);
      // supabase-js reports an empty 404, and any 2xx of a captive portal, as success: only 201 is a stored row.
      if (!error && status === 201) return undefined;
      return { code: error?.code || undefined, status, message: error?.message || 'No row was created' };
    } catch (error) {
      return asFailure(error);
    }
  },

  async notifyWebhook(payload) {
    try {
      const response = await fetch(PUBLIC_DEMO_WEBHOOK_URL, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(payload),
        credentials: 'omit',
        // With `keepalive`, the request outlives the page.
        keepalive: true,
        signal: deadlineAfter(WEBHOOK_TIMEOUT_MS),
      });
      return response.ok ? undefined : { status: response.status, message: 'The webhook refused' };
    } catch (error) {
      return asFailure(error);
    }
  },
};
