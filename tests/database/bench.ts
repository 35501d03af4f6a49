/**
 * `npm run bench:queue`: what an ask of the automation costs on a real PostgreSQL server while many requests are stored, in
 * milliseconds of processor time (Linux), for the first ask and the next.
 */
import { readFileSync } from 'node:fs';
import { RESET } from '../support/database.ts';
import { startPostgres } from '../support/postgres.ts';
import { BURSTS, callEach, NUMBERS, storeWaiting } from '../support/queue-loads.ts';
import { runCommand } from '../../tools/command-line.ts';

const ABOUT = 'what an ask of the automation costs while many requests are stored, in ms of processor time';

const burst = storeWaiting({ count: 1000, number: NUMBERS.one });

/** What is stored, as SQL. */
const LOADS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(BURSTS).map(([what, sql]) => [`1,000 requests of one number, which ${what}`, burst + sql]),
  ),
  '1,000 requests of one number, which may be called': burst,
  '20,000 requests, 1,500 of them of numbers that were called':
    storeWaiting({ count: 20_000, number: NUMBERS.each }) + callEach(1500),
  '100,000 requests of area code 867, which have expired': storeWaiting({
    count: 100_000,
    number: NUMBERS.arctic,
    due: '1 day',
  }),
};

const ASKS_AT_ONCE = 20;

await runCommand('npm run bench:queue', ABOUT, {}, async () => {
  const postgres = await startPostgres();
  for (const [name, sql] of Object.entries(LOADS)) {
    await postgres.query(RESET);
    await postgres.query(sql);
    const connection = await postgres.connect();
    const [{ pid } = {}] = await connection.query('select pg_backend_pid() as pid');
    // The first figure is the time on a processor, in nanoseconds.
    const usedMs = () => Number.parseInt(readFileSync(`/proc/${pid}/schedstat`, 'utf8')) / 1e6;
    const costs: string[] = [];
    for (let ask = 0; ask < 3; ask += 1) {
      const before = usedMs();
      await connection.query('select public.next_demo_call()');
      costs.push((usedMs() - before).toFixed(0));
    }
    await connection.stop();
    console.log(`${name.padEnd(62)}${costs.join(', ')} ms`);
  }
  // The last load is still stored.
  const connections = await Promise.all(Array.from({ length: ASKS_AT_ONCE }, postgres.connect));
  const start = performance.now();
  await Promise.all(connections.map((connection) => connection.query('select public.next_demo_call()')));
  console.log(
    `${ASKS_AT_ONCE} asks at once, with these: all answered after ${(performance.now() - start).toFixed(0)} ms`,
  );
  for (const { stop } of connections) await stop();
  await postgres.stop();
});
