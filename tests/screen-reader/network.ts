/** An HTTP proxy between the listener's browser and the site, which can hold back what the form sends. */
import { createServer } from 'node:http';
import { forward, listen } from '../../tools/start/listen.ts';
import { PORTS } from '../support/addresses.ts';

export async function startNetwork() {
  let held: Promise<'arrives' | 'breaks off'> = Promise.resolve('arrives');
  const proxy = createServer(async (incoming, outgoing) => {
    const { origin, pathname, search, port } = new URL(incoming.url!);
    incoming.url = pathname + search;
    const isFormRequest = incoming.method === 'POST' && port === String(PORTS.api);
    if (isFormRequest && (await held) === 'breaks off') incoming.socket.resetAndDestroy();
    else forward(incoming, outgoing, origin);
  });
  return {
    ...(await listen(proxy, 0)),
    /** What the form sends waits until the function that this returns says what becomes of it. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<Awaited<typeof held>>();
      held = promise;
      return resolve;
    },
  };
}
