import { expect, test, vi } from 'vitest';
import { submitDemoRequest, type CallFailure } from '@/demo-request/submit';
import { completeRequest } from '../support/rows.ts';

const failure: CallFailure = { status: 401, code: '42501', message: 'permission denied' };
const succeeds = async () => undefined;
const fails = async () => failure;
const neverAnswers = () => new Promise<undefined>(() => {});

test.each([
  ['stored: the webhook is called and not awaited', 'v1', succeeds, neverAnswers, 'sent', undefined],
  ['stored: a failure of the webhook is only logged', 'v1', succeeds, fails, 'sent', 'The webhook was not'],
  ['not stored: no webhook is called', 'v1', fails, undefined, 'failed', 'The demo request was not stored'],
  ['not sent without the version of the consent', '', undefined, undefined, 'failed', 'The demo request'],
] as const)('a demo request is %s', async (_, consentVersion, insert, webhook, outcome, logged) => {
  const uncalled = () => expect.unreachable();
  const backend = { insertDemoRequest: vi.fn(insert ?? uncalled), notifyWebhook: vi.fn(webhook ?? uncalled) };
  const log = vi.fn<(message: string, failure: CallFailure) => void>();
  expect(await submitDemoRequest(completeRequest, consentVersion, backend, log)).toBe(outcome);
  await vi.waitFor(() => expect(log).toHaveBeenCalledTimes(logged ? 1 : 0));
  if (logged) expect(log).toHaveBeenCalledWith(expect.stringContaining(logged), expect.anything());
});
