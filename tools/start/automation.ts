import { shown } from '../command-line.ts';
import type { TeamClient } from '../database.ts';

/**
 * Stands in for the automation that places the calls, in the way of the real one (`docs/make-it-yours.md`): asks whom to
 * call until there is nobody, "dials" and reports each call, with one line printed for each. Returns what does so, one turn
 * after the other, and resolves with the number of calls.
 */
export function simulateAutomation(database: TeamClient, print: (outcome: string) => void) {
  let turn: Promise<number> = Promise.resolve(0);

  async function callUntilNobodyWaits(): Promise<number> {
    for (let count = 0; ; count += 1) {
      const { data: call, error } = await database.rpc('next_demo_call');
      if (error) print(`Nobody was dialed: ${error.message}`);
      if (!call) return count;
      print(`Dialing ${call.phone_number} for ${shown(call.full_name)}, as an automation would`);
      const outcome = { placed: true, note: 'played on this machine' };
      await database.rpc('report_demo_call', { call_id: call.call_id, outcome });
    }
  }

  return () => (turn = turn.then(callUntilNobodyWaits));
}
