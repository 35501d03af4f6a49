import { printable } from '../command-line.ts';
import type { TeamClient } from '../database.ts';

/**
 * Stands in for the automation that places the calls, and does as the real one does (`docs/make-it-yours.md`): asks whom to
 * call until there is nobody, "dials" by printing a line, and reports. Returns a function that does so, and resolves with the
 * number of calls. Two at once take turns: the database gives each call to one of them.
 */
export const simulateAutomation = (database: TeamClient, print: (outcome: string) => void) => async () => {
  for (let count = 0; ; count += 1) {
    const { data: call, error } = await database.rpc('next_demo_call');
    if (error) print(`Nobody was dialed: ${error.message}`);
    if (!call) return count;
    print(`Dialing ${call.phone_number} for ${printable(call.full_name)}, as an automation would`);
    const outcome = { placed: true, note: 'played on this machine' };
    await database.rpc('report_demo_call', { call_id: call.call_id, outcome });
  }
};

/** For `npm start`: looks every minute for somebody to call, woken by the webhook or not. */
export function callEveryMinute(database: TeamClient) {
  const callAll = simulateAutomation(database, console.log);
  void callAll();
  setInterval(() => void callAll(), 60_000).unref();
  return async () => {
    if ((await callAll()) === 0) console.log('Webhook: nobody to call now; npm run requests says why');
  };
}
