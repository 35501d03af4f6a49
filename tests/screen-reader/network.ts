/** An HTTP proxy between the listener's browser and the site: it can hold back what the form sends, or break it off. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { forward, listen } from '../../tools/start/listen.ts';
import { PORTS } from '../support/addresses.ts';

type Treatment = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

const pass: Treatment = (incoming, outgoing) => {
  const { origin, pathname, search } = new URL(incoming.url!);
  incoming.url = pathname + search;
  forward(incoming, outgoing, origin);
};

export async function startNetwork() {
  let treat = pass;
  const held: Parameters<Treatment>[] = [];
  /** Treats what the form sends in this way from now on, also what was held back. */
  const treatAll = (treatment: Treatment) => () => {
    treat = treatment;
    for (const request of held.splice(0)) treatment(...request);
  };
  const proxy = createServer((incoming, outgoing) => {
    const isFormRequest = incoming.method === 'POST' && new URL(incoming.url!).port === String(PORTS.api);
    (isFormRequest ? treat : pass)(incoming, outgoing);
  });
  return {
    ...(await listen(proxy, 0)),
    /** What the form sends waits. */
    hold: treatAll((...request) => held.push(request)),
    /** What the form sends does not arrive; its connection ends. */
    breakOff: treatAll(({ socket }) => socket.resetAndDestroy()),
    /** What the form sends arrives. */
    pass: treatAll(pass),
  };
}
