/** The one door to the outside: the two calls that the site makes. */
import { PUBLIC_DEMO_WEBHOOK_URL } from 'astro:env/client';
import { INSERT_TIMEOUT_MS, WEBHOOK_TIMEOUT_MS } from '@/constants.ts';
import type { Backend, CallFailure } from './submit.ts';

const STATUS_CREATED = 201;

const importClient = () => import('./supabase-client.ts');

/** Fetches supabase-js ahead of the submit, so that pressing the button need not wait for it. */
export function preloadClient(): void {
  // A failure here is told when it matters: the submit imports again and ends in the banner.
  importClient().catch(() => undefined);
}

function rejectAfter<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`No answer within ${milliseconds} ms`)), milliseconds);
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

const asFailure = (error: unknown): CallFailure => ({
  status: 0,
  message: error instanceof Error ? error.message : String(error),
});

export const backend: Backend = {
  async insertDemoRequest(row) {
    try {
      const { client } = await rejectAfter(INSERT_TIMEOUT_MS, importClient());
      const { error, status } = await client
        .from('demo_requests')
        .insert(row)
        .abortSignal(AbortSignal.timeout(INSERT_TIMEOUT_MS));
      // supabase-js reports an empty 404, and any 2xx of a captive portal, as success: only 201 is a stored row.
      if (!error && status === STATUS_CREATED) return undefined;
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
        // Survives leaving the page.
        keepalive: true,
        signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
      });
      return response.ok ? undefined : { status: response.status, message: 'The webhook refused' };
    } catch (error) {
      return asFailure(error);
    }
  },
};
