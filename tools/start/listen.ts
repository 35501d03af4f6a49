import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { isLoopback } from '../../src/publish/loopback.ts';

/** A server that listens on localhost alone; its address has no trailing slash. */
export type Listening = Awaited<ReturnType<typeof listen>>;

const HOST = 'localhost';

/** Many times the longest demo request, and more than `npm run requests` sends at once. */
const LARGEST_BODY_BYTES = 64 * 1024;

/**
 * The address at which the browser reaches a port of this machine: its own, or in a GitHub codespace the one that GitHub
 * forwards to it (https://docs.github.com/codespaces, "Default environment variables").
 */
export function publicAddress(port: number): string {
  const { CODESPACE_NAME, GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN } = process.env;
  if (!CODESPACE_NAME || !GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN) return `http://${HOST}:${port}`;
  return `https://${CODESPACE_NAME}-${port}.${GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN}`;
}

/**
 * A server for this machine alone: it takes only requests whose `Host` header names this machine, or what a GitHub codespace
 * forwards to it, with a body of limited size. Whatever `handle` throws, or its promise rejects with, is logged, and the response is 500.
 */
export const localServer = (handle: (...exchange: Parameters<RequestListener>) => unknown): Server =>
  createServer(async (request, response) => {
    const { headers, socket } = request;
    if (!isForThisMachine(headers.host, socket.localPort)) {
      response.writeHead(421).end('Only localhost is served here.');
      return;
    }
    if (Number(headers['content-length'] ?? 0) > LARGEST_BODY_BYTES) {
      response.writeHead(413).end('The body is too large.');
      return;
    }
    try {
      await handle(request, response);
    } catch (error) {
      // Errors after the client disconnected are ignored.
      if (!response.destroyed) console.error('A local server failed:', error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    }
  });

/**
 * Whether a `Host` header names this machine, or the address that a codespace forwards to this port. A web page may have its
 * own name point at this machine (DNS rebinding), and could otherwise read every response.
 */
function isForThisMachine(host: string | undefined, port = 0): boolean {
  return isLoopback(`http://${host}`) || `https://${host}` === publicAddress(port);
}

/** Passes a request on to the server at `address`, and its answer back. */
export function forward(incoming: IncomingMessage, outgoing: ServerResponse, address: string): void {
  const { method, headers, url = '/' } = incoming;
  const { host } = new URL(address);
  const passed = httpRequest(new URL(address + url), { method, headers: { ...headers, host } }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  passed.once('error', () => outgoing.destroy());
  incoming.pipe(passed);
}

/** Starts `server` on `port` of this machine; port 0 takes any free one. Rejects when the port is in use. */
export async function listen(server: Server, port: number) {
  if (!(await isFree(port))) throw new Error(`Port ${port} is in use.`);
  server.listen(port, HOST);
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve()).closeAllConnections();
    });
  return { port: address.port, url: `http://${HOST}:${address.port}`, close };
}

/** A port of this machine that nobody listens on, for a program that does not support port 0 (any free port). */
export async function freePort(): Promise<number> {
  const { port, close } = await listen(createServer(), 0);
  await close();
  return port;
}

/**
 * Whether nothing on this machine listens on `port`. Tries IPv4 and IPv6: `localhost` is one of them for our server,
 * which would start although another program has the port on the other, and the browser might reach that program.
 */
export async function isFree(port: number): Promise<boolean> {
  const isTaken = await Promise.all([isListening('127.0.0.1', port), isListening('::1', port)]);
  return !isTaken.includes(true);
}

async function isListening(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
