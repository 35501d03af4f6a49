/** How the leads command line shows requests. */
import Table from 'cli-table3';
import { stringify } from 'csv-stringify/sync';
import type { Evidence, Lead, StopEvent } from './leads.ts';

/** A field or a user agent may hold anything: control and invisible characters are shown as their code points. */
export const shown = (fact: unknown): string =>
  String(fact ?? '').replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );

const local = (time: string) => new Date(time).toLocaleString();

function stateOf({ state, reason, not_before }: Lead): string {
  const later = state === 'waiting' && not_before && Date.parse(not_before) > Date.now();
  return [state, ...(later ? [`until ${local(not_before)}`] : []), ...(reason ? [reason] : [])].join(': ');
}

const asTable = (head: string[], rows: readonly unknown[][]) => {
  const table = new Table({ head, style: { head: [], border: [], compact: true } });
  table.push(...rows.map((row) => row.map(shown)));
  return `${table.toString()}\n`;
};

/** A table for the terminal. */
export const leadsAsTable = (leads: readonly Lead[]): string =>
  asTable(
    ['received', 'state', ...Object.keys(leads[0]?.request ?? {}), 'consent', 'id'],
    leads.map((lead) => [
      local(lead.received_at),
      stateOf(lead),
      ...Object.values(lead.request),
      lead.consent,
      lead.id,
    ]),
  );

export const stopsAsTable = (stops: readonly StopEvent[]): string =>
  asTable(
    ['at', 'number', 'event', 'note'],
    stops.map(({ at, phone_number, is_stopped, note }) => [
      local(at),
      phone_number,
      is_stopped ? 'stopped' : 'allowed',
      note,
    ]),
  );

/** Characters that change the direction of text would show a cell, and what follows, in another order than it is stored. */
const withoutDirection = (text: string) =>
  text.replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '');

/**
 * Against CSV injection: what a spreadsheet would run as a formula gets an apostrophe in front, also after the other
 * separators at which some spreadsheets split.
 */
const withoutFormulas = (text: string) =>
  withoutDirection(text).replace(/(^|[;,|\t])(["'\s]*)(?=[=+\-@＝＋－＠])/g, "$1$2'");

/** CSV (RFC 4180); the first page has the header row and the byte order mark by which spreadsheets recognize UTF-8. */
export function leadsAsCsv(leads: readonly Lead[], isFirst: boolean): string {
  const rows = leads.map(({ request, consent, consent_version, id, ...rest }) => {
    const { received_at, state, reason, not_before, decided_at } = rest;
    return { id, received_at, state, reason, not_before, decided_at, ...request, consent, consent_version };
  });
  return stringify(rows, {
    header: isFirst,
    bom: isFirst,
    record_delimiter: 'windows',
    cast: { string: withoutFormulas },
  });
}

const utc = (time: string) => `${new Date(time).toISOString().replace('T', ' ').slice(0, 19)} UTC`;

/** One document: what was asked for, when, from where, the exact words consented to, and every attempt to call. */
export function asEvidence(record: Evidence): string {
  const facts = {
    'Demo request': record.request_id,
    Received: utc(record.recorded_at),
    ...record.request,
    'Sent from': record.address ?? 'not known',
    'Sent with': record.user_agent ?? 'not known',
    'Consent given to': record.seller ?? 'not known',
    'Words, version': record.consent_version ?? 'not named',
  };
  const lines = Object.entries(facts).map(([name, fact]) => `${name.padEnd(18)}${shown(fact)}`);
  const calls = record.attempts.map(
    ({ decided_at, outcome, reason }) =>
      `${utc(decided_at)}  ${outcome}${reason ? `: ${shown(reason)}` : ''}`,
  );
  return [
    lines.join('\n'),
    'The words beside the box that was ticked:',
    record.words ?? 'Not known: the page named none, or none that are registered.',
    'Calls:',
    `${calls.join('\n') || 'None.'}\n`,
  ].join('\n\n');
}
