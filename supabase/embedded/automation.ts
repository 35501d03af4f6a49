import { createClient } from '@supabase/supabase-js';
import type { BackendAccess } from './stack.ts';

/** What the database answers to a claim (`claim_demo_request` in `supabase/migrations`). */
type Answer =
  | {
      readonly dial: true;
      readonly request_id: string;
      /** As dialled, such as +14155552671. */
      readonly phone_number: string;
      readonly full_name: string;
    }
  | { readonly dial: false; readonly reason: string; readonly request_id?: string };

export interface Automation {
  /** Takes what the webhook was sent. */
  take(payload: unknown): Promise<void>;
  /** Takes what no webhook told of within this time, a Postgres interval. */
  sweep(olderThan: string): Promise<void>;
}

/**
 * Plays the automation that places the calls: claims each request before it "dials", as the real one has to, and says
 * in one line what came of it.
 */
export function playAutomation(
  { url, secretKey }: BackendAccess,
  say: (outcome: string) => void = () => {},
): Automation {
  const database = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });

  async function claim(request: unknown): Promise<string> {
    // @supabase/lite would pass a bare text on unquoted, which is no JSON: it is claimed as an empty object.
    const body = typeof request === 'object' ? request : {};
    const { data, error } = await database.rpc('claim_demo_request', { request: body });
    if (error) return `not dialled, the claim failed: ${error.message}`;
    const answer = data as Answer;
    if (answer.dial) return `dialling ${answer.phone_number} for ${answer.full_name}, as an automation would`;
    return `not dialled: ${answer.reason}`;
  }

  return {
    take: async (payload) => say(`Webhook: ${await claim(payload)}`),
    sweep: async (olderThan) => {
      const { data } = await database.rpc('unclaimed_demo_requests', { older_than: olderThan });
      for (const request of (data ?? []) as unknown[]) say(`Sweep: ${await claim(request)}`);
    },
  };
}
