/** What a backup may have forgotten: `--keep` writes it to a file before a restore, `--restore` applies it after that. */
import { readFileSync } from 'node:fs';
import { z } from 'astro/zod';
import { printable } from '../command-line.ts';
import type { TeamClient } from '../database.ts';
import { ALL } from './print.ts';
import { requestsIn, stopsIn } from './read.ts';
import { confirm, write, writePrivate } from './terminal.ts';

const keptFile = z.strictObject({
  /** The database that it comes from. */
  place: z.string(),
  /** The last event of each number, in the order in which they were made. */
  stops: z.array(
    z.object({
      phone_number: z.string().regex(/^(all|\(\d{3}\) \d{3}-\d{4})$/),
      is_stopped: z.boolean(),
      note: z.string().nullable(),
    }),
  ),
  /** Ids of the requests that were erased. */
  erased: z.array(z.guid()),
});

type Kept = z.infer<typeof keptFile>;

/** Writes the file. Returns what is in it. */
export async function keep(client: TeamClient, place: string, file: string): Promise<string> {
  // Pauses of all calls are left out: around a restore, the operator begins and ends them (`docs/operating.md`).
  const events = (await stopsIn(client)).filter(({ phone_number }) => phone_number !== ALL);
  // The newest comes first: of each number, that one is kept.
  const byNumber = Map.groupBy(events, ({ phone_number }) => phone_number);
  const stops = [...byNumber.values()].map(([last]) => last!).toReversed();
  const requests = await requestsIn(client);
  const erased = requests.filter(({ state }) => state === 'erased').map(({ id }) => id);
  const kept: Kept = { place, stops, erased };
  writePrivate(file, JSON.stringify(kept));
  return `${stops.length} numbers and ${erased.length} erasures in ${file}.`;
}

/** Reads the whole file. Throws when it has another form than `keep` gives it. */
function readKept(file: string): Kept {
  const text = readFileSync(file, 'utf8');
  try {
    return keptFile.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${file} is not what --keep writes: nothing was restored.`, { cause });
  }
}

/** What a user has to agree to before a file is applied, as sentences: each is about more than single numbers. */
function doubtsAbout(kept: Kept, place: string): string[] {
  const doubts: string[] = [];
  if (kept.place !== place) doubts.push(`This was kept from ${printable(kept.place)}.`);
  // Such an entry is not of `keep`: somebody has written it into the file.
  for (const { is_stopped, note } of kept.stops.filter(({ phone_number }) => phone_number === ALL))
    doubts.push(
      `It ${is_stopped ? 'pauses all calls' : 'ends a pause of all calls'}: ${printable(note ?? 'no note')}.`,
    );
  return doubts;
}

/** Applies the file. Returns what was changed. */
export async function restore(
  client: TeamClient,
  place: string,
  file: string,
  isSure = false,
): Promise<string> {
  const kept = readKept(file);
  const doubts = doubtsAbout(kept, place);
  if (doubts.length > 0) {
    write(`${doubts.join('\n')}\n`);
    if (!isSure) await confirm(`Apply it to ${place}?`, 'Nothing was restored');
  }
  for (const { phone_number, is_stopped, note } of kept.stops) {
    const change = is_stopped ? 'stop_demo_calls' : 'allow_demo_calls';
    await client.rpc(change, { phone_number, note: note ?? undefined }).throwOnError();
  }
  const { data } = await client.rpc('erase_demo_requests', { request_ids: kept.erased }).throwOnError();
  return `${kept.stops.length} numbers are as they were. Erased again: ${data}.`;
}
