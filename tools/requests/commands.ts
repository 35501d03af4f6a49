/** What an operator sees of the demo requests, and decides. */
import { runCommand, type Values } from '../command-line.ts';
import type { TeamClient } from '../database.ts';
import { KEY_VARIABLE, URL_VARIABLE } from '../production.ts';
import { openBackEnd } from './back-end.ts';
import { keep, restore } from './kept.ts';
import * as print from './print.ts';
import { find, requestsIn, stopsIn } from './read.ts';
import { confirm, write, writePrivate } from './terminal.ts';

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
  sure: { type: 'boolean', about: 'with --erase and --restore: do not ask' },
} as const;

type Flag = keyof typeof FLAGS;
type Options = Values<typeof FLAGS>;

/** The automation cannot be asked to forget what it was given. */
const EXCEPT = 'but for a call that the automation has been given already';

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** The database, and the name by which messages call it. */
interface Context {
  readonly client: TeamClient;
  readonly place: string;
}

interface Command {
  /** The flags that may be given with its own. */
  readonly with: readonly Flag[];
  /** Returns the last sentence of what it prints; an empty text where there is none. */
  readonly run: (context: Context, options: Options) => Promise<string>;
}

async function showPause(client: TeamClient): Promise<void> {
  const { data } = await client.rpc('overdue_demo_requests').throwOnError();
  write(print.pauseAsText(data));
}

const numberOf = ({ length }: readonly unknown[]) => (length === 1 ? '1 request.' : `${length} requests.`);

async function list({ client }: Context, { waiting, refused, csv }: Options): Promise<string> {
  let none = 'No request is stored yet.';
  let only = {};
  if (waiting) {
    none = 'Nobody waits for a call.';
    only = { only_state: 'waiting' };
  } else if (refused) {
    none = 'No request was refused.';
    only = { only_state: 'refused' };
  }
  const requests = await requestsIn(client, only);
  // CSV goes to a file, as npm prints the command to standard output first.
  if (csv === undefined) write(print.requestsAsList(requests));
  else writePrivate(csv, print.requestsAsCsv(requests));
  await showPause(client);
  if (csv !== undefined) return `${requests.length} in ${csv}.`;
  return requests.length > 0 ? numberOf(requests) : none;
}

async function showOverdue({ client }: Context): Promise<string> {
  const { data } = await client.rpc('overdue_demo_requests').throwOnError();
  const count = data.overdue.reduce((total, group) => total + group.count, 0);
  if (count + data.limited > 0) process.exitCode = 1;
  write(print.overdueAsText(data));
  return count > 0 ? `${count} overdue.` : 'Nobody waits too long for a call.';
}

async function showStories({ client }: Context, { who = '' }: Options): Promise<string> {
  const requests = await find(client, who);
  write(print.asStories(requests));
  await showPause(client);
  return numberOf(requests);
}

async function showEvidence({ client }: Context, { evidence: id = '' }: Options): Promise<string> {
  if (!UUID.test(id)) throw new Error(`"${id}" is not the id of a request; the list shows them.`);
  const { data: record } = await client.rpc('demo_request_evidence', { request_id: id }).throwOnError();
  if (!record) throw new Error(`There is no record of consent to a request ${id}, or it was erased.`);
  write(print.asEvidence(record));
  return '';
}

async function showStops({ client }: Context): Promise<string> {
  const stops = await stopsIn(client);
  write(print.stopsAsList(stops));
  return `${stops.length} stops, allowances and pauses.`;
}

async function erase({ client }: Context, { erase: person = '', sure }: Options): Promise<string> {
  // Several people may have one name: without --sure, they are shown before anything is deleted.
  if (sure && !UUID.test(person) && !/.@|(\d\D*){10}/.test(person))
    throw new Error(
      `"${person}" is neither an id, nor a whole phone number, nor an e-mail address: leave out --sure.`,
    );
  const requests = (await find(client, person)).filter(({ state }) => state !== 'erased');
  if (requests.length === 0) throw new Error(`There is no request of ${person}.`);
  write(print.requestsAsList(requests));
  if (!sure)
    await confirm(`Delete everything personal about these ${requests.length}?`, 'Nothing was deleted');
  const ids = { request_ids: requests.map(({ id }) => id) };
  const { data: erased } = await client.rpc('erase_demo_requests', ids).throwOnError();
  return `Erased: ${erased}. A number that was stopped stays stopped.`;
}

/** The number, which must not be the word that stands for all of them. */
function oneNumber(entered: string): string {
  if (entered.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase() === print.ALL)
    throw new Error('"all" is not a phone number. --pause stops all calls, and --resume ends that.');
  return entered;
}

async function stop({ client }: Context, { stop: number = '', note }: Options): Promise<string> {
  const stopped = { phone_number: oneNumber(number), note };
  const { data } = await client.rpc('stop_demo_calls', stopped).throwOnError();
  return `${data} is not dialed again, ${EXCEPT}.`;
}

async function allow({ client }: Context, { allow: number = '', note }: Options): Promise<string> {
  const allowed = { phone_number: oneNumber(number), note };
  const { data: wasStopped } = await client.rpc('allow_demo_calls', allowed).throwOnError();
  return `${number} ${wasStopped ? 'may be dialed again' : 'was not stopped'}.`;
}

async function pause({ client }: Context, { note }: Options): Promise<string> {
  const { data: isNew } = await client.rpc('pause_demo_calls', { note }).throwOnError();
  return `${isNew ? `Nobody is called, ${EXCEPT}` : 'Calls were paused already'}, until --resume.`;
}

async function resume({ client }: Context, { note }: Options): Promise<string> {
  const { data: wasPaused } = await client.rpc('resume_demo_calls', { note }).throwOnError();
  return `${wasPaused ? 'Calls go on' : 'Calls were not paused'}.`;
}

/** The commands, by their flags. A flag that is missing here, such as `note`, only goes with others. */
const COMMANDS: Partial<Record<Flag, Command>> = {
  waiting: { with: ['csv'], run: list },
  refused: { with: ['csv'], run: list },
  csv: { with: [], run: list },
  overdue: { with: [], run: showOverdue },
  who: { with: [], run: showStories },
  evidence: { with: [], run: showEvidence },
  stops: { with: [], run: showStops },
  stop: { with: ['note'], run: stop },
  allow: { with: ['note'], run: allow },
  pause: { with: ['note'], run: pause },
  resume: { with: ['note'], run: resume },
  erase: { with: ['sure'], run: erase },
  keep: { with: [], run: ({ client, place }, options) => keep(client, place, options.keep ?? '') },
  restore: {
    with: ['sure'],
    run: ({ client, place }, options) => restore(client, place, options.restore ?? '', options.sure),
  },
};

/** The command that the flags name: the list, where none is given. Throws when they do not go together. */
function commandOf(options: Options): Command {
  const given = Object.keys(options) as Flag[];
  if (given.length === 0) return { with: [], run: list };
  const names = Object.keys(COMMANDS) as Flag[];
  const name = names.find((flag) => given.includes(flag));
  const command = name && COMMANDS[name];
  if (!command)
    throw new Error(
      `--${given.join(' and --')} does nothing alone: --help names the flags that it goes with.`,
    );
  if (given.some((flag) => flag !== name && !command.with.includes(flag)))
    throw new Error(`--${given.join(' and --')} cannot be combined.`);
  return command;
}

/** The error with the place where it failed and, where that is known, what to do. */
function explained(place: string, cause: Error): Error {
  // `phone_number_has_ten_digits` is a constraint in the migrations.
  const message = cause.message.replace(
    /.*phone_number_has_ten_digits.*/,
    'that is not a complete phone number of ten digits',
  );
  let advice = '';
  if (/fetch failed|terminated|aborted due to timeout/.test(message))
    advice =
      '. Nothing answers there within 15 seconds, or it redirects. See whether npm start runs, whether the address is right, and whether the project is paused.';
  else if (message.includes('API key')) advice = `: see ${KEY_VARIABLE}.`;
  return new Error(`${place}: ${message}${advice}`, { cause });
}

async function run(options: Options): Promise<void> {
  const command = commandOf(options);
  const { name: place, client } = openBackEnd();
  try {
    const said = await command.run({ client, place }, options);
    // Without its variables, the shell has another database than the operator thinks.
    const lastSentence = said === '' ? '' : `${said}\n`;
    write(`${lastSentence}The database is ${place}.\n`);
  } catch (error) {
    throw explained(place, error as Error);
  }
}

/** `npm run requests` with these arguments. It prints its errors, and sets the exit status. */
export const requests = (args: readonly string[]): Promise<void> =>
  runCommand('npm run requests', ABOUT, FLAGS, run, args);
