/**
 * `npm run bench:load`: many prospects at once. Demo requests go through supabase-js to the real PostgREST on a real
 * PostgreSQL server, all on this machine. Exit code 1 when a request that was accepted is not stored, or is stored
 * more than once.
 */
import { parseArgs } from 'node:util';
import { POOL_SIZE, clientFor, startPostgrestStack } from '../support/postgrest.ts';
import { completeRow } from '../support/rows.ts';

const { values: flags } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } });

const everyoneApart = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

/** How many requests are under way at the same time, and where the n-th comes from. */
const ROUNDS: Readonly<Record<string, { atOnce: number; addressOf: (n: number) => string }>> = {
  // Connections are opened, plans are made and code is compiled.
  'warming up': { atOnce: POOL_SIZE, addressOf: everyoneApart },
  'one after another': { atOnce: 1, addressOf: everyoneApart },
  '64 at once': { atOnce: 64, addressOf: everyoneApart },
  'from ten addresses, which the hourly limit stops': { atOnce: 32, addressOf: (n) => `10.0.0.${n % 10}` },
};

const stack = await startPostgrestStack();

/** Sends one request as the form does. Resolves with its status and its time in milliseconds. */
async function send(n: number, address: string): Promise<{ status: number; took: number }> {
  const client = clientFor(stack.url, 'anon', { 'x-forwarded-for': address });
  const start = performance.now();
  const row = { ...completeRow, full_name: `Dana Fields ${n}`, email: `dana.${n}@fields-plumbing.example` };
  const { status } = await client.from('demo_requests').insert(row);
  return { status, took: performance.now() - start };
}

async function play({ atOnce, addressOf }: (typeof ROUNDS)[string]) {
  await stack.empty();
  const replies: { status: number; took: number }[] = [];
  let next = 0;
  const end = performance.now() + Number(flags.seconds) * 1000;
  const prospect = async () => {
    while (performance.now() < end) {
      const n = next++;
      replies.push(await send(n, addressOf(n)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, prospect));

  const [counted] = await stack.query('select count(*)::integer as stored from public.demo_requests');
  const countOf = (status: number) => replies.filter((reply) => reply.status === status).length;
  const times = replies.map(({ took }) => took).toSorted((a, b) => a - b);
  const percentile = (share: number) => Math.round(times[Math.floor(share * (times.length - 1))] ?? 0);
  return {
    'per second': Math.round(replies.length / Number(flags.seconds)),
    'status 201': countOf(201),
    'rows stored': Number(counted?.['stored']),
    'status 429': countOf(429),
    other: replies.length - countOf(201) - countOf(429),
    'p50 ms': percentile(0.5),
    'p99 ms': percentile(0.99),
    'max ms': percentile(1),
  };
}

try {
  const rows: Record<string, Awaited<ReturnType<typeof play>>> = {};
  for (const [name, round] of Object.entries(ROUNDS)) rows[name] = await play(round);
  console.table(rows);
  if (Object.values(rows).some((row) => row['status 201'] !== row['rows stored'] || row.other > 0)) {
    console.error('Accepted and stored differ, or another status came back.');
    process.exitCode = 1;
  }
} finally {
  await stack.stop();
}
