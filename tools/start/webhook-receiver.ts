import type { IncomingMessage } from 'node:http';
import { listen, localServer, type Listening } from './listen.ts';

/** One call that reached the webhook. */
interface WebhookCall {
  readonly receivedAt: string;
  readonly payload: unknown;
}

/** More than the longest demo request; a larger body is refused. */
const LARGEST_BODY_BYTES = 8 * 1024;

/** Older calls are dropped. With the largest body it limits memory to 4 MB. */
const MOST_CALLS_KEPT = 500;

/** The answer to the CORS preflight that a browser sends before it posts JSON; a real receiver has to send the same. */
const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '600',
};

/** The body as text, or undefined when it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LARGEST_BODY_BYTES) chunks.push(chunk);
  }
  return size <= LARGEST_BODY_BYTES ? Buffer.concat(chunks).toString('utf8') : undefined;
}

/**
 * Stands in for the automation's webhook in local runs: takes JSON by POST at any path, and calls `onCall`. With
 * `keepsCalls` it answers `GET /received` with the latest. Pages of any origin may post, as to a real webhook; no web
 * page may read the names and numbers that were posted.
 */
export async function startWebhookReceiver(
  port: number,
  keepsCalls: boolean,
  onCall: () => void,
): Promise<Listening> {
  /** As JSON text: unlike an object's, its size is limited by the body's. */
  const received: string[] = [];

  const server = localServer(['GET', 'POST', 'OPTIONS'], async (request, response) => {
    if (request.method === 'GET') {
      const isList = keepsCalls && request.url === '/received';
      response.writeHead(isList ? 200 : 404, { 'Content-Type': 'application/json' });
      response.end(isList ? `[${received.join(',')}]` : JSON.stringify({ message: 'Post JSON here.' }));
      return;
    }

    const answer = (status: number, body?: unknown) => {
      response.writeHead(status, { ...CORS_HEADERS, 'Content-Type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    if (request.method === 'OPTIONS') return answer(204);

    const body = await readBody(request);
    if (body === undefined) return answer(413, { message: 'That is too much for one request.' });
    try {
      const call: WebhookCall = { receivedAt: new Date().toISOString(), payload: JSON.parse(body) };
      if (keepsCalls) received.push(JSON.stringify(call));
    } catch {
      return answer(400, { message: 'That is not JSON.' });
    }
    if (received.length > MOST_CALLS_KEPT) received.shift();
    onCall();
    return answer(200, { received: true });
  });

  return listen(server, port);
}
