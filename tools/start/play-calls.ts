import {
  createAutomation,
  SYSTEM_CLOCK,
  type Parts,
} from '../../supabase/functions/demo-calls/automation.ts';
import { printable } from '../command-line.ts';
import type { TeamClient } from '../database.ts';

/** The automation of production, which prints a line in place of each call. */
export function playCalls(database: TeamClient, print: (line: string) => void): () => Promise<number> {
  // The automation names functions as text, since it runs without the types of `tools/database.ts`.
  const ask: Parts['ask'] = async (name, body) =>
    (await database.rpc(name as 'next_demo_call', body as never).throwOnError()).data;
  return createAutomation({
    ask,
    dial: async ({ phone_number, full_name }) => {
      print(`Dialing ${phone_number} for ${printable(full_name)}, as an automation would`);
      return { status: 200 };
    },
    log: print,
    clock: SYSTEM_CLOCK,
  });
}

/** What `npm start` does: looks every minute for somebody to call, and whenever the webhook wakes it. */
export function playCallsEveryMinute(database: TeamClient): () => Promise<void> {
  const wake = playCalls(database, console.log);
  void wake();
  setInterval(() => void wake(), 60_000).unref();
  return async () => {
    const calls = await wake();
    if (calls === 0) console.log('Webhook: nobody to call now; npm run requests says why');
  };
}
