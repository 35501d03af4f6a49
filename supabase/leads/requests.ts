/** `npm run requests`: the leads command line. `--help` lists what it does. */
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { exitWithUsageError, readFlags } from '../embedded/command-line.ts';
import { URL_VARIABLE, KEY_VARIABLE, SECRET_KEY_PATTERN, openBackEnd, type BackEnd } from './back-end.ts';
import { fetchLeads, type Evidence, type Lead, type StopEvent } from './leads.ts';
import { asEvidence, leadsAsCsv, leadsAsTable, stopsAsTable } from './print.ts';

const COMMAND = 'npm run requests';

const ABOUT = `lists the demo requests, newest first, with what became of each: waiting; claimed (told to
dial); called; refused, and why; missed (nobody claimed it in time); deleted (only the consent is left); erased.

It reads the back end of npm start. For the production project, set these in the environment:
  ${URL_VARIABLE}         its address
  ${KEY_VARIABLE}  a secret key. Never pass it as an argument: arguments are kept in the shell's history`;

const FLAGS = {
  waiting: { type: 'boolean', about: 'only requests that have not been claimed or called' },
  csv: { type: 'string', about: 'writes them as CSV, for a spreadsheet, to this file' },
  overdue: {
    type: 'boolean',
    about: 'those that wait too long for a call; exit status 1 when there are any',
  },
  evidence: { type: 'string', about: 'the record of consent to the request with this id' },
  stop: { type: 'string', about: 'never dial this number again' },
  allow: { type: 'string', about: 'dial this number again' },
  note: { type: 'string', about: 'with --stop and --allow: who asked, and how' },
  stops: { type: 'boolean', about: 'every number that was stopped or allowed, and when' },
  erase: { type: 'string', about: 'delete everything personal about this id, number or e-mail address' },
  sure: { type: 'boolean', about: 'with --erase: do not ask' },
} as const;

type Options = Partial<Record<'waiting' | 'overdue' | 'stops' | 'sure', boolean>> &
  Partial<Record<'csv' | 'evidence' | 'stop' | 'allow' | 'note' | 'erase', string>>;

/** Flags that can be combined neither with each other nor with `--waiting` and `--csv`. */
const EXCLUSIVE_FLAGS = ['overdue', 'evidence', 'stop', 'allow', 'stops', 'erase'] as const;

function readOptions(): Options {
  if (process.argv.some((argument) => argument.search(SECRET_KEY_PATTERN) >= 0))
    exitWithUsageError(
      COMMAND,
      `A secret key is not taken as an argument. Revoke it, and set ${KEY_VARIABLE} to a new one`,
    );
  const options: Options = readFlags(COMMAND, ABOUT, FLAGS);
  const asked = EXCLUSIVE_FLAGS.filter((flag) => options[flag] !== undefined);
  if (asked.length + (options.waiting || options.csv !== undefined ? 1 : 0) > 1)
    exitWithUsageError(COMMAND, 'These flags cannot be combined; only --waiting and --csv can');
  if (options.note !== undefined && options.stop === undefined && options.allow === undefined)
    exitWithUsageError(COMMAND, '--note goes with --stop or --allow');
  if (options.sure && options.erase === undefined) exitWithUsageError(COMMAND, '--sure goes with --erase');
  return options;
}

const call = async ({ client }: BackEnd, name: string, parameters: object = {}): Promise<unknown> =>
  (await client.rpc(name, parameters).throwOnError()).data;

/** Writes to standard output, and waits until it is written. */
const write = (text: string) =>
  new Promise<void>((resolve) => {
    process.stdout.write(text, () => resolve());
  });

async function list(backEnd: BackEnd, { waiting, csv }: Options): Promise<void> {
  let count = 0;
  // Not to standard output, where npm prints the command first. Nobody else may read the file.
  const file = csv === undefined ? undefined : await open(csv, 'w', 0o600);
  for await (const page of fetchLeads(backEnd.client, waiting)) {
    await (file ? file.write(leadsAsCsv(page, count === 0)) : write(leadsAsTable(page)));
    count += page.length;
  }
  await file?.close();
  if (file) return write(`${count} in ${csv}\n`);
  const none = waiting ? 'Nobody waits for a call.' : 'No demo request is stored yet.';
  await write(`${count === 0 ? none : `${count} in ${backEnd.name}`}\n`);
}

async function showOverdue(backEnd: BackEnd): Promise<void> {
  const overdue = (await call(backEnd, 'overdue_demo_requests')) as Lead[];
  if (overdue.length === 0) return write('Nobody waits too long for a call.\n');
  process.exitCode = 1;
  await write(`${leadsAsTable(overdue)}${overdue.length} overdue in ${backEnd.name}\n`);
}

const ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

async function showEvidence(backEnd: BackEnd, id: string): Promise<void> {
  if (!ID.test(id)) throw new Error(`"${id}" is not the id of a request; the list shows them.`);
  const record = (await call(backEnd, 'demo_request_evidence', { request_id: id })) as Evidence | null;
  if (!record) throw new Error(`There is no record of consent to a request ${id}, or it was erased.`);
  await write(asEvidence(record));
}

/** Asks in the terminal; any answer but "yes" is a no. */
async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new Error('Nothing was deleted: standard input is not a terminal. Add --sure.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  return answer.trim().toLowerCase() === 'yes';
}

async function erase(backEnd: BackEnd, person: string, isConfirmed = false): Promise<void> {
  if (!ID.test(person) && !/@|(\d\D*){10}/.test(person))
    throw new Error(`"${person}" is neither an id, nor a whole phone number, nor an e-mail address.`);
  const found = (await call(backEnd, 'find_demo_requests', { person })) as Lead[];
  const leads = found.filter(({ state }) => state !== 'erased');
  if (leads.length === 0) throw new Error(`There is no request of ${person}.`);
  await write(leadsAsTable(leads));
  if (!isConfirmed && !(await confirm(`Delete everything personal about these ${leads.length}? Type yes: `)))
    throw new Error('Nothing was deleted.');
  const erased = await call(backEnd, 'erase_demo_requests', { request_ids: leads.map(({ id }) => id) });
  await write(`Erased: ${erased}. A number that was stopped stays stopped.\n`);
}

async function runCommand(backEnd: BackEnd, options: Options): Promise<void> {
  const { note } = options;
  if (options.overdue) return showOverdue(backEnd);
  if (options.evidence !== undefined) return showEvidence(backEnd, options.evidence);
  if (options.erase !== undefined) return erase(backEnd, options.erase, options.sure);
  if (options.stops) return write(stopsAsTable((await call(backEnd, 'list_demo_call_stops')) as StopEvent[]));
  if (options.stop !== undefined) {
    const stopped = await call(backEnd, 'stop_demo_calls', { phone_number: options.stop, note });
    return write(`${stopped} is not dialed again.\n`);
  }
  if (options.allow !== undefined) {
    const wasStopped = await call(backEnd, 'allow_demo_calls', { phone_number: options.allow, note });
    return write(`${options.allow} ${wasStopped ? 'may be dialed again' : 'was not stopped'}.\n`);
  }
  return list(backEnd, options);
}

const options = readOptions();
// A reader that has seen enough, such as head, closes the pipe: nothing is wrong then.
process.stdout.on('error', () => process.exit());
try {
  const backEnd = await openBackEnd(process.env);
  if (!backEnd) throw new Error('Nothing is stored yet. Start the site with npm start and send a request.');
  try {
    await runCommand(backEnd, options);
  } catch (error) {
    const { message } = error as Error;
    const advice = message.includes('fetch failed')
      ? '. Nothing answers there: check the address, and in the dashboard whether the project is paused.'
      : message.includes('API key')
        ? `: see ${KEY_VARIABLE}.`
        : '';
    // Names where it failed.
    throw new Error(`${backEnd.name}: ${message}${advice}`, { cause: error });
  } finally {
    await backEnd.close();
  }
} catch (error) {
  console.error((error as Error).message.replaceAll(SECRET_KEY_PATTERN, '…'));
  process.exitCode = 1;
}
