import { expect, test } from 'vitest';
import { submitDemoRequest, type Backend, type CallFailure } from '@/demo-request/submit';
import { completeRequest } from '../support/rows.ts';

const failure: CallFailure = { status: 401, code: '42501', message: 'permission denied' };
const succeeds = async () => undefined;
const fails = async () => failure;
const neverAnswers = () => new Promise<undefined>(() => {});

const NOT_STORED = 'The demo request was not stored';
const NOT_NOTIFIED = 'The webhook was not notified';
const BOTH = ['insert', 'webhook'];

test.each([
  ['stored: the webhook is called and not awaited', 'v1', succeeds, neverAnswers, 'sent', BOTH, []],
  ['stored: the webhook’s failure is logged', 'v1', succeeds, fails, 'sent', BOTH, [NOT_NOTIFIED]],
  ['not stored: no webhook is called', 'v1', fails, succeeds, 'failed', ['insert'], [NOT_STORED]],
  ['not sent without the version of the consent', '', succeeds, succeeds, 'failed', [], [NOT_STORED]],
])('a demo request is %s', async (_, consentVersion, insert, notify, outcome, called, logged) => {
  const calls: string[] = [];
  const log: string[] = [];
  const backend: Backend = {
    insertDemoRequest: () => {
      calls.push('insert');
      return insert();
    },
    notifyWebhook: () => {
      calls.push('webhook');
      return notify();
    },
  };
  const result = await submitDemoRequest(completeRequest, consentVersion, backend, (line) => log.push(line));
  expect(result).toBe(outcome);
  expect(calls).toEqual(called);
  await expect.poll(() => log).toEqual(logged);
});
