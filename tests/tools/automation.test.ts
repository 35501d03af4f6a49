/** The automation of `npm start`, which plays calls. */
import { expect, onTestFinished, test } from 'vitest';
import { simulateAutomation } from '../../tools/start/automation.ts';
import { startBackend } from '../../tools/start/back-end.ts';
import { RESET } from '../support/database.ts';
import { clientFor } from '../support/postgrest.ts';
import { completeRow } from '../support/rows.ts';

test('a request waits until the webhook wakes the automation, and is called once, however often it is woken', async () => {
  const printed: string[] = [];
  const backend = await startBackend({
    automation: (database) => simulateAutomation(database, (line) => printed.push(line)),
  });
  onTestFinished(backend.close);
  await backend.query(RESET);
  const team = clientFor(backend.url, 'service_role', {}, backend.secretKey);
  const states = async () => (await team.from('demo_requests').select('state').throwOnError()).data;
  const visitor = clientFor(backend.url, 'anon', {}, backend.publishableKey);
  await visitor.from('demo_requests').insert(completeRow).throwOnError();
  expect(await states()).toEqual([{ state: 'waiting' }]);
  const wake = () => fetch(backend.webhookUrl, { method: 'POST', body: 'its body is not believed' });
  await Promise.all([wake(), wake()]);
  await expect.poll(states).toEqual([{ state: 'placed' }]);
  expect(printed).toEqual(['Dialing +14155552671 for Dana Reyes, as an automation would']);

  const report = { call_id: crypto.randomUUID(), outcome: '{"placed":true}' };
  const { status } = await team.rpc('report_demo_call', report as never);
  expect(status, 'a string is no outcome').toBe(400);
});
