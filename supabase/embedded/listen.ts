import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/** A server that answers on this machine alone. */
export interface Listening {
  readonly port: number;
  /** Address without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

const HOST = 'localhost';

/** Starts `server` on `port` of this machine; port 0 takes any free one. Rejects when the port is in use. */
export async function listen(server: Server, port: number): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    port: taken,
    url: `http://${HOST}:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A port of this machine that nobody listens on, for a program that cannot look for one itself. */
export async function freePort(): Promise<number> {
  const { port, close } = await listen(createServer(), 0);
  await close();
  return port;
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}

/**
 * Whether nothing on this machine listens on `port`. Asks both kinds of address: a server on the other one would
 * not keep ours from starting, but it would get the browser's visits.
 */
export async function isFree(port: number): Promise<boolean> {
  const answered = await Promise.all([answers('127.0.0.1', port), answers('::1', port)]);
  return !answered.includes(true);
}
