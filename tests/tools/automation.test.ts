/** The automation with the embedded back end: that of `npm start`, which plays calls, and what becomes of the requests. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createAutomation,
  SYSTEM_CLOCK,
  type Parts,
} from '../../supabase/functions/demo-calls/automation.ts';
import { connect } from '../../supabase/functions/demo-calls/database.ts';
import { startBackend, type EmbeddedBackend } from '../../tools/start/back-end.ts';
import { playCalls } from '../../tools/start/play-calls.ts';
import { RESET, clockAt } from '../support/database.ts';
import { asTeam, asVisitor } from '../support/postgrest.ts';
import { completeRow, otherRow } from '../support/rows.ts';

let backend: EmbeddedBackend;
let printed: string[] = [];

beforeAll(async () => {
  backend = await startBackend({
    automation: (database) => playCalls(database, (line) => printed.push(line)),
  });
  return backend.close;
});
beforeEach(async () => {
  printed = [];
  await backend.query(RESET);
});

const send = (row = completeRow) => asVisitor(backend).from('demo_requests').insert(row).throwOnError();
const states = async () =>
  (await backend.query('select state from public.demo_requests order by created_at')).map(
    ({ state }) => state,
  );

const postToWebhook = () => fetch(backend.webhookUrl, { method: 'POST', body: 'nobody believes this' });

test('a request waits until the webhook wakes the automation, and is called once, however often it is woken', async () => {
  await send();
  expect(await states()).toEqual(['waiting']);
  await Promise.all([postToWebhook(), postToWebhook()]);
  await expect.poll(states).toEqual(['placed']);
  expect(printed).toEqual([
    'Dialing +14155552671 for Dana Reyes, as an automation would',
    expect.stringMatching(/^Request [\da-f-]{36}: placed$/),
  ]);
});

/** The automation of production, with a voice provider that answers so. */
const automationWith = (dial: Parts['dial']) => {
  const ask = connect({
    SUPABASE_URL: backend.url,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: backend.secretKey }),
  });
  return createAutomation({ ask, dial, log: (line) => printed.push(line), clock: SYSTEM_CLOCK });
};

test('a wrong key of the voice provider pauses all calls, and once it is mended, everybody is called', async () => {
  await send();
  await send(otherRow);
  expect(await automationWith(async () => ({ status: 401 }))()).toBe(1);
  expect(await states()).toEqual(['waiting', 'waiting']);
  const { data: stops } = await asTeam(backend).rpc('list_demo_call_stops').throwOnError();
  const note = 'the voice provider answered 401: its key or address is wrong';
  expect(stops).toMatchObject([{ phone_number: 'all', is_stopped: true, note }]);

  const wake = automationWith(async () => ({ status: 201 }));
  expect(await wake(), 'while calls are paused').toBe(0);
  await asTeam(backend).rpc('resume_demo_calls').throwOnError();
  expect(await wake(), 'whoever was not tried').toBe(1);
  await backend.query(clockAt(`now() + interval '16 minutes'`));
  expect(await wake(), 'whoever was tried, after 15 minutes').toBe(1);
  expect(await states()).toEqual(['placed', 'placed']);
});

test('a report may send its outcome as a text, as some automations do', async () => {
  const report = { call_id: crypto.randomUUID(), outcome: '{"placed":true}' };
  const { status } = await asTeam(backend).rpc('report_demo_call', report as never);
  expect(status).toBe(200);
});
