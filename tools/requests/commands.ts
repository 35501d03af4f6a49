/** What an operator sees of the demo requests, and decides. `place` names the database in messages. */
import { ok as assert } from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { runCommand, type Values } from '../command-line.ts';
import type { StoredRequest, StopEvent, TeamClient } from '../database.ts';
import { KEY_VARIABLE, URL_VARIABLE } from '../production.ts';
import { writeWhole } from '../write-file.ts';
import { openBackEnd } from './back-end.ts';
import * as print from './print.ts';

const ABOUT = `lists the demo requests, newest first, with what became of each:
waiting; leased (to the automation, for 15 minutes); placed; refused, and why;
expired (not leased within two hours); deleted (only the consent is left); erased.

It reads the back end of npm start, which has to run. For the production project, set these in the environment:
  ${URL_VARIABLE}         its address
  ${KEY_VARIABLE}  a secret key. Never an argument: the shell keeps those in its history`;

const FLAGS = {
  waiting: { type: 'boolean', about: 'only requests that may still be called' },
  refused: { type: 'boolean', about: 'only requests that are not called, and why' },
  who: { type: 'string', about: 'the stories of who has this name, address (a word will do), number or id' },
  csv: { type: 'string', about: 'writes them as CSV, for a spreadsheet, to this file' },
  overdue: { type: 'boolean', about: 'those that wait too long for a call; exit status 1 if there are any' },
  evidence: { type: 'string', about: 'the record of consent to the request with this id' },
  stop: { type: 'string', about: 'never dial this number again' },
  allow: { type: 'string', about: 'dial this number again' },
  pause: { type: 'boolean', about: 'call nobody from now on' },
  resume: { type: 'boolean', about: 'end the pause' },
  note: { type: 'string', about: 'with --stop, --allow, --pause and --resume: who asked, and why' },
  stops: { type: 'boolean', about: 'every stop, allowance and pause, newest first' },
  erase: { type: 'string', about: 'delete everything personal about whom --who finds' },
  keep: { type: 'string', about: 'before a restore: writes stops and erasures to this file' },
  restore: { type: 'string', about: 'after a restore: applies what --keep wrote to this file' },
  sure: { type: 'boolean', about: 'with --erase: do not ask' },
} as const;

type Options = Values<typeof FLAGS>;

/** The flags that go together: what is given, in alphabetical order. Any other flag stands alone. */
const PAIRS = /^(csv (refused|waiting)|allow note|note (pause|resume|stop)|erase sure)$/;

/** The automation cannot be asked to forget what it was given. */
const EXCEPT = 'but for a call that the automation has been given already';

const write = (text: string) => process.stdout.write(text);

/** Writes a file that nobody else may read. Throws when something else is there, such as /dev/stdout. */
function writePrivate(file: string, text: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new Error(`${file} is not a file.`);
  writeWhole(file, text, 0o600);
}

/** All rows, by pages. Each begins after the last row of the one before: rows inserted or deleted meanwhile shift no other. */
async function allOf<Row>(read: (last: Row | undefined) => PromiseLike<{ data: Row[] }>): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const { data } = await read(rows.at(-1));
    if (data.length === 0) return rows;
    rows.push(...data);
  }
}

/** Requests, newest first. */
const requestsIn = (client: TeamClient, only: { only_state?: string } = {}) =>
  allOf<StoredRequest>((last) => {
    const before = last && { before_time: last.received_at, before_id: last.id };
    return client.rpc('list_demo_requests', { ...before, ...only }).throwOnError();
  });

/** Stops, newest first. */
const stopsIn = (client: TeamClient) =>
  allOf<StopEvent>((last) =>
    client.rpc('list_demo_call_stops', last ? { before_event: last.event } : {}).throwOnError(),
  );

async function list(client: TeamClient, place: string, { waiting, refused, csv }: Options): Promise<void> {
  const only = (waiting && { only_state: 'waiting' }) || (refused && { only_state: 'refused' }) || {};
  const requests = await requestsIn(client, only);
  // Not to standard output, where npm prints the command first.
  if (csv !== undefined) writePrivate(csv, print.requestsAsCsv(requests));
  else write(print.requestsAsList(requests));
  const none = waiting
    ? 'Nobody waits for a call.'
    : `No request ${refused ? 'was refused' : 'is stored yet'}.`;
  write(`${csv !== undefined || requests.length > 0 ? `${requests.length} in ${csv ?? place}` : none}\n`);
  await showPause(client);
}

async function showPause(client: TeamClient): Promise<void> {
  const { data } = await client.rpc('overdue_demo_requests').throwOnError();
  write(print.pauseAsText(data));
}

async function showOverdue(client: TeamClient, place: string): Promise<void> {
  const { data } = await client.rpc('overdue_demo_requests').throwOnError();
  const count = data.overdue.reduce((total, group) => total + group.count, 0);
  if (count + data.limited > 0) process.exitCode = 1;
  const sum = count > 0 ? `${count} overdue in ${place}` : 'Nobody waits too long for a call.';
  write(`${print.overdueAsText(data)}${sum}\n`);
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** What a backup may have forgotten: the last event of each number, and the ids of the requests that were erased. */
interface Kept {
  readonly stops: readonly Pick<StopEvent, 'phone_number' | 'is_stopped' | 'note'>[];
  readonly erased: readonly string[];
}

async function keep(client: TeamClient, file: string): Promise<void> {
  const events = (await stopsIn(client)).filter(({ phone_number }) => phone_number !== print.ALL);
  // The newest comes first: of each number, that one is kept, and restored in the order in which they were made.
  const stops = Map.groupBy(events, ({ phone_number }) => phone_number);
  const requests = await requestsIn(client);
  const erased = requests.filter(({ state }) => state === 'erased').map(({ id }) => id);
  const kept: Kept = { stops: [...stops.values()].map(([last]) => last!).toReversed(), erased };
  writePrivate(file, JSON.stringify(kept));
  write(`${stops.size} numbers and ${erased.length} erasures in ${file}\n`);
}

/** Reads what `keep` wrote. Throws when the file holds anything else, which would allow numbers that were stopped. */
function readKept(file: string): Kept {
  const text = readFileSync(file, 'utf8');
  try {
    const kept = JSON.parse(text) as Kept;
    for (const { phone_number, is_stopped } of kept.stops)
      assert(typeof phone_number === 'string' && typeof is_stopped === 'boolean');
    for (const id of kept.erased) assert(UUID.test(id));
    return kept;
  } catch (cause) {
    throw new Error(`${file} is not what --keep writes: nothing was restored.`, { cause });
  }
}

async function restore(client: TeamClient, file: string): Promise<string> {
  const { stops, erased } = readKept(file);
  for (const { phone_number, is_stopped, note } of stops) {
    const change = is_stopped ? 'stop_demo_calls' : 'allow_demo_calls';
    await client.rpc(change, { phone_number, note: note ?? undefined }).throwOnError();
  }
  const { data } = await client.rpc('erase_demo_requests', { request_ids: [...erased] }).throwOnError();
  return `${stops.length} numbers are as they were. Erased again: ${data}.`;
}

async function find(client: TeamClient, person: string): Promise<StoredRequest[]> {
  const { data } = await client.rpc('find_demo_requests', { person }).throwOnError();
  if (data.length === 0) throw new Error(`There is no request of ${person}.`);
  return data;
}

async function showEvidence(client: TeamClient, id: string): Promise<void> {
  if (!UUID.test(id)) throw new Error(`"${id}" is not the id of a request; the list shows them.`);
  const { data: record } = await client.rpc('demo_request_evidence', { request_id: id }).throwOnError();
  if (!record) throw new Error(`There is no record of consent to a request ${id}, or it was erased.`);
  write(print.asEvidence(record));
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

async function erase(client: TeamClient, person: string, isConfirmed = false): Promise<string> {
  // A name could be that of several people: those are shown first.
  if (isConfirmed && !UUID.test(person) && !/.@|(\d\D*){10}/.test(person))
    throw new Error(
      `"${person}" is neither an id, nor a whole phone number, nor an e-mail address: leave out --sure.`,
    );
  const requests = (await find(client, person)).filter(({ state }) => state !== 'erased');
  if (requests.length === 0) throw new Error(`There is no request of ${person}.`);
  write(print.requestsAsList(requests));
  const question = `Delete everything personal about these ${requests.length}? Type yes: `;
  if (!isConfirmed && !(await confirm(question))) throw new Error('Nothing was deleted.');
  const ids = { request_ids: requests.map(({ id }) => id) };
  const { data: erased } = await client.rpc('erase_demo_requests', ids).throwOnError();
  return `Erased: ${erased}. A number that was stopped stays stopped.`;
}

async function carryOut(client: TeamClient, place: string, options: Options): Promise<void> {
  const { who, evidence, erase: person, stop, allow, note } = options;
  // What was changed, and in which database: without its variables, the shell has another one than the operator thinks.
  const report = (change: string) => write(`${place}: ${change}\n`);
  if ((stop ?? allow)?.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase() === print.ALL)
    throw new Error('"all" is not a phone number. --pause stops all calls, and --resume ends that.');
  if (options.overdue) await showOverdue(client, place);
  else if (who !== undefined) {
    write(print.asStories(await find(client, who)));
    await showPause(client);
  } else if (evidence !== undefined) await showEvidence(client, evidence);
  else if (person !== undefined) report(await erase(client, person, options.sure));
  else if (options.stops) write(print.stopsAsList(await stopsIn(client)));
  else if (options.keep !== undefined) await keep(client, options.keep);
  else if (options.restore !== undefined) report(await restore(client, options.restore));
  else if (stop !== undefined) {
    const { data } = await client.rpc('stop_demo_calls', { phone_number: stop, note }).throwOnError();
    report(`${data} is not dialed again, ${EXCEPT}.`);
  } else if (allow !== undefined) {
    const { data } = await client.rpc('allow_demo_calls', { phone_number: allow, note }).throwOnError();
    report(`${allow} ${data ? 'may be dialed again' : 'was not stopped'}.`);
  } else if (options.pause) {
    const { data } = await client.rpc('pause_demo_calls', { note }).throwOnError();
    report(`${data ? `Nobody is called, ${EXCEPT}` : 'Calls were paused already'}, until --resume.`);
  } else if (options.resume) {
    const { data } = await client.rpc('resume_demo_calls', { note }).throwOnError();
    report(`${data ? 'Calls go on' : 'Calls were not paused'}.`);
  } else await list(client, place, options);
}

/** The error with the place where it failed and, where that is known, what to do. */
function explained(place: string, cause: Error): Error {
  // The name of a constraint in the migrations. Where an answer has another shape, reading it is a TypeError.
  const isSilent = /fetch failed|terminated|aborted due to timeout/.test(cause.message);
  const isShape = cause instanceof TypeError && !isSilent;
  const said = isShape ? 'what answers there is not the database of this site' : cause.message;
  const message = said.replace(
    /.*phone_number_has_ten_digits.*/,
    'that is not a complete phone number of ten digits',
  );
  const advice = isSilent
    ? '. Nothing answers there within 15 seconds, or it redirects. See whether npm start runs, whether the address is right, and whether the project is paused.'
    : message.includes('API key')
      ? `: see ${KEY_VARIABLE}.`
      : '';
  return new Error(`${place}: ${message}${advice}`, { cause });
}

async function run(options: Options): Promise<void> {
  const given = Object.keys(options);
  if (/^(note|sure)$/.test(given.join()))
    throw new Error(`--${given.join()} does nothing alone: --help names the flags that it goes with.`);
  if (given.length > 1 && !PAIRS.test(given.toSorted().join(' ')))
    throw new Error(`--${given.join(' and --')} cannot be combined.`);
  const { name: place, client } = openBackEnd();
  await carryOut(client, place, options).catch((error: Error) => {
    throw explained(place, error);
  });
}

/** `npm run requests` with these arguments. It prints its errors, and sets the exit status. */
export const requests = (args: readonly string[]): Promise<void> =>
  runCommand('npm run requests', ABOUT, FLAGS, run, args);
