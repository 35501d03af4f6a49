/**
 * A fault-injecting proxy between the browser and the site, the REST interface and the webhook. It forwards
 * everything until a test sets a fault, which then applies to that test alone.
 *
 * The tests run in parallel, so the user agent of every browser names its test: it is the only header of a preflight that
 * a test can set.
 */
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import { listen, type Listening } from '../../tools/start/listen.ts';
import { ADDRESSES, PORTS } from './addresses.ts';

export type Target = 'site' | 'api' | 'webhook';

export type Fault =
  /** The connection is reset before anything is answered. */
  | { readonly does: 'reset' }
  /** The faultProxy answers, with CORS headers; the request never arrives. */
  | { readonly does: 'answer'; readonly status: number; readonly type?: string; readonly body?: string }
  /** Holds requests. Lifting the fault lets them pass; a new command is applied to them. */
  | { readonly does: 'hold' }
  /** The request arrives; its answer is lost with the connection. */
  | { readonly does: 'dropResponse' }
  /** The request arrives; the connection breaks in the middle of its answer. */
  | { readonly does: 'truncate' }
  /** The request arrives without the given header. */
  | { readonly does: 'dropHeader'; readonly name: string }
  /** The request arrives; without CORS headers, the page cannot read the answer. */
  | { readonly does: 'dropCorsHeaders' };

export interface Command {
  readonly fault: Fault;
  /** Applies only to requests with this method; by default POST. */
  readonly method?: 'GET' | 'POST' | 'OPTIONS';
  /** Applies only to URLs that contain this; by default to all. */
  readonly path?: string;
}

/** One request that reached the fault proxy. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

const CLIENT = /fault-proxy\/(\S+)/;

/** User agent by which the requests of one browser are told from all others. */
export const userAgentOf = (client: string, userAgent: string) => `${userAgent} fault-proxy/${client}`;

/** The promise resolves when the fault is lifted or replaced. */
type Active = Command & PromiseWithResolvers<void>;

type Ports = Readonly<Record<Target, number>>;

const withoutCors = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('access-control-')));

/** Forwards one request and returns its response. */
function forwardRequest(incoming: IncomingMessage, port: number, body: Buffer, fault?: Fault) {
  const headers = { ...incoming.headers };
  if (fault?.does === 'dropHeader') delete headers[fault.name];
  return new Promise<{ reply: IncomingMessage; replyBody: Buffer }>((resolve, reject) => {
    const outgoing = forward(
      { host: 'localhost', port, method: incoming.method, path: incoming.url, headers },
      (reply) => {
        buffer(reply).then((replyBody) => resolve({ reply, replyBody }), reject);
      },
    );
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

async function handle(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: Buffer,
  port: number,
  fault: Fault | undefined,
): Promise<void> {
  const { socket } = incoming;
  if (fault?.does === 'reset') {
    socket.resetAndDestroy();
    return;
  }
  if (fault?.does === 'answer') {
    outgoing.writeHead(fault.status, {
      'Content-Type': fault.type ?? 'application/json',
      'Access-Control-Allow-Origin': '*',
    });
    outgoing.end(fault.body);
    return;
  }
  const { reply, replyBody } = await forwardRequest(incoming, port, body, fault);
  const status = reply.statusCode ?? 502;
  if (fault?.does === 'dropResponse') {
    socket.resetAndDestroy();
    return;
  }
  if (fault?.does === 'truncate') {
    // One byte more than is sent.
    outgoing.writeHead(status, { ...reply.headers, 'content-length': replyBody.length + 1 });
    outgoing.flushHeaders();
    outgoing.write(replyBody, () => socket.destroySoon());
    return;
  }
  outgoing.writeHead(status, fault?.does === 'dropCorsHeaders' ? withoutCors(reply.headers) : reply.headers);
  outgoing.end(replyBody);
}

/** Listens on the ports that the browser uses, and forwards everything to the given ones. */
export async function startFaultProxy(upstream: Ports): Promise<{ close: () => Promise<void> }> {
  const active = new Map<string, Active>();
  const calls = new Map<string, Call[]>();

  const proxyFor = (target: Target) =>
    createServer(async (incoming, outgoing) => {
      const [, client = ''] = CLIENT.exec(incoming.headers['user-agent'] ?? '') ?? [];
      const { method = 'GET', url: path = '/' } = incoming;
      const key = `${client}/${target}`;
      try {
        const body = await buffer(incoming);
        if (client) {
          calls.set(key, [...(calls.get(key) ?? []), { method, path, body: body.toString('utf8') }]);
        }
        const activeCommand = () => {
          const command = active.get(key);
          const applies = method === (command?.method ?? 'POST') && path.includes(command?.path ?? '');
          return applies ? command : undefined;
        };
        let command = activeCommand();
        while (command?.fault.does === 'hold') {
          await command.promise;
          command = activeCommand();
        }
        await handle(incoming, outgoing, body, upstream[target], command?.fault);
      } catch {
        outgoing.destroy();
      }
    });

  /** `PUT /client/target` sets a fault, `DELETE` lifts it, `GET` lists what arrived. */
  const control = createServer(async (incoming, outgoing) => {
    const key = (incoming.url ?? '').slice(1);
    if (incoming.method === 'GET') {
      outgoing.end(JSON.stringify(calls.get(key) ?? []));
      return;
    }
    const previous = active.get(key);
    active.delete(key);
    if (incoming.method === 'PUT') {
      const command = (await json(incoming)) as Command;
      active.set(key, { ...command, ...Promise.withResolvers<void>() });
    }
    previous?.resolve();
    outgoing.end();
  });

  const listening: Listening[] = await Promise.all([
    listen(proxyFor('site'), PORTS.site),
    listen(proxyFor('api'), PORTS.api),
    listen(proxyFor('webhook'), PORTS.webhook),
    listen(control, PORTS.faultProxy),
  ]);
  return {
    close: async () => {
      const held = [...active.values()];
      active.clear();
      for (const { resolve } of held) resolve();
      await Promise.all(listening.map((server) => server.close()));
    },
  };
}

/** Controls the fault proxy for one test's browser. */
export class FaultProxy {
  readonly #client: string;

  constructor(client: string) {
    this.#client = client;
  }

  /** Applies this fault to the browser's requests from now on, in place of the one before. */
  command = (target: Target, command: Command) =>
    this.#ask(target, { method: 'PUT', body: JSON.stringify(command) });

  /** Passes everything on again, held requests included. */
  lift = (target: Target) => this.#ask(target, { method: 'DELETE' });

  /** Everything that the browser sent, in order. */
  calls = async (target: Target) => (await (await this.#ask(target)).json()) as Call[];

  /** The POST requests that the browser sent, in order. */
  posts = async (target: Target) => (await this.calls(target)).filter(({ method }) => method === 'POST');

  #ask = (target: Target, init?: RequestInit) =>
    fetch(`${ADDRESSES.faultProxy}/${this.#client}/${target}`, init);
}
