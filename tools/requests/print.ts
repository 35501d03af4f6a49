/** How `npm run requests` shows requests, for a terminal of 80 columns, and as CSV. */
import type { Evidence, StoredRequest, Overdue, StopEvent } from '../database.ts';
import { printable } from '../command-line.ts';

/** A stop event with this in place of a phone number is a pause of all calls, or its end. */
export const ALL = 'all';

/** A time, in the time zone of this machine, which it names. */
const local = (time: string) =>
  new Date(time).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'long' });

const afterColon = (text: string | null | undefined) => (text ? `: ${printable(text)}` : '');

/** A reason of the database in words: `unknown_area_code`, for one. `docs/operating.md` explains each. */
const inWords = (reason: string | null) => reason?.replaceAll('_', ' ');

function stateOf({ state, reason, due_at, calls }: StoredRequest): string {
  if (state === 'waiting' && due_at) {
    const isDue = Date.parse(due_at) <= Date.now();
    return `waiting ${isDue ? 'for the automation since' : 'until'} ${local(due_at)}`;
  }
  return state + afterColon(inWords(reason) ?? calls.findLast(({ note }) => note)?.note);
}

/** What a visitor entered; nothing once it is erased. */
const entered = ({ request }: StoredRequest) =>
  Object.values(request)
    .filter((fact) => fact !== null)
    .join(', ');

/** Breaks lines of more than 76 characters, at white space where there is some; what follows is indented, to 78 at most. */
const wrapped = (text: string): string => text.replace(/(?!.{1,76}$)(?:(.{1,76})\s|(.{76}))/gmu, '$1$2\n  ');

const asEntry = (request: StoredRequest): string => `${local(request.received_at)}: ${stateOf(request)}
  ${printable(entered(request))}
  ${request.id}

`;

export const requestsAsList = (requests: readonly StoredRequest[]): string =>
  wrapped(requests.map(asEntry).join(''));

function stopped({ phone_number, is_stopped, note }: StopEvent): string {
  const resumed = phone_number === ALL ? 'calls go on, stopped numbers stay stopped' : 'allowed again';
  return `${is_stopped ? 'stopped' : resumed}${afterColon(note)}.`;
}

export const stopsAsList = (stops: readonly StopEvent[]): string =>
  wrapped(stops.map((stop) => `${local(stop.at)}: ${stop.phone_number} ${stopped(stop)}\n`).join(''));

/** What became of a request, in sentences. */
function asStory(request: StoredRequest): string {
  const events: [at: string, sentence: string][] = [];
  const tell = (at: string, sentence: string) => events.push([at, sentence]);
  tell(request.received_at, `Request ${request.id} came in${afterColon(entered(request))}.`);
  for (const { leased_at, reported_at, placed, note } of request.calls) {
    tell(leased_at, `It was given to the automation to call${reported_at ? '' : '; no report came'}.`);
    if (reported_at)
      tell(reported_at, `The call ${placed ? 'was' : 'could not be'} placed${afterColon(note)}.`);
  }
  for (const stop of request.stops) tell(stop.at, `Its number was ${stopped(stop)}`);
  events.sort(([one], [other]) => Date.parse(one) - Date.parse(other));
  const lines = events.map(([at, sentence]) => `${local(at)}: ${sentence}\n`);
  const { reason, consent } = request;
  // Where the consent is why it is refused, the state says so.
  const isSaid = consent === reason;
  const more = consent && !isSaid ? ` Consent: ${inWords(consent)}.` : '';
  return `${lines.join('')}Now it is ${stateOf(request)}.${more}\n`;
}

/** The stories of all, the oldest request first. */
export const asStories = (requests: readonly StoredRequest[]): string =>
  wrapped(requests.toReversed().map(asStory).join('\n'));

export const pauseAsText = ({ paused }: Overdue): string =>
  paused ? 'Calls are paused: npm run requests -- --resume ends that.\n' : '';

/** What waits for a person: ids, reasons and counts, for a log that anybody may read. */
export function overdueAsText(data: Overdue): string {
  const flood = data.flood
    ? `A flood: about ${data.flood} overdue from networks with more than 20 each.\n`
    : '';
  const leases = data.leases
    ? `About ${data.leases.count} calls were leased within an hour, about ${data.leases.of_networks_seen_once} for networks seen once.\n`
    : '';
  const groups = data.overdue.map(({ in_flood, state, reason, count, since, ids }) => {
    const what = state === 'leased' ? 'leased to the automation and not reported' : state;
    const where = in_flood ? ', in the flood' : '';
    const more = count > ids.length ? `  and ${count - ids.length} more\n` : '';
    return `${count} ${what}${afterColon(inWords(reason))}${where}
  since ${local(since)}; see npm run requests -- --who ID
${ids.map((id) => `  ${id}\n`).join('')}${more}`;
  });
  const limited = data.limited
    ? `${data.limited} addresses reached their limit within 24 hours: what else they sent is not stored.\n`
    : '';
  return wrapped(flood + leases + pauseAsText(data) + groups.join('') + limited);
}

/**
 * Against CSV injection: what a spreadsheet would run as a formula gets an apostrophe in front, also after the other
 * separators at which some spreadsheets split. Characters that turn the direction of text would show it in another order.
 */
const withoutFormulas = (text: string) =>
  text
    .replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/(^|[;,|\t])(["'\s]*)(?=[=+\-@＝＋－＠])/g, "$1$2'");

const asCell = (value: string | number | null): string => {
  const text = typeof value === 'string' ? withoutFormulas(value) : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** CSV (RFC 4180), with a header row and the byte order mark by which spreadsheets recognize UTF-8. */
export function requestsAsCsv(requests: readonly StoredRequest[]): string {
  const rows = requests.map(({ id, received_at, state, reason, due_at, request, consent, consent_version }) =>
    Object.assign({ id, received_at, state, reason, due_at }, request, { consent, consent_version }),
  );
  const header = rows[0] ? [Object.keys(rows[0])] : [];
  const lines = [...header, ...rows.map((row) => Object.values(row))];
  return `\uFEFF${lines.map((cells) => `${cells.map(asCell).join()}\r\n`).join('')}`;
}

/** One document: what was asked for, when, from where, the exact words consented to, and every call. */
export function asEvidence(record: Evidence): string {
  const facts = {
    'Demo request': record.request_id,
    Received: local(record.recorded_at),
    ...record.request,
    'Sent from': record.address ?? 'not known',
    'Sent with': record.user_agent ?? 'not known',
    'Consent given to': record.seller ?? 'not known',
    'Words, version': record.consent_version ?? 'not named',
  };
  const lines = Object.entries(facts).map(([name, fact]) => `${name.padEnd(18)}${printable(fact)}`);
  const calls = record.calls.map(({ leased_at, placed, note }) => {
    const answered = placed ? 'placed' : 'not placed';
    const outcome = placed === null ? 'not reported' : answered;
    return `${local(leased_at)}  ${outcome}${afterColon(note)}\n`;
  });
  return [
    lines.join('\n'),
    'The words beside the box that was ticked:',
    record.words ?? 'Not known: the page named none, or none that are registered.',
    'Calls:',
    calls.join('') || 'None.\n',
  ].join('\n\n');
}
