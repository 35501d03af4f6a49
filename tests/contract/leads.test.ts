import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentConsent } from '@/build/consent';
import { toRow, toWebhookPayload, type DemoRequest } from '@/lib/demo-request';
import { asCsv, asEvidence } from '../../supabase/leads/print.ts';
import type { Lead } from '../../supabase/leads/leads.ts';
import { startBackend, type EmbeddedBackend } from '../../supabase/embedded/stack.ts';
import { completeRequest, completeRow } from '../support/rows.ts';
import { runNode } from '../support/run-node.ts';

const SECRET_KEY = 'sb_secret_of_the_lead_tests';

let backend: EmbeddedBackend;
const outcomes: string[] = [];

beforeAll(async () => {
  backend = await startBackend({
    apiPort: 0,
    webhookPort: 0,
    secretKey: SECRET_KEY,
    onOutcome: (outcome) => outcomes.push(outcome),
  });
});
afterAll(() => backend.close());

/** Runs the lead desk on the back end as on a production project, and gives back all that it said. */
const leads = (...flags: string[]) =>
  runNode('supabase/leads/requests.ts', flags, {
    PRODUCTION_SUPABASE_URL: backend.url,
    PRODUCTION_SUPABASE_SECRET_KEY: SECRET_KEY,
  });

test('the team lists, shows, stops and erases requests', { timeout: 120_000 }, async () => {
  const { version, words, seller } = currentConsent();
  const page = createClient(backend.url, backend.publishableKey, {
    auth: { persistSession: false },
    global: { headers: { 'X-Client-Info': `supabase-js/2.119.0; consent=${version}` } },
  });
  await page.from('demo_requests').insert(completeRow).throwOnError();
  const later = { ...completeRequest, fullName: 'Lee Park', phoneNumber: '(809) 555-0100' };
  await page.from('demo_requests').insert(toRow(later)).throwOnError();
  const webhook = (request: DemoRequest) =>
    fetch(backend.webhookUrl, {
      method: 'POST',
      body: JSON.stringify(toWebhookPayload(request, new Date())),
    });
  await webhook(later);
  await expect.poll(() => outcomes).toEqual(['Webhook: not dialled: number_not_in_us_or_canada']);

  const all = await leads();
  expect(all.said).toMatch(/refused: number_not_in_us_or_canada[^]*Lee Park[^]*waiting[^]*Dana Reyes/);
  const waiting = await leads('--waiting');
  expect(waiting.said).toContain('Dana Reyes');
  expect(waiting.said).not.toContain('Lee Park');
  expect((await leads('--waiting', '--csv')).said).toMatch(/^\uFEFFid,received_at,[^]*,Dana Reyes,[^]*\r\n$/);

  const [id = ''] = /[\da-f-]{36}/.exec(waiting.said) ?? [];
  const evidence = await leads('--evidence', id);
  for (const part of [id, completeRow.full_name, completeRow.phone_number, seller, version, `\n${words}\n`])
    expect(evidence.said).toContain(part);

  expect(await leads('--stop', '+1 415 555 2671', '--note', 'by mail')).toEqual({
    exitCode: 0,
    said: '(415) 555-2671 is not dialled again.\n',
  });
  await webhook(completeRequest);
  await expect.poll(() => outcomes).toContain('Webhook: not dialled: asked_not_to_be_called');
  expect((await leads('--erase', id)).exitCode).toBe(0);
  expect((await leads()).said).not.toContain('Dana Reyes');
  expect(await leads('--evidence', id)).toEqual({
    exitCode: 1,
    said: `${backend.url}: There is no request ${id}.\n`,
  });
  expect((await leads('--allow', '(415) 555-2671')).said).toContain('may be dialled again');
});

test('a secret key is neither taken as an argument nor repeated', async () => {
  const { exitCode, said } = await leads('--key', SECRET_KEY);
  expect(exitCode).toBe(1);
  expect(said).toContain('A secret key is not taken as an argument');
  expect(said).not.toContain(SECRET_KEY);
});

test('the CSV runs no formula in a spreadsheet, and keeps quotation marks and commas', () => {
  const lead = {
    ...completeRow,
    id: '3f2a91c0',
    received_at: '2026-11-22T22:30:00+00:00',
    state: 'waiting',
    full_name: '=HYPERLINK("https://evil.example","Dana")',
    company_name: '@Reyes, "Heating" & Air',
    industry: '-1+cmd',
  } as unknown as Lead;
  const [, line] = asCsv([lead]).split('\r\n');
  expect(line).toBe(
    `3f2a91c0,2026-11-22T22:30:00+00:00,waiting,,,"'=HYPERLINK(""https://evil.example"",""Dana"")",` +
      `dana@reyes-heating.example,"'@Reyes, ""Heating"" & Air",'-1+cmd,(415) 555-2671,`,
  );
});

test('what a browser calls itself cannot steer the terminal', () => {
  const lead = { ...completeRow, received_at: '2026-11-22T22:30:00Z', user_agent: 'Browser\u009B31m' };
  expect(asEvidence(lead as unknown as Lead)).toContain('Sent with         Browser\uFFFD31m\n');
});
