/** The order of the two calls and what their outcomes mean. Knows no network: the calls are handed in. */
import {
  toRow,
  toWebhookPayload,
  type DemoRequest,
  type DemoRequestRow,
  type WebhookPayload,
} from './demo-request.ts';

/** Why a call failed, for the log: the site puts nothing into it that the visitor typed. */
export interface CallFailure {
  /** The database's or PostgREST's error code, when there is one. */
  code?: string | undefined;
  /** HTTP status; 0 when no answer came. */
  status: number;
  message: string;
}

/** The two calls. Each resolves with its failure, or with nothing when it succeeded; neither rejects. */
export interface Backend {
  insertDemoRequest: (row: DemoRequestRow) => Promise<CallFailure | undefined>;
  notifyWebhook: (payload: WebhookPayload) => Promise<CallFailure | undefined>;
}

/**
 * Stores a valid request, then tells the webhook.
 *
 * `sent` means that a row is in the table. The webhook is started, not awaited: its failure is logged
 * and changes nothing for the visitor.
 *
 * @param log is told of each failure once
 */
export async function submitDemoRequest(
  request: DemoRequest,
  backend: Backend,
  log: (message: string, failure: CallFailure) => void = (...line) => console.error(...line),
): Promise<'sent' | 'failed'> {
  const failure = await backend.insertDemoRequest(toRow(request));
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
