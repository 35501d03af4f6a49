/** Days of the queue as fast as they pass: who is called in time while somebody forges requests from many networks. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RESET, clockAt } from '../support/database.ts';
import { CLIENT_INFO, hasPostgrest } from '../support/postgrest.ts';
import { startPostgres } from '../support/postgres.ts';
import { completeRow } from '../support/rows.ts';

let postgres: Awaited<ReturnType<typeof startPostgres>>;

/** A request that arrives: at which minute of the day; from where; and whether somebody waits for the call. */
interface Arrival {
  readonly minute: number;
  readonly address: string;
  readonly isForged: boolean;
}

/** Every `minutes` from `first` on until `last`, from the address of that index. */
function every(
  minutes: number,
  [first, last]: [number, number],
  address: (index: number) => string,
  isForged: boolean,
) {
  const count = Math.floor((last - first) / minutes);
  return Array.from({ length: count }, (_, n): Arrival => ({
    minute: first + n * minutes,
    address: address(n),
    isForged,
  }));
}

/** Prospects each have a wider network of their own: a /16, or a /32 of IPv6. */
const ownNetwork = (n: number) => (n % 2 ? `${20 + n}.7.0.1` : `2001:${(0x1000 + n).toString(16)}::1`);

// In minutes after midnight in California, where all numbers are.
const OPENS = 8 * 60;

/**
 * Lets them arrive, while an automation asks each minute until there is none, and reports each call as placed. Resolves
 * with the minutes that each prospect waited within the hours (Infinity: not called) and the number of strangers dialed.
 */
async function simulate(arrivals: readonly Arrival[], until: number) {
  const waits = arrivals.map(() => Infinity);
  const queue = [...arrivals.entries()].toSorted(([, one], [, other]) => one.minute - other.minute);
  for (let minute = Math.floor(queue[0]![1].minute); minute < until; minute += 1) {
    const time = `timestamptz '2026-11-24 00:00 America/Los_Angeles' + interval '${minute} minutes'`;
    const insertions: string[] = [];
    while (queue[0] && queue[0][1].minute <= minute) {
      const [index, { address }] = queue.shift()!;
      const number = `(${[415, 213, 206, 702][index % 4]}) ${200 + Math.floor(index / 4)}-0100`;
      const headers = JSON.stringify({ 'x-forwarded-for': address, 'x-client-info': CLIENT_INFO });
      // As PostgREST does it: a transaction, as anon, that knows the headers.
      insertions.push(`begin; set local role anon; set local request.headers = '${headers}';
        insert into public.demo_requests (full_name, company_name, industry, phone_number, accepted_terms, email)
        values ('${index}', '${completeRow.company_name}', 'HVAC', '${number}', true, '${completeRow.email}'); commit;`);
    }
    await postgres.query(clockAt(time) + insertions.join(''));
    for (;;) {
      const [{ leased } = {}] = await postgres.query('select public.next_demo_call() as leased');
      if (!leased) break;
      const { call_id, full_name } = leased as { call_id: string; full_name: string };
      waits[Number(full_name)] = minute - Math.max(arrivals[Number(full_name)]!.minute, OPENS);
      await postgres.query(`select public.report_demo_call($1, '{"placed": true}')`, [call_id]);
    }
  }
  const of = (isForged: boolean) => waits.filter((_, index) => arrivals[index]!.isForged === isForged);
  return { waits: of(false), strangers: of(true).filter(Number.isFinite).length };
}

const inTime = (waits: readonly number[]) => waits.filter((wait) => wait <= 15).length / waits.length;

describe.skipIf(!hasPostgrest)('while requests are forged, on a real PostgreSQL server', () => {
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());
  beforeEach(() =>
    postgres.query(`${RESET} update private.calling_hours set opens = '08:00', closes = '21:00'`),
  );

  test('a prospect of a night in which 260 came, each from a network of one wider network, is called by 8:15', async () => {
    const forged = every(9 / 260, [0, 9.01], (n) => `2001:db8:${n.toString(16)}::1`, true);
    const prospects = every(11, [5, 335], ownNetwork, false);
    const { waits, strangers } = await simulate([...forged, ...prospects], OPENS + 150);
    expect([forged.length, waits.length]).toEqual([260, 30]);
    expect(inTime(waits)).toBe(1);
    expect(strangers).toBeLessThanOrEqual(40);
  });

  test.each([
    [1, 20],
    [4, 200],
  ])(
    'a prospect is called within 15 minutes at %i forged a minute from %i networks, all day',
    async (rate, networks) => {
      const network = (n: number) => `10.0.${n % networks}.1`;
      const forged = every(1 / rate, [OPENS, OPENS + 480], network, true);
      const prospects = every(11, [OPENS + 5, OPENS + 480], ownNetwork, false);
      const { waits, strangers } = await simulate([...forged, ...prospects], OPENS + 500);
      expect(inTime(waits)).toBeGreaterThanOrEqual(0.9);
      expect(strangers, 'twenty an hour').toBeLessThanOrEqual(180);
    },
  );
});
