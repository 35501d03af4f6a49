/** `npm run requests`: the leads command line. `--help` lists what it does. */
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { exitWithUsageError, readFlags } from '../command-line.ts';
import { URL_VARIABLE, KEY_VARIABLE, SECRET_KEY_PATTERN, openBackEnd, type BackEnd } from './back-end.ts';
import type { StopEvent } from '../../src/demo-request/database.ts';
import { fetchLeads } from './leads.ts';
import { asEvidence, asStories, leadsAsCsv, leadsAsTable, overdueAsText, stopsAsTable } from './print.ts';

const COMMAND = 'npm run requests';

const ABOUT = `lists the demo requests, newest first, with what became of each:
waiting; lent (to the automation, for 15 minutes); placed; refused, and why;
expired (not lent within two hours); deleted (only the consent is left); erased.

It reads the back end of npm start. For the production project, set these in the environment:
  ${URL_VARIABLE}         its address
  ${KEY_VARIABLE}  a secret key. Never an argument: the shell keeps those in its history`;

const FLAGS = {
  waiting: { type: 'boolean', about: 'only requests that may still be called' },
  refused: { type: 'boolean', about: 'only requests that are not called, and why' },
  who: { type: 'string', about: 'the story of every request of this name, number, e-mail address or id' },
  csv: { type: 'string', about: 'writes them as CSV, for a spreadsheet, to this file' },
  overdue: {
    type: 'boolean',
    about: 'those that wait too long for a call; exit status 1 when there are any',
  },
  evidence: { type: 'string', about: 'the record of consent to the request with this id' },
  stop: { type: 'string', about: 'never dial this number again' },
  allow: { type: 'string', about: 'dial this number again' },
  pause: { type: 'boolean', about: 'call nobody from now on' },
  resume: { type: 'boolean', about: 'end the pause' },
  note: { type: 'string', about: 'with --stop, --allow, --pause and --resume: who asked, and why' },
  stops: { type: 'boolean', about: 'every stop, allowance and pause, newest first' },
  erase: { type: 'string', about: 'delete everything personal about this id, number or e-mail address' },
  sure: { type: 'boolean', about: 'with --erase: do not ask' },
} as const;

type Options = Partial<
  Record<'waiting' | 'refused' | 'overdue' | 'pause' | 'resume' | 'stops' | 'sure', boolean>
> &
  Partial<Record<'who' | 'csv' | 'evidence' | 'stop' | 'allow' | 'note' | 'erase', string>>;

/** Flags that cannot be combined with each other; only `--csv` goes with the first two, and alone. */
const EXCLUSIVE_FLAGS = [
  ...(['waiting', 'refused', 'overdue', 'who', 'evidence'] as const),
  ...(['stop', 'allow', 'pause', 'resume', 'stops', 'erase'] as const),
] as const;

function readOptions(): Options {
  if (process.argv.some((argument) => argument.search(SECRET_KEY_PATTERN) >= 0))
    exitWithUsageError(
      COMMAND,
      `A secret key is not taken as an argument. Revoke it, and set ${KEY_VARIABLE} to a new one`,
    );
  const options: Options = readFlags(COMMAND, ABOUT, FLAGS);
  const asked = EXCLUSIVE_FLAGS.filter((flag) => options[flag] !== undefined);
  if (
    asked.length > 1 ||
    (options.csv !== undefined && asked.some((flag) => flag !== 'waiting' && flag !== 'refused'))
  )
    exitWithUsageError(
      COMMAND,
      'These flags cannot be combined; only --csv goes with --waiting or --refused',
    );
  if (
    options.note !== undefined &&
    !(['stop', 'allow', 'pause', 'resume'] as const).some((flag) => options[flag])
  )
    exitWithUsageError(COMMAND, '--note goes with --stop, --allow, --pause or --resume');
  if (options.sure && options.erase === undefined) exitWithUsageError(COMMAND, '--sure goes with --erase');
  return options;
}

/** Writes to standard output, and waits until it is written. */
const write = (text: string) =>
  new Promise<void>((resolve) => {
    process.stdout.write(text, () => resolve());
  });

async function list({ client, name }: BackEnd, { waiting, refused, csv }: Options): Promise<void> {
  let count = 0;
  // Not to standard output, where npm prints the command first. Nobody else may read the file.
  const file = csv === undefined ? undefined : await open(csv, 'w', 0o600);
  for await (const page of fetchLeads(client, waiting ? 'waiting' : refused ? 'refused' : undefined)) {
    await (file ? file.write(leadsAsCsv(page, count === 0)) : write(leadsAsTable(page)));
    count += page.length;
  }
  await file?.close();
  if (file) return write(`${count} in ${csv}\n`);
  const none = waiting
    ? 'Nobody waits for a call.'
    : `No request ${refused ? 'was refused' : 'is stored yet'}.`;
  await write(`${count === 0 ? none : `${count} in ${name}`}\n`);
}

async function showOverdue({ client, name }: BackEnd): Promise<void> {
  const { data } = await client.rpc('overdue_demo_requests').throwOnError();
  const count = data.overdue.reduce((sum, group) => sum + group.count, 0);
  if (count > 0) process.exitCode = 1;
  await write(
    `${overdueAsText(data)}${count > 0 ? `${count} overdue in ${name}` : 'Nobody waits too long for a call.'}\n`,
  );
}

async function showStops({ client }: BackEnd): Promise<void> {
  let last: StopEvent | undefined;
  for (let isFirst = true; isFirst || last; isFirst = false) {
    const { data } = await client
      .rpc('list_demo_call_stops', last ? { before_event: last.event } : {})
      .throwOnError();
    if (isFirst || data.length > 0) await write(stopsAsTable(data));
    last = data.at(-1);
  }
}

async function find({ client }: BackEnd, person: string) {
  const { data } = await client.rpc('find_demo_requests', { person }).throwOnError();
  if (data.length === 0) throw new Error(`There is no request of ${person}.`);
  return data;
}

const ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

async function showEvidence({ client }: BackEnd, id: string): Promise<void> {
  if (!ID.test(id)) throw new Error(`"${id}" is not the id of a request; the list shows them.`);
  const { data: record } = await client.rpc('demo_request_evidence', { request_id: id }).throwOnError();
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
  const leads = (await find(backEnd, person)).filter(({ state }) => state !== 'erased');
  if (leads.length === 0) throw new Error(`There is no request of ${person}.`);
  await write(leadsAsTable(leads));
  if (!isConfirmed && !(await confirm(`Delete everything personal about these ${leads.length}? Type yes: `)))
    throw new Error('Nothing was deleted.');
  const ids = { request_ids: leads.map(({ id }) => id) };
  const { data: erased } = await backEnd.client.rpc('erase_demo_requests', ids).throwOnError();
  await write(`Erased: ${erased}. A number that was stopped stays stopped.\n`);
}

async function runCommand(backEnd: BackEnd, options: Options): Promise<void> {
  const { client } = backEnd;
  const { who, evidence, stop, allow, pause, resume, note } = options;
  if (options.overdue) return showOverdue(backEnd);
  if (who !== undefined) return write(asStories(await find(backEnd, who)));
  if (evidence !== undefined) return showEvidence(backEnd, evidence);
  if (options.erase !== undefined) return erase(backEnd, options.erase, options.sure);
  if (options.stops) return showStops(backEnd);
  if (stop !== undefined) {
    const { data } = await client.rpc('stop_demo_calls', { phone_number: stop, note }).throwOnError();
    return write(`${data} is not dialed again.\n`);
  }
  if (allow !== undefined) {
    const { data } = await client.rpc('allow_demo_calls', { phone_number: allow, note }).throwOnError();
    return write(`${allow} ${data ? 'may be dialed again' : 'was not stopped'}.\n`);
  }
  if (pause) {
    const { data } = await client.rpc('pause_demo_calls', { note }).throwOnError();
    return write(`${data ? 'Nobody is called' : 'Calls were paused already'}, until --resume.\n`);
  }
  if (resume) {
    const { data } = await client.rpc('resume_demo_calls', { note }).throwOnError();
    return write(`${data ? 'Calls go on' : 'Calls were not paused'}.\n`);
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
    const message = (error as Error).message.replace(
      /.*phone_number_has_ten_digits.*/,
      'that is not a complete phone number of ten digits',
    );
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
