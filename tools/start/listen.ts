import { execFile } from 'node:child_process';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { isLoopback } from '../../src/copy/address.ts';

/** A server that listens on localhost alone. */
export interface Listening {
  readonly port: number;
  /** Address without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

const HOST = 'localhost';

export const REST_METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'];

/** Many times the longest demo request, and the largest body that an operator's command sends. */
const LARGEST_BODY_BYTES = 1024 * 1024;

/**
 * The address at which the browser reaches a port of this machine: its own, or in a GitHub codespace the one that GitHub
 * forwards to it (https://docs.github.com/codespaces, "Default environment variables").
 */
export function publicAddress(port: number): string {
  const { CODESPACE_NAME, GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN } = process.env;
  if (!CODESPACE_NAME || !GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN) return `http://${HOST}:${port}`;
  return `https://${CODESPACE_NAME}-${port}.${GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN}`;
}

/** Why a request is refused before it is handled, or undefined when it is accepted. */
function refusal(
  { method = '', url = '', headers, socket }: IncomingMessage,
  methods: readonly string[],
): { status: number; reason: string } | undefined {
  // A web page may have its own name point at this machine (DNS rebinding), and could then read every response.
  const isOwn = `https://${headers.host}` === publicAddress(socket.localPort ?? 0);
  if (!isOwn && !isLoopback(`http://${headers.host}`))
    return { status: 421, reason: 'Only localhost is served here.' };
  if (!methods.includes(method)) return { status: 405, reason: `Only ${methods.join(', ')} are taken here.` };
  // A body of unknown length, which no browser sends, could be of any.
  if (headers['transfer-encoding']) return { status: 411, reason: 'The length of the body must be given.' };
  if (Number(headers['content-length'] ?? 0) > LARGEST_BODY_BYTES)
    return { status: 413, reason: 'The body is too large.' };
  if (!url.startsWith('/')) return { status: 400, reason: 'The request target must be a path.' };
  try {
    decodeURIComponent(url);
  } catch {
    return { status: 400, reason: 'The address is not encoded properly.' };
  }
  return undefined;
}

/**
 * A server for this machine alone. It accepts the given methods, and only requests whose target is a path and
 * whose `Host` header names this machine. Whatever `handle` throws, or its promise rejects with, is logged, and the
 * response is 500.
 */
export function localServer(
  methods: readonly string[],
  handle: (...exchange: Parameters<RequestListener>) => unknown,
): Server {
  return createServer(async (request, response) => {
    try {
      const refused = refusal(request, methods);
      if (!refused) {
        await handle(request, response);
        return;
      }
      response.writeHead(refused.status, { 'Content-Type': 'text/plain', Allow: methods.join(', ') });
      response.end(refused.reason);
    } catch (error) {
      // Errors after the client disconnected are ignored.
      if (!response.destroyed) console.error('A local server failed:', error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    }
  });
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
export async function listen(server: Server, port: number): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    url: `http://${HOST}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A port of this machine that nobody listens on, for a program that does not support port 0 (any free port). */
export async function freePort(): Promise<number> {
  const { port, close } = await listen(createServer(), 0);
  await close();
  return port;
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (connected: boolean) => {
      socket.destroy();
      resolve(connected);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}

/**
 * Whether nothing on this machine listens on `port`. Tries IPv4 and IPv6: `localhost` is one of them for our server,
 * which would start although another program has the port on the other, and the browser might reach that program.
 */
export async function isFree(port: number): Promise<boolean> {
  const accepted = await Promise.all([accepts('127.0.0.1', port), accepts('::1', port)]);
  return !accepted.includes(true);
}

/** Whether browsers refuse to open this port, as Node's `fetch` does, too (https://fetch.spec.whatwg.org/#port-blocking). */
export const isRefusedByBrowsers = (port: number): Promise<boolean> =>
  fetch(`http://${HOST}:${port}`).then(
    () => false,
    ({ cause }) => cause?.message === 'bad port',
  );

/** The next port after `port` that nothing on this machine listens on, in steps of ten; after the last, from 1024 on. */
export async function nextFreePort(port: number): Promise<number> {
  const next = port + 10 < 65536 ? port + 10 : 1024;
  return (await isFree(next)) ? next : nextFreePort(next);
}

/** Empty where the program is missing or fails. */
async function outputOf(program: string, ...args: string[]): Promise<string> {
  const run = promisify(execFile)(program, args);
  return (await run.catch(() => ({ stdout: '' }))).stdout.trim();
}

/** Who listens on `port`, for a message: its process id and command, where `lsof` is installed (macOS, most of Linux). */
export async function describeListener(port: number): Promise<string> {
  const [pid] = (await outputOf('lsof', '-nPt', `-iTCP:${port}`, '-sTCP:LISTEN')).split('\n');
  return pid ? `Process ${pid} (${await outputOf('ps', '-o', 'args=', '-p', pid)})` : 'Another program';
}
