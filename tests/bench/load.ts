/**
 * `npm run bench:load`: many prospects at once. Demo requests go through supabase-js to the real PostgREST on a real
 * PostgreSQL server, all on this machine; the bench fails when a request that was accepted is not stored, or is
 * stored more than once.
 *
 * `--seconds` is how long each round lasts, `--port` is where the database listens.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { POOL_SIZE, clientFor, hasPostgrest, startPostgrestStack } from '../support/postgrest.ts';
import { completeRow } from '../support/rows.ts';
import { percentile, round, table } from '../support/table.ts';

const { values: flags } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, port: { type: 'string', default: '54601' } },
});

interface Round {
  readonly name: string;
  /** Requests under way at the same time. */
  readonly atOnce: number;
  /** Where the n-th request comes from. */
  readonly addressOf: (n: number) => string;
}

const dotted = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
const everyoneApart = (n: number) => dotted(n);
const tenOffices = (n: number) => dotted(n % 10);

const ROUNDS: readonly Round[] = [
  { name: 'one after another', atOnce: 1, addressOf: everyoneApart },
  { name: '8 at once', atOnce: 8, addressOf: everyoneApart },
  { name: '64 at once', atOnce: 64, addressOf: everyoneApart },
  { name: 'from ten addresses, which the hourly limit stops', atOnce: 32, addressOf: tenOffices },
];

if (!hasPostgrest) {
  console.error(`There is no PostgREST for ${process.platform} on ${process.arch}: nothing was measured.`);
  process.exit(1);
}

const stack = await startPostgrestStack(Number(flags.port));

/** Sends one request as the form does. Resolves with its status and its time in milliseconds. */
async function send(n: number, address: string): Promise<{ status: number; took: number }> {
  const client = clientFor(stack.url, 'anon', { 'x-forwarded-for': address });
  const start = performance.now();
  const { status } = await client.from('demo_requests').insert({
    ...completeRow,
    full_name: `Dana Fields ${n}`,
    email: `dana.${n}@fields-plumbing.example`,
  });
  return { status, took: performance.now() - start };
}

async function play({ name, atOnce, addressOf }: Round) {
  await stack.empty();
  const replies: { status: number; took: number }[] = [];
  let next = 0;
  const start = performance.now();
  const isOver = () => performance.now() - start > Number(flags.seconds) * 1000;
  const prospect = async () => {
    while (!isOver()) {
      const n = next++;
      replies.push(await send(n, addressOf(n)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, prospect));
  const seconds = (performance.now() - start) / 1000;

  const [counted] = await stack.query('select count(*)::integer as stored from public.demo_requests');
  const stored = Number(counted?.['stored']);
  const countOf = (status: number) => replies.filter((reply) => reply.status === status).length;
  const [created, refused] = [countOf(201), countOf(429)];
  const times = replies.map(({ took }) => took);
  return {
    isHonest: stored === created && created + refused === replies.length,
    row: {
      round: name,
      sent: replies.length,
      'status 201': created,
      'status 429': refused,
      other: replies.length - created - refused,
      'rows stored': stored,
      'per second': round(replies.length / seconds),
      'p50 ms': round(percentile(times, 0.5), 1),
      'p95 ms': round(percentile(times, 0.95), 1),
      'p99 ms': round(percentile(times, 0.99), 1),
      'max ms': round(Math.max(...times), 1),
    },
  };
}

try {
  // Connections are opened, plans are made and code is compiled before anything is measured.
  await play({ name: 'warming up', atOnce: POOL_SIZE, addressOf: everyoneApart });
  const rounds = [];
  for (const each of ROUNDS) rounds.push(await play(each));

  const report = [
    '# Load',
    `supabase-js → PostgREST (${POOL_SIZE} connections) → PostgreSQL ${stack.version}, everything on one machine and the clients in one Node process, ${flags.seconds} s a round. ` +
      'A request accepted and a row stored must be the same thing: `status 201` equals `rows stored`.',
    table(rounds.map(({ row }) => row)),
  ].join('\n\n');
  console.log(`\n${report}\n`);

  const folder = fileURLToPath(new URL('../.output/bench/', import.meta.url));
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}load.md`, `${report}\n`);

  const broken = rounds.filter(({ isHonest }) => !isHonest).map(({ row }) => row.round);
  if (broken.length > 0) {
    console.error(`Accepted and stored differ, or another status came back: ${broken.join('; ')}.`);
    process.exitCode = 1;
  }
} finally {
  await stack.stop();
}
