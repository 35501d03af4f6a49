import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { shown } from '../leads/print.ts';

/** What the database answers to a claim (`claim_demo_request` in `supabase/migrations`). */
type Answer =
  | {
      readonly dial: true;
      readonly claim_id: string;
      /** As dialed, such as +14155552671. */
      readonly phone_number: string;
      readonly full_name: string;
    }
  | { readonly dial: false; readonly reason: string; readonly not_before?: string };

/**
 * Stands in for the automation that places the calls: claims each request before it "dials", as the real one must, reports
 * the call, and prints the outcome in one line.
 */
export function simulateAutomation(
  { url, secretKey }: { readonly url: string; readonly secretKey: string },
  print: (outcome: string) => void = () => {},
) {
  const database = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });

  async function claim(request: unknown): Promise<string> {
    // @supabase/lite 0.10.0 would pass a bare string on unquoted, which is not JSON: an empty object is claimed instead.
    // Its list of differences: https://github.com/supabase-community/lite/blob/HEAD/STATUS.md
    const body = typeof request === 'object' ? request : {};
    // Identifies this run: when the response is lost, the same claim with the same id gets it again.
    const run = { request: body, run_id: randomUUID() };
    let { data, error } = await database.rpc('claim_demo_request', run);
    if (error) ({ data, error } = await database.rpc('claim_demo_request', run));
    if (error) return `not dialed, the claim failed: ${error.message}`;
    const answer = data as Answer;
    if (answer.dial) {
      await database.rpc('report_demo_call', {
        claim_id: answer.claim_id,
        outcome: 'played on this machine',
      });
      return `dialing ${answer.phone_number} for ${shown(answer.full_name)}, as an automation would`;
    }
    const later = answer.not_before && `, waits until ${new Date(answer.not_before).toLocaleString()}`;
    return `not dialed: ${answer.reason}${later ?? ''}`;
  }

  return {
    /** Handles one request that the webhook received. */
    take: async (payload: unknown) => print(`Webhook: ${await claim(payload)}`),
    /** Handles the requests that no webhook call followed within this time, a Postgres interval. */
    sweep: async (olderThan: string) => {
      const { data } = await database.rpc('unclaimed_demo_requests', { older_than: olderThan });
      for (const request of (data ?? []) as unknown[]) print(`Sweep: ${await claim(request)}`);
    },
  };
}
