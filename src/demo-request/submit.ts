/** The order of the two calls and what their outcomes mean. The calls are parameters: tests run without a network. */
import { toRow, toWebhookPayload } from './validation.ts';
import type { DemoRequest, DemoRequestRow, WebhookPayload } from './validation.ts';

/** Why a call failed, for the log; contains nothing that the visitor typed. */
export interface CallFailure {
  code?: string | undefined;
  /** HTTP status; 0 without a response. */
  status: number;
  message: string;
}

/** The two calls. Each resolves with its failure, or with undefined on success; neither rejects. */
export interface Backend {
  /** Stores the row; `consentVersion` is sent along for the record of consent. */
  insertDemoRequest: (row: DemoRequestRow, consentVersion: string) => Promise<CallFailure | undefined>;
  notifyWebhook: (payload: WebhookPayload) => Promise<CallFailure | undefined>;
}

/**
 * Stores a valid request, then calls the webhook. `sent` means that a row is in the table. The webhook is started, not awaited:
 * its failure is logged and changes nothing for the visitor.
 *
 * @param consentVersion version of the consent text that the form shows; without it nothing is sent
 */
export async function submitDemoRequest(
  request: DemoRequest,
  consentVersion: string,
  backend: Backend,
  log: (message: string, failure: CallFailure) => void = (...line) => console.error(...line),
): Promise<'sent' | 'failed'> {
  const failure = consentVersion
    ? await backend.insertDemoRequest(toRow(request), consentVersion)
    : { status: 0, message: 'The version of the consent is missing' };
  if (failure) {
    log('The demo request was not stored', failure);
    return 'failed';
  }
  void backend.notifyWebhook(toWebhookPayload(request, new Date())).then((webhookFailure) => {
    if (webhookFailure) log('The webhook was not notified', webhookFailure);
    return undefined;
  });
  return 'sent';
}
