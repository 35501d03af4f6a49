/** Checks of the way to the site: certificate, and plain http leading to https. */
import { once } from 'node:events';
import { connect } from 'node:tls';
import { Failure, demand, type Check } from './check.ts';
import { ask, reasonOf } from './visit.ts';

const LEAST_DAYS_LEFT = 14;
const DAY_MS = 86_400_000;

export const TRANSPORT_CHECKS: Readonly<Record<string, Check>> = {
  'The certificate is valid for another two weeks': async ({ origin }) => {
    const { protocol, hostname, port } = new URL(origin);
    if (protocol === 'http:') return 'the address begins with http://';
    // The pages came over it, so it is trusted; only its expiry is left to check.
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname });
    await once(socket, 'secureConnect');
    const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS);
    socket.destroy();
    const remedy = 'See why it is not renewed by itself, and renew it.';
    demand(days >= LEAST_DAYS_LEFT, `The certificate ends in ${days} days.`, remedy);
    return undefined;
  },

  'Plain http leads to https': async ({ origin, plainHttp }) => {
    if (plainHttp === undefined) return 'the address is local, or names a port of its own';
    const remedy = 'Have the host answer http with a permanent redirect to the same address by https.';
    const answer = await ask(`${plainHttp}/request-demo`).catch((error: unknown) => {
      throw new Failure(`Nothing answers at ${plainHttp}: ${reasonOf(error)}.`, remedy);
    });
    const target = answer.headers.get('location');
    const wanted = `${origin.replace(/^http:/, 'https:')}/request-demo`;
    demand(
      answer.status >= 300 && answer.status < 400 && target === wanted,
      `${plainHttp}/request-demo answers with status ${answer.status}${target ? ` and leads to ${target}` : ''}; it should lead to ${wanted}.`,
      remedy,
    );
    return undefined;
  },
};
