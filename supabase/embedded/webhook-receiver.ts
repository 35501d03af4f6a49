import { createServer } from 'node:http';
import { listen, type Listening } from './listen.ts';

/** One call that reached the webhook. */
export interface WebhookCall {
  readonly receivedAt: string;
  readonly payload: unknown;
}

/** More than any demo request; a larger body is refused. */
const LARGEST_BODY_BYTES = 64 * 1024;

/** What a browser asks before it posts JSON across origins; a real receiver has to answer the same way. */
const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '600',
};

/**
 * Stands in for the automation on one's own machine: takes JSON by POST at any path, keeps it in memory, hands each
 * call to `onCall` and answers `GET /received` with everything so far. Reachable from this machine alone.
 */
export async function startWebhookReceiver(
  port: number,
  onCall: (call: WebhookCall) => void = () => {},
): Promise<Listening> {
  const received: WebhookCall[] = [];

  const server = createServer((request, response) => {
    const answer = (status: number, body?: unknown) => {
      response.writeHead(status, { ...CORS_HEADERS, 'Content-Type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };

    if (request.method === 'OPTIONS') return answer(204);
    if (request.method === 'GET' && request.url === '/received') return answer(200, received);
    if (request.method !== 'POST') return answer(405, { message: 'Post JSON here.' });

    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= LARGEST_BODY_BYTES) chunks.push(chunk);
    });
    request.on('end', () => {
      if (size > LARGEST_BODY_BYTES) return answer(413, { message: 'That is too much for one request.' });
      let payload: unknown;
      try {
        payload = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      } catch {
        return answer(400, { message: 'That is not JSON.' });
      }
      const call = { receivedAt: new Date().toISOString(), payload };
      received.push(call);
      onCall(call);
      return answer(200, { received: true });
    });
  });

  return listen(server, port);
}
