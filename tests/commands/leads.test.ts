import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { currentConsent } from '@/build/consent';
import { toRow, toWebhookPayload, type DemoRequest } from '@/lib/demo-request';
import { asEvidence, leadsAsCsv, leadsAsTable } from '../../supabase/leads/print.ts';
import type { Evidence, Lead } from '../../supabase/leads/leads.ts';
import { startBackend, type EmbeddedBackend } from '../../supabase/embedded/stack.ts';
import { RESET, clockAt } from '../support/database.ts';
import { clientFor } from '../support/postgrest.ts';
import { completeRequest, completeRow } from '../support/rows.ts';
import { runNode } from '../support/run-node.ts';

/** For polling the outcomes: the webhook answers before the request is claimed. */
const POLL_OPTIONS = { timeout: 30_000 };

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
  await backend.query(RESET);
});
afterAll(() => backend.close());

/** Runs the leads command line on the back end as on a production project, and returns all its output. */
const leads = (...flags: string[]) =>
  runNode('supabase/leads/requests.ts', flags, {
    PRODUCTION_SUPABASE_URL: backend.url,
    PRODUCTION_SUPABASE_SECRET_KEY: SECRET_KEY,
  });

test('the team lists, shows and erases requests, and stops calls', { timeout: 120_000 }, async () => {
  const { version, words, seller } = currentConsent();
  const page = clientFor(backend.url, 'anon', {}, backend.publishableKey);
  await page.from('demo_requests').insert(completeRow).throwOnError();
  const later = { ...completeRequest, fullName: 'Lee Park', phoneNumber: '(809) 555-0100' };
  await page.from('demo_requests').insert(toRow(later)).throwOnError();
  const webhook = (request: DemoRequest) =>
    fetch(backend.webhookUrl, {
      method: 'POST',
      body: JSON.stringify(toWebhookPayload(request, new Date())),
    });
  await webhook(later);
  await expect
    .poll(() => outcomes, POLL_OPTIONS)
    .toEqual(['Webhook: not dialed: number_not_in_us_or_canada']);

  const all = await leads();
  expect(all.output).toMatch(/refused: number_not_in_us_or_canada[^]*Lee Park[^]*waiting[^]*Dana Reyes/);
  const waiting = await leads('--waiting');
  expect(waiting.output).toContain('Dana Reyes');
  expect(waiting.output).not.toContain('Lee Park');
  const folder = await mkdtemp(join(tmpdir(), 'leads-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'leads.csv');
  expect((await leads('--waiting', '--csv', file)).output).toBe(`1 in ${file}\n`);
  expect(await readFile(file, 'utf8')).toMatch(/^\uFEFFid,received_at,[^]*,Dana Reyes,[^]*\r\n$/);

  expect(await leads('--overdue')).toEqual({ exitCode: 0, output: 'Nobody waits too long for a call.\n' });
  await backend.query(clockAt("now() + interval '6 minutes'"));
  const overdue = await leads('--overdue');
  expect(overdue.exitCode).toBe(1);
  expect(overdue.output).toMatch(/Dana Reyes[^]*1 overdue/);

  const [id = ''] = /[\da-f-]{36}/.exec(waiting.output) ?? [];
  const evidence = await leads('--evidence', id);
  for (const part of [id, completeRow.full_name, completeRow.phone_number, seller, version, `\n${words}\n`])
    expect(evidence.output).toContain(part);

  expect(await leads('--stop', '+1 415 555 2671', '--note', 'by mail')).toEqual({
    exitCode: 0,
    output: '(415) 555-2671 is not dialed again.\n',
  });
  const short = await leads('--stop', '+1 415 555 267');
  expect(short).toEqual({ exitCode: 1, output: expect.stringContaining('not a complete phone number') });
  expect((await leads('--stops')).output).toMatch(/\(415\) 555-2671[^]*stopped[^]*by mail/);
  expect((await leads()).output).toMatch(/refused: asked_not_to_be_called[^]*Dana Reyes/);
  expect((await leads('--waiting')).output).toBe('Nobody waits for a call.\n');
  await webhook(completeRequest);
  await expect.poll(() => outcomes, POLL_OPTIONS).toContain('Webhook: not dialed: asked_not_to_be_called');

  for (const flag of ['--evidence', '--erase'])
    expect(await leads(flag, 'Dana')).toEqual({
      exitCode: 1,
      output: expect.stringMatching(/: "Dana" is (not the id|neither an id)/),
    });
  const asked = await leads('--erase', completeRow.email.toUpperCase());
  expect(asked.exitCode).toBe(1);
  expect(asked.output).toMatch(/Dana Reyes[^]*Lee Park|Lee Park[^]*Dana Reyes/);
  expect(asked.output).toContain('Nothing was deleted');
  expect((await leads()).output).toContain('Dana Reyes');
  expect((await leads('--erase', id, '--sure')).exitCode).toBe(0);
  expect((await leads()).output).not.toContain('Dana Reyes');
  expect(await leads('--evidence', id)).toEqual({
    exitCode: 1,
    output: `${backend.url}: There is no record of consent to a request ${id}, or it was erased.\n`,
  });
  expect((await leads('--allow', '(415) 555-2671')).output).toContain('may be dialed again');
});

test('a secret key is neither taken as an argument nor printed', async () => {
  const { exitCode, output } = await leads('--key', SECRET_KEY);
  expect(exitCode).toBe(1);
  expect(output).toContain('A secret key is not taken as an argument');
  expect(output).not.toContain(SECRET_KEY);
});

const lead: Lead = {
  id: '3f2a91c0',
  received_at: '2026-11-22T22:30:00+00:00',
  state: 'waiting',
  reason: null,
  not_before: null,
  decided_at: null,
  request: {
    full_name: '=HYPERLINK("https://evil.example","Dana")',
    company_name: '@Reyes, "Heating" & Air; -1+cmd',
    industry: 'Heat;"=1+1"',
    email: 'dana@reyes-heating.example',
    visits: 3,
  },
  consent: 'recorded',
  consent_version: null,
};

test('the CSV runs no formula, wherever a spreadsheet splits it, and keeps quotation marks and commas', () => {
  const [, line = ''] = leadsAsCsv([lead], true).split('\r\n');
  expect(line).toBe(
    `3f2a91c0,2026-11-22T22:30:00+00:00,waiting,,,,"'=HYPERLINK(""https://evil.example"",""Dana"")",` +
      `"'@Reyes, ""Heating"" & Air; '-1+cmd","Heat;""'=1+1""",dana@reyes-heating.example,3,recorded,`,
  );
});

test('control and invisible characters from a visitor or a user agent are shown as code points', () => {
  const record = { request_id: '3f2a91c0', recorded_at: '2026-11-22T22:30:00Z', attempts: [] };
  const request = { full_name: 'Dana\u202Eseyer\u200B' };
  const shown = asEvidence({ ...record, request, user_agent: 'Browser\u009B31m' } as unknown as Evidence);
  expect(shown).toContain('Sent with         Browser\\u{9b}31m\n');
  expect(shown).toContain('full_name         Dana\\u{202e}seyer\\u{200b}\n');
  expect(leadsAsTable([{ ...lead, request }])).toContain('Dana\\u{202e}seyer\\u{200b}');
});
