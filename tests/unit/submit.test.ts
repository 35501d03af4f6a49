import { describe, expect, test, vi } from 'vitest';
import { submitDemoRequest, type CallFailure } from '@/demo-request/submit';
import { completeRequest } from '../support/rows.ts';

/** Submits to a back end with these outcomes; gives back the result, the calls in order and the log. */
async function submit(
  insert?: CallFailure,
  webhook = Promise.resolve<CallFailure | undefined>(undefined),
  consentVersion = '5b0c40d9308a820a',
) {
  const calls: string[] = [];
  const log = vi.fn<(message: string, failure: CallFailure) => void>();
  const backend = {
    insertDemoRequest: async (_row: unknown, consent: string) => {
      calls.push(`insert with ${consent}`);
      return insert;
    },
    notifyWebhook: () => {
      calls.push('webhook');
      return webhook;
    },
  };
  return { outcome: await submitDemoRequest(completeRequest, consentVersion, backend, log), calls, log };
}

const refused: CallFailure = { code: '42501', status: 401, message: 'permission denied' };

describe('submitting a demo request', () => {
  test('stores it first, calls the webhook second, and does not wait for that', async () => {
    const { outcome, calls } = await submit(undefined, new Promise(() => {}));
    expect(outcome).toBe('sent');
    expect(calls).toEqual(['insert with 5b0c40d9308a820a', 'webhook']);
  });

  test('fails, is logged once and calls no webhook when it was not stored', async () => {
    const { outcome, calls, log } = await submit(refused);
    expect(outcome).toBe('failed');
    expect(calls).toEqual(['insert with 5b0c40d9308a820a']);
    expect(log).toHaveBeenCalledExactlyOnceWith('The demo request was not stored', refused);
  });

  test('fails and sends nothing without the version of the consent', async () => {
    const { outcome, calls, log } = await submit(undefined, undefined, '');
    expect(outcome).toBe('failed');
    expect(calls).toEqual([]);
    expect(log).toHaveBeenCalledOnce();
  });

  test('succeeds, and is logged once, when only the webhook fails', async () => {
    const failure = { status: 500, message: 'The webhook refused' };
    const { outcome, log } = await submit(undefined, Promise.resolve(failure));
    expect(outcome).toBe('sent');
    await vi.waitFor(() =>
      expect(log).toHaveBeenCalledExactlyOnceWith('The webhook was not notified', failure),
    );
  });
});
