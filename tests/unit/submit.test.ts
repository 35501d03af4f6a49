import { describe, expect, test, vi } from 'vitest';
import type { DemoRequest } from '@/lib/demo-request';
import { submitDemoRequest, type Backend, type CallFailure } from '@/lib/submit';

const request: DemoRequest = {
  fullName: 'Dana Fields',
  email: 'dana@fields.example',
  companyName: 'Fields Plumbing',
  industry: 'Plumbing',
  phoneNumber: '(415) 555-2671',
  acceptedTerms: true,
};

const refused: CallFailure = { code: '42501', status: 401, message: 'permission denied' };

function backendThat(outcomes: { insert?: CallFailure; webhook?: CallFailure | 'never answers' }) {
  const calls: string[] = [];
  const backend: Backend = {
    insertDemoRequest: async (row) => {
      calls.push(`insert ${row.full_name}`);
      return outcomes.insert;
    },
    notifyWebhook: (payload) => {
      calls.push(`webhook ${payload.fullName}`);
      if (outcomes.webhook === 'never answers') return new Promise(() => {});
      return Promise.resolve(outcomes.webhook);
    },
  };
  return { backend, calls };
}

describe('submitting a demo request', () => {
  test('stores it first and tells the webhook second', async () => {
    const { backend, calls } = backendThat({});
    await expect(submitDemoRequest(request, backend)).resolves.toBe('sent');
    expect(calls).toEqual(['insert Dana Fields', 'webhook Dana Fields']);
  });

  test('fails, is logged once and tells no webhook when it was not stored', async () => {
    const log = vi.fn<(message: string, failure: CallFailure) => void>();
    const { backend, calls } = backendThat({ insert: refused });
    await expect(submitDemoRequest(request, backend, log)).resolves.toBe('failed');
    expect(calls).toEqual(['insert Dana Fields']);
    expect(log).toHaveBeenCalledExactlyOnceWith('The demo request was not stored', refused);
  });

  test('succeeds, and is logged once, when only the webhook fails', async () => {
    const log = vi.fn<(message: string, failure: CallFailure) => void>();
    const { backend } = backendThat({ webhook: { status: 500, message: 'The webhook refused' } });
    await expect(submitDemoRequest(request, backend, log)).resolves.toBe('sent');
    await vi.waitFor(() => expect(log).toHaveBeenCalledOnce());
    expect(JSON.stringify(log.mock.calls)).not.toMatch(/Dana|415/);
  });

  test('does not wait for the webhook', async () => {
    const { backend } = backendThat({ webhook: 'never answers' });
    await expect(submitDemoRequest(request, backend)).resolves.toBe('sent');
  });
});
