import { json } from 'node:stream/consumers';
import { listen, localServer, type Listening } from './listen.ts';

/** Older calls are dropped: with the largest body that a local server takes, they fill at most 32 MB. */
const MOST_CALLS_KEPT = 500;

/** The answer to the CORS preflight that a browser sends before it posts JSON; a real receiver has to send the same. */
const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '600',
};

/**
 * Stands in for the automation's webhook in local runs: takes JSON by POST at any path, and calls `onCall`. With
 * `keepsCalls` it answers `GET /received` with the latest. Pages of any origin may post, as to a real webhook; no web
 * page may read the names and numbers that were posted.
 */
export function startWebhookReceiver(
  port: number,
  keepsCalls: boolean,
  onCall: () => void,
): Promise<Listening> {
  const received: { receivedAt: string; payload: unknown }[] = [];

  const server = localServer(async ({ method, url }, response) => {
    const answer = (status: number, body?: unknown, headers = {}) =>
      response
        .writeHead(status, { 'Content-Type': 'application/json', ...headers })
        .end(body && JSON.stringify(body));
    if (method === 'OPTIONS') return answer(204, undefined, CORS_HEADERS);
    if (method === 'GET')
      return keepsCalls && url === '/received'
        ? answer(200, received)
        : answer(404, { message: 'Post JSON here.' });
    const payload: unknown = await json(response.req).catch(() => undefined);
    if (payload === undefined) return answer(400, { message: 'That is not JSON.' }, CORS_HEADERS);
    if (keepsCalls) received.push({ receivedAt: new Date().toISOString(), payload });
    if (received.length > MOST_CALLS_KEPT) received.shift();
    onCall();
    return answer(200, { received: true }, CORS_HEADERS);
  });

  return listen(server, port);
}
