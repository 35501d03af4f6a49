/** Simulates days of the queue: who is called in time while somebody forges requests from many networks. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RESET, clockAt } from '../support/database.ts';
import { CLIENT_INFO, hasPostgrest } from '../support/postgrest.ts';
import { startPostgres } from '../support/postgres.ts';
import { completeRow } from '../support/rows.ts';

let postgres: Awaited<ReturnType<typeof startPostgres>>;

/** A request that arrives at that minute of the day. A neighbor has a network of their own within the forger's /16. */
type Arrival = { minute: number; address: string; who: 'prospect' | 'neighbor' | 'forger' };

/** Requests every so many minutes, from the first minute on until before the last, each from the address of its index. */
const every = (
  minutes: number,
  { first, last }: { first: number; last: number },
  who: Arrival['who'],
  address: (index: number) => string,
) =>
  Array.from({ length: Math.ceil((last - first) / minutes) }, (_, n): Arrival => ({
    minute: first + n * minutes,
    address: address(n),
    who,
  }));

/** Each request comes from a wider network of its own: a /16, or a /32 of IPv6. */
const anywhere = (n: number) =>
  n % 2 ? `${20 + (n % 200)}.${Math.floor(n / 200)}.0.1` : `2001:${(0x1000 + n).toString(16)}::1`;
/** Two of five come from one /32 of IPv6, as a mobile carrier has it. */
const carried = (n: number) => (n % 5 < 2 ? `2001:db8:${n.toString(16)}::1` : anywhere(n));
/** The nth request comes from the next of so many /24s, of which 250 are in each /16. */
const inRange = (networks: number) => (n: number) =>
  `10.${Math.floor((n % networks) / 250)}.${(n % networks) % 250}.${1 + (Math.floor(n / networks) % 250)}`;

// Times are in minutes after midnight in California, where all numbers are.
const OPENS = 8 * 60;
const DAY = { first: OPENS, last: OPENS + 8 * 60 };

/**
 * Lets them arrive; an automation asks each minute until there is none, and reports each call as placed; every ten minutes, an
 * operator is told what is overdue. Returns, among others, how many neighbors were neither called nor told of (`unknown`), and
 * how many numbers were dialed for the forger (`strangers`).
 */
async function simulate(...arrivals: readonly Arrival[]) {
  const called = new Map<number, number>();
  const told = new Set<string>();
  const queue = [...arrivals.entries()].toSorted(([, one], [, other]) => one.minute - other.minute);
  // By then, the last one has had 15 minutes, and after a night all were called or have expired, two hours after the opening.
  const end = Math.max(OPENS + 150, queue.at(-1)![1].minute + 20);
  for (let minute = Math.floor(queue[0]![1].minute); minute < end; minute += 1) {
    let sql = clockAt(`timestamptz '2026-11-24 00:00 America/Los_Angeles' + interval '${minute} minutes'`);
    while (queue[0] && queue[0][1].minute <= minute) {
      const [index, { address }] = queue.shift()!;
      const number = `(${[415, 213, 206, 702][index % 4]}) 222-${String(index).padStart(4, '0').slice(-4)}`;
      const headers = JSON.stringify({ 'x-forwarded-for': address, 'x-client-info': CLIENT_INFO });
      // PostgREST inserts in this way: in a transaction, as anon, that knows the headers.
      sql += `begin; set local role anon; set local request.headers = '${headers}';
        insert into public.demo_requests (full_name, company_name, industry, phone_number, accepted_terms, email)
        values ('${index}', '${completeRow.company_name}', 'HVAC', '${number}', true, '${completeRow.email}'); commit;`;
    }
    await postgres.query(sql);
    for (;;) {
      const [{ leased } = {}] = await postgres.query('select public.next_demo_call() as leased');
      if (!leased) break;
      const { call_id, full_name } = leased as { call_id: string; full_name: string };
      called.set(Number(full_name), minute);
      await postgres.query(`select public.report_demo_call($1, '{"placed": true}')`, [call_id]);
    }
    if (minute % 10) continue;
    const names = `select full_name from public.demo_requests where id in (
      select json_array_elements_text(late -> 'ids')::uuid
      from json_array_elements(public.overdue_demo_requests() -> 'overdue') as late)`;
    for (const { full_name } of await postgres.query(names)) told.add(String(full_name));
  }
  const of = (who: Arrival['who']) => [...arrivals.entries()].filter(([, arrival]) => arrival.who === who);
  const waited = of('prospect').map(
    ([index, { minute }]) => (called.get(index) ?? Infinity) - Math.max(minute, OPENS),
  );
  return {
    inTime: waited.filter((minutes) => minutes <= 15).length / waited.length,
    unknown: of('neighbor').filter(([index]) => !called.has(index) && !told.has(`${index}`)).length,
    strangers: of('forger').filter(([index]) => called.has(index)).length,
  };
}

describe.skipIf(!hasPostgrest)('while requests are forged, on a real PostgreSQL server', () => {
  beforeAll(async () => {
    postgres = await startPostgres();
    return postgres.stop;
  });
  beforeEach(() =>
    postgres.query(`${RESET} update private.calling_hours set opens = '08:00', closes = '21:00'`),
  );

  test('a prospect of a night in which 260 came, each from a network of one wider network, is called by 8:15', async () => {
    const forged = every(9 / 260, { first: 0, last: 9 }, 'forger', (n) => `2001:db8:${n.toString(16)}::1`);
    const { inTime, strangers } = await simulate(
      ...forged,
      ...every(11, { first: 5, last: 335 }, 'prospect', anywhere),
    );
    expect(inTime).toBe(1);
    expect(strangers).toBeLessThanOrEqual(40);
  });

  test('a prospect is called within 15 minutes where forty ask an hour, and 40 % are in one wider network', async () => {
    expect((await simulate(...every(1.5, DAY, 'prospect', carried))).inTime).toBeGreaterThanOrEqual(0.95);
  });

  // 200 networks are in one wider network, for which twenty calls an hour are made; 5,000 are in twenty, with sixty an hour.
  test.each([
    [1, 20, 180],
    [4, 200, 180],
    [20, 5000, 540],
  ])(
    'a prospect is called within 15 minutes at %i forged a minute from %i networks, all day, or an operator is told',
    async (rate, networks, most) => {
      const { inTime, unknown, strangers } = await simulate(
        ...every(1 / rate, DAY, 'forger', inRange(networks)),
        ...every(11, DAY, 'prospect', anywhere),
        ...every(33, DAY, 'neighbor', (n) => `10.0.${250 + (n % 6)}.${n}`),
      );
      expect(inTime).toBeGreaterThanOrEqual(0.9);
      expect(unknown).toBe(0);
      expect(strangers).toBeLessThanOrEqual(most);
    },
  );
});
