/** How `npm run requests` shows requests, for a terminal of 80 columns, and as CSV. */
import type { Evidence, StoredRequest, Overdue, StopEvent } from '../../src/demo-request/database.ts';
import { shown } from '../command-line.ts';

const TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long' });

/** A time with its zone: the one of this machine, in everything that is shown. */
const local = (time: string) => TIME.format(new Date(time));

/** Why a request is not called, for whoever reads it (`reason` in the database). */
const REASONS: Readonly<Record<string, string>> = {
  asked_not_to_be_called: 'the number was stopped',
  called_three_times_in_30_days: 'its number was called three times in 30 days',
  called_within_24_hours: 'its number was called within 24 hours, or lent to the automation without a report',
  consent_to_another_request: 'the recorded consent is to another request: this one was changed',
  could_not_be_placed: 'the automation could not place the call three times',
  no_calling_hours: 'there are no calling hours for its country',
  no_consent_on_record: 'no consent to it is recorded',
  not_a_subscriber_number: 'no subscriber can have the number: a service, premium or unassigned one',
  not_sent_by_the_form: 'it was not sent by the form',
  number_of_another_country: 'the number is of another country',
  replaced_by_a_newer_request: 'a newer request for the same number took its place',
  toll_free_number: 'the number is toll-free',
  unknown_area_code: 'the area code is not in private.area_codes',
  words_not_named: 'the page did not name the words of the consent',
  words_not_registered: 'the words of the consent are not registered: npm run consent, then the migration',
};

const because = (reason: string | null) => (reason ? `: ${REASONS[reason] ?? shown(reason)}` : '');

function stateOf({ state, reason, due_at, calls }: StoredRequest): string {
  if (state === 'waiting' && due_at && Date.parse(due_at) > Date.now())
    return `waiting until ${local(due_at)}`;
  return `${state}${because(reason ?? calls.findLast(({ note }) => note)?.note ?? null)}`;
}

const withNote = (sentence: string, note: string | null) => `${sentence}${note ? `: ${shown(note)}` : ''}.`;

/** What a request says; nothing once it is erased. */
const said = ({ request }: StoredRequest) =>
  Object.values(request)
    .filter((fact) => fact !== null)
    .map(shown);

/** Breaks a text into lines, between words where it can, and indents all but the first. */
const wrapped = (text: string): string =>
  text.replace(/(?!.{1,76}$)(?:(.{1,76})\s|(.{76}))/gu, (_, words, letters) => `${words ?? letters}\n  `);

export const requestsAsList = (requests: readonly StoredRequest[]): string =>
  requests
    .map((request) => {
      const lines = [
        `${local(request.received_at)}: ${stateOf(request)}`,
        `  ${said(request).join(', ')}`,
        `  ${request.id}`,
      ];
      return `${lines.map(wrapped).join('\n')}\n\n`;
    })
    .join('');

export const stopsAsList = (stops: readonly StopEvent[]): string =>
  stops
    .map(({ at, phone_number, is_stopped, note }) =>
      wrapped(withNote(`${local(at)}: ${phone_number} ${is_stopped ? 'stopped' : 'allowed'}`, note)),
    )
    .map((line) => `${line}\n`)
    .join('');

/** What became of a request, in sentences. */
function asStory(request: StoredRequest): string {
  const events: [at: string, sentence: string][] = [
    [request.received_at, withNote(`Request ${request.id} came in`, said(request).join(', '))],
  ];
  for (const { lent_at, reported_at, placed, note } of request.calls) {
    events.push([lent_at, `It was given to the automation to call${reported_at ? '' : '; no report came'}.`]);
    if (reported_at)
      events.push([reported_at, withNote(`The call ${placed ? 'was' : 'could not be'} placed`, note)]);
  }
  for (const { at, is_stopped, note } of request.stops)
    events.push([at, withNote(`Its number was ${is_stopped ? 'stopped' : 'allowed again'}`, note)]);
  events.sort(([one], [other]) => Date.parse(one) - Date.parse(other));
  const consent =
    request.consent === 'recorded'
      ? ' Consent is recorded.'
      : request.consent && ` Consent${because(request.consent)}.`;
  const lines = events.map(([at, sentence]) => `${local(at)}: ${sentence}`);
  return [...lines, `Now it is ${stateOf(request)}.${consent ?? ''}`].map(wrapped).join('\n');
}

/** The stories of all, the oldest request first. */
export const asStories = (requests: readonly StoredRequest[]): string =>
  `${requests.toReversed().map(asStory).join('\n\n')}\n`;

/** What waits for a person: ids, reasons and counts, for a log that anybody may read. */
export function overdueAsText({ paused, overdue }: Overdue): string {
  const groups = overdue.map(({ state, reason, count, since, ids }) =>
    [
      wrapped(
        `${count} ${state === 'lent' ? 'lent to the automation and not reported' : state}${because(reason)}`,
      ),
      `  since ${local(since)}; see npm run requests -- --who ID`,
      ...ids.map((id) => `  ${id}`),
      ...(count > ids.length ? [`  and ${count - ids.length} more`] : []),
    ].join('\n'),
  );
  if (paused) groups.unshift('Calls are paused: npm run requests -- --resume ends that.');
  return groups.map((group) => `${group}\n`).join('');
}

/** Characters that change the direction of text would show a cell, and what follows, in another order than it is stored. */
const withoutDirection = (text: string) =>
  text.replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '');

/**
 * Against CSV injection: what a spreadsheet would run as a formula gets an apostrophe in front, also after the other
 * separators at which some spreadsheets split.
 */
const withoutFormulas = (text: string) =>
  withoutDirection(text).replace(/(^|[;,|\t])(["'\s]*)(?=[=+\-@＝＋－＠])/g, "$1$2'");

const asCell = (value: string | number | null): string => {
  const text = typeof value === 'string' ? withoutFormulas(value) : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** CSV (RFC 4180); the first page has the header row and the byte order mark by which spreadsheets recognize UTF-8. */
export function requestsAsCsv(requests: readonly StoredRequest[], isFirst: boolean): string {
  const rows = requests.map(({ id, received_at, state, reason, due_at, request, consent, consent_version }) =>
    Object.assign({ id, received_at, state, reason, due_at }, request, { consent, consent_version }),
  );
  const header = isFirst && rows[0] ? [Object.keys(rows[0])] : [];
  const lines = [...header, ...rows.map((row) => Object.values(row))];
  return (isFirst ? '\uFEFF' : '') + lines.map((cells) => `${cells.map(asCell).join()}\r\n`).join('');
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
  const lines = Object.entries(facts).map(([name, fact]) => `${name.padEnd(18)}${shown(fact)}`);
  const calls = record.calls.map(
    ({ lent_at, placed, note }) =>
      `${local(lent_at)}  ${placed === null ? 'not reported' : placed ? 'placed' : 'not placed'}${note ? `: ${shown(note)}` : ''}`,
  );
  return [
    lines.join('\n'),
    'The words beside the box that was ticked:',
    record.words ?? 'Not known: the page named none, or none that are registered.',
    'Calls:',
    `${calls.join('\n') || 'None.'}\n`,
  ].join('\n\n');
}
