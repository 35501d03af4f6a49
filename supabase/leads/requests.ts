/** `npm run requests`: the lead desk. `--help` lists what it does. */
import { misuse, readFlags } from '../embedded/command-line.ts';
import { ADDRESS, KEY, SECRET_KEY, openBackEnd, type BackEnd } from './back-end.ts';
import { fetchLead, fetchLeads } from './leads.ts';
import { asCsv, asEvidence, asTable } from './print.ts';

const COMMAND = 'npm run requests';

const ABOUT = `lists the demo requests, newest first, with what became of each: waiting; claimed (told to
dial); refused, and why; missed (nobody claimed it within 30 minutes); deleted (only the consent is left).

It reads the back end of npm start. For the production project, set these in the environment:
  ${ADDRESS}         its address
  ${KEY}  a secret key. It is never an argument: those stay in the shell's history`;

const FLAGS = {
  waiting: { type: 'boolean', about: 'only those that nobody was told to dial for' },
  csv: { type: 'boolean', about: 'as CSV, for a spreadsheet' },
  evidence: { type: 'string', about: 'one request by its id: what was asked for, and consented to' },
  stop: { type: 'string', about: 'never dial this number again' },
  note: { type: 'string', about: 'with --stop: who asked, and how' },
  allow: { type: 'string', about: 'dial this number again' },
  erase: { type: 'string', about: 'delete everything personal about the request with this id' },
} as const;

/** Flags that go with none of the others; --note apart. */
const ALONE = ['evidence', 'stop', 'allow', 'erase'] as const;

function readOptions() {
  if (process.argv.some((argument) => argument.search(SECRET_KEY) >= 0))
    misuse(COMMAND, `A secret key is not taken as an argument. Withdraw it, and set ${KEY} to another`);
  const options = readFlags(COMMAND, ABOUT, FLAGS);
  const asked = ALONE.filter((flag) => options[flag] !== undefined);
  if (asked.length + (options.waiting || options.csv ? 1 : 0) > 1)
    misuse(COMMAND, 'One thing at a time; only --waiting and --csv go together');
  if (options.note !== undefined && options.stop === undefined) misuse(COMMAND, '--note goes with --stop');
  return options;
}

async function call({ client }: BackEnd, name: string, parameters: object): Promise<unknown> {
  return (await client.rpc(name, parameters).throwOnError()).data;
}

/** Does what was asked for, and gives back what there is to say. */
async function runCommand(backEnd: BackEnd, options: ReturnType<typeof readOptions>): Promise<string> {
  const { evidence, stop, note, allow, erase, waiting, csv } = options;
  if (stop !== undefined)
    return `${await call(backEnd, 'stop_demo_calls', { phone_number: stop, note })} is not dialled again.\n`;
  if (allow !== undefined) {
    const wasStopped = await call(backEnd, 'allow_demo_calls', { phone_number: allow });
    return `${allow} ${wasStopped ? 'may be dialled again' : 'was not stopped'}.\n`;
  }
  if (erase !== undefined) {
    const wasThere = await call(backEnd, 'erase_demo_request', { request_id: erase });
    if (!wasThere) throw new Error(`There is no request ${erase}.`);
    return `Everything personal about ${erase} is deleted.\n`;
  }
  if (evidence !== undefined) {
    const lead = await fetchLead(backEnd.client, evidence);
    if (!lead) throw new Error(`There is no request ${evidence}.`);
    return asEvidence(lead);
  }
  const leads = await fetchLeads(backEnd.client, waiting);
  if (csv) return asCsv(leads);
  if (leads.length === 0) return waiting ? 'Nobody waits for a call.\n' : 'No demo request is stored yet.\n';
  return `${asTable(leads)}\n${leads.length} in ${backEnd.name}\n`;
}

const options = readOptions();
try {
  const backEnd = await openBackEnd(process.env);
  if (!backEnd) throw new Error('Nothing is stored yet. Start the site with npm start and send a request.');
  try {
    process.stdout.write(await runCommand(backEnd, options));
  } catch (error) {
    // Says where it failed.
    throw new Error(`${backEnd.name}: ${(error as Error).message}`, { cause: error });
  } finally {
    await backEnd.close();
  }
} catch (error) {
  console.error((error as Error).message.replaceAll(SECRET_KEY, '…'));
  process.exitCode = 1;
}
