/** How the lead desk shows requests. */
import Table from 'cli-table3';
import { stringify } from 'csv-stringify/sync';
import type { Lead } from './leads.ts';

const stateOf = ({ state, reason }: Lead) => (reason ? `${state}: ${reason}` : state);

const consentOf = ({ consent_words, consent_version }: Lead) => {
  if (consent_words !== null) return 'recorded';
  return consent_version === null ? 'words not named' : 'words not registered';
};

/** A table for the terminal. */
export function asTable(leads: readonly Lead[]): string {
  const table = new Table({
    head: ['received', 'state', 'name', 'e-mail', 'company', 'industry', 'phone', 'consent', 'id'],
    style: { head: [], border: [], compact: true },
  });
  for (const lead of leads)
    table.push([
      new Date(lead.received_at).toLocaleString(),
      stateOf(lead),
      lead.full_name,
      lead.email ?? '',
      lead.company_name ?? '',
      lead.industry ?? '',
      lead.phone_number,
      consentOf(lead),
      lead.id,
    ]);
  return table.toString();
}

const CSV_COLUMNS = [
  'id',
  'received_at',
  'state',
  'reason',
  'decided_at',
  'full_name',
  'email',
  'company_name',
  'industry',
  'phone_number',
  'consent_version',
] as const satisfies (keyof Lead)[];

/** CSV after RFC 4180, in UTF-8 that spreadsheets recognise; what they would run as a formula is led by an apostrophe. */
export const asCsv = (leads: readonly Lead[]): string =>
  stringify([...leads], {
    header: true,
    columns: [...CSV_COLUMNS],
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
  });

const utc = (time: string) => `${new Date(time).toISOString().replace('T', ' ').slice(0, 19)} UTC`;

/** A browser calls itself what it likes: no control character reaches the terminal. */
const shown = (fact: string | null): string => fact?.replace(/\p{Cc}/gu, '\uFFFD') ?? 'not known';

/** One document: what was asked for, when, from where, and the words consented to, exactly as shown. */
export function asEvidence(lead: Lead): string {
  const facts = {
    'Demo request': lead.id,
    Received: utc(lead.received_at),
    State: stateOf(lead) + (lead.decided_at ? `, ${utc(lead.decided_at)}` : ''),
    Name: lead.full_name,
    Phone: lead.phone_number,
    'E-mail': lead.email,
    Company: lead.company_name,
    Industry: lead.industry,
    'Sent from': lead.address,
    'Sent with': lead.user_agent,
    'Consent given to': lead.consent_seller,
    'Words, version': lead.consent_version,
  };
  const lines = Object.entries(facts).map(([name, fact]) => `${name.padEnd(18)}${shown(fact)}`);
  const words = lead.consent_words ?? `Not known: ${consentOf(lead)}.`;
  return `${lines.join('\n')}\n\nThe words beside the box that was ticked:\n\n${words}\n`;
}
