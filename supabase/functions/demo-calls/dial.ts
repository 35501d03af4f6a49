import type { Call } from './automation.ts';

/** The function's secrets. */
export type Settings = Readonly<Record<string, string | undefined>>;

/**
 * The request that has a call placed: it is sent, and the status of the answer decides what is reported (`outcomeOf` in
 * `automation.ts`). Throws when a setting is missing or wrong, which is tried before anybody is leased.
 */
export function dial(call: Call, { DIAL_URL = '', DIAL_KEY }: Settings): Request {
  if (!/^https?:/.test(DIAL_URL)) throw new Error('DIAL_URL is not set to a web address.');
  return new Request(DIAL_URL, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(DIAL_KEY && { Authorization: `Bearer ${DIAL_KEY}` }),
    },
    body: JSON.stringify(call),
    // Followed, a 301 would turn the POST into a GET: answered with 200, reported as placed, and nobody dialed.
    redirect: 'manual',
  });
}
