/** A proxy for everything that one test's browser loads. It forwards requests, and does to them what the test commands. */
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../tools/start/listen.ts';
import { PORTS } from './addresses.ts';

type Target = 'site' | 'api' | 'webhook';

export type Fault =
  /** The connection is reset before anything is answered. */
  | { readonly does: 'reset' }
  /** The proxy answers, with CORS headers; the request never arrives. */
  | { readonly does: 'answer'; readonly status: number; readonly type?: string; readonly body?: string }
  /** Requests wait until the fault is lifted or replaced; what replaces it is applied to them. */
  | { readonly does: 'hold' }
  /** The request arrives; its answer is lost with the connection. */
  | { readonly does: 'dropResponse' };

export interface Command {
  readonly fault: Fault;
  /** Applies only to requests with this method; by default POST. */
  readonly method?: 'GET' | 'POST' | 'OPTIONS';
  /** Applies only to URLs that contain this; by default to all. */
  readonly path?: string;
}

/** One request of the browser, whether or not it arrived. */
interface Call {
  readonly port: number;
  readonly method: string;
  readonly body: string;
}

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

export async function startFaultProxy() {
  const commands = new Map<number, Command & PromiseWithResolvers<void>>();
  const calls: Call[] = [];

  const replace = (target: Target, command?: Command) => {
    const port = PORTS[target];
    const previous = commands.get(port);
    if (command) commands.set(port, { ...command, ...Promise.withResolvers<void>() });
    else commands.delete(port);
    previous?.resolve();
  };

  /** Resolves once nothing holds the request, with the fault that applies to it. */
  const faultOf = async (url: URL, method: string): Promise<Fault | undefined> => {
    const command = commands.get(Number(url.port));
    const applies = method === (command?.method ?? 'POST') && url.pathname.includes(command?.path ?? '');
    if (!command || !applies) return undefined;
    if (command.fault.does !== 'hold') return command.fault;
    await command.promise;
    return faultOf(url, method);
  };

  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', headers, socket } = incoming;
    const url = new URL(incoming.url!);
    try {
      const body = await buffer(incoming);
      calls.push({ port: Number(url.port), method, body: body.toString('utf8') });
      const fault = await faultOf(url, method);
      // The browser has given it up.
      if (socket.destroyed) return;
      if (fault?.does === 'reset') {
        socket.resetAndDestroy();
        return;
      }
      if (fault?.does === 'answer') {
        const { status, type = 'application/json' } = fault;
        outgoing.writeHead(status, { 'Content-Type': type, 'Access-Control-Allow-Origin': '*' });
        outgoing.end(fault.body);
        return;
      }
      // A connection of its own: one that was kept alive may be closed at the other end as it is used again.
      const forwarded = request(url, { method, headers, agent: false }).end(body);
      const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
      const answerBody = await buffer(answer);
      if (fault?.does === 'dropResponse') {
        socket.resetAndDestroy();
        return;
      }
      outgoing.writeHead(answer.statusCode!, answer.headers);
      outgoing.end(answerBody);
    } catch {
      outgoing.destroy();
    }
  });
  // Playwright's own requests come through a tunnel, without faults; those of the browser's maker go nowhere.
  server.on('connect', ({ url = '' }, socket) => {
    const upstream = connect(Number(url.split(':').at(-1)), 'localhost', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.once('error', () => socket.destroy());
    socket.once('error', () => upstream.destroy());
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));

  const { url, port, close } = await listen(server, 0);
  const callsTo = (target: Target) => calls.filter((call) => call.port === PORTS[target]);
  return {
    url,
    port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return close();
    },
    /** Applies this fault to the browser's requests from now on, in place of the one before. */
    command: (target: Target, command: Command) => replace(target, command),
    /** Passes everything on again, held requests included. */
    lift: (target: Target) => replace(target),
    /** Everything that the browser sent, in order. */
    calls: callsTo,
    /** The POST requests that the browser sent, in order. */
    posts: (target: Target) => callsTo(target).filter(({ method }) => method === 'POST'),
  };
}
