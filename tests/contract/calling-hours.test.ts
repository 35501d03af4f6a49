import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../support/database.ts';
import { FAQS, demo } from '../support/words.ts';

let database: PGlite;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

interface Area {
  code: string;
  zones: string[];
}

/** One area code of every set of time zones; every area code has one of these sets. */
const areas = async () =>
  (await database.query<Area>('select min(code) as code, zones from private.area_codes group by zones')).rows;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The hour that a clock shows there, by the time zones of JavaScript and not those of the database. */
function hourIn(zone: string, moment: number): number {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });
  clocks.set(zone, clock);
  return Number(clock.format(moment));
}

const isOpen = ({ zones }: Area, moment: number) =>
  zones.every((zone) => hourIn(zone, moment) >= 8 && hourIn(zone, moment) < 21);

const HOUR_MS = 3_600_000;

/** Every time zone here is a whole number of half hours from UTC. */
const STEP_MS = HOUR_MS / 2;

/** A moment in every hour of the week around a day, 61 seconds after the hour begins. */
const weekAround = (day: string) =>
  Array.from({ length: 7 * 24 }, (_, hour) => Date.parse(day) - 3.5 * 24 * HOUR_MS + hour * HOUR_MS + 61_000);

test.each([
  ['goes forward', '2026-03-08T10:00:00Z'],
  ['goes back', '2026-11-01T09:00:00Z'],
])(
  'in the week in which the clock %s, everybody is called from 8:00 to 21:00, and nobody later or earlier',
  async (_, day) => {
    for (const area of await areas()) {
      const moments = weekAround(day);
      const { rows } = await database.query<{ opens: Date }>(
        `select private.opens_at($1, to_timestamp(moment / 1000.0)) as opens from unnest($2::bigint[]) with ordinality as asked (moment, n) order by n`,
        [`(${area.code}) 555-2671`, moments],
      );
      for (const [n, asked] of moments.entries()) {
        let first = asked;
        // The first half hour from there on that is open everywhere.
        if (!isOpen(area, asked)) {
          first = Math.ceil(asked / STEP_MS) * STEP_MS;
          while (!isOpen(area, first)) first += STEP_MS;
        }
        expect(rows[n]?.opens.getTime(), `${area.code} at ${new Date(asked).toISOString()}`).toBe(first);
      }
    }
  },
);

test.each([
  ['415', ['America/Los_Angeles']],
  ['212', ['America/New_York']],
  ['602', ['America/Phoenix']],
  ['808', ['Pacific/Honolulu']],
  ['906', ['America/Chicago', 'America/New_York']],
  ['986', ['America/Boise', 'America/Denver', 'America/Los_Angeles']],
  ['709', ['America/Halifax', 'America/Puerto_Rico', 'America/St_Johns']],
])('%s is in %j', async (code, zones) => {
  const { rows } = await database.query('select zones from private.area_codes where code = $1', [code]);
  expect(rows).toEqual([{ zones }]);
});

test('a number whose place is not known has the zones of the whole country and is called anyway', async () => {
  const { rows } = await database.query<{ zones: number; opens: Date }>(
    `select cardinality(zones) as zones, private.opens_at('(' || code || ') 555-2671', '2026-07-01 12:00Z') as opens
     from private.area_codes where code in ('357', '273')`,
  );
  expect(rows).toHaveLength(2);
  for (const { zones, opens } of rows) {
    expect(zones).toBeGreaterThan(8);
    expect(opens.getTime()).toBeLessThan(Date.parse('2026-07-02T12:00:00Z'));
  }
});

test('each weekday has hours of its own, and a day without any is skipped', async () => {
  await database.transaction(async (transaction) => {
    await transaction.exec(`delete from private.calling_hours where weekday = 0;
      update private.calling_hours set opens = '10:00', closes = '18:00' where weekday = 6`);
    const { rows } = await transaction.query<{ opens: string }>(
      `select to_char(private.opens_at('(212) 555-2671', asked at time zone 'America/New_York')
         at time zone 'America/New_York', 'FMDay FMHH12 AM') as opens
       from unnest('{2026-07-03 21:30, 2026-07-04 17:00, 2026-07-04 19:00, 2026-07-05 12:00}'::timestamp[]) as asked`,
    );
    const [friday, saturday, closed, sunday] = rows.map(({ opens }) => opens);
    expect([friday, saturday]).toEqual(['Saturday 10 AM', 'Saturday 5 PM']);
    expect([closed, sunday]).toEqual(['Monday 8 AM', 'Monday 8 AM']);
    await transaction.rollback();
  });
});

test('hours that the page names are those of the table', async () => {
  const { rows } = await database.query<{ opens: string; closes: string }>(
    `select distinct to_char(opens, 'FMHH12 AM') as opens, to_char(closes, 'FMHH12 AM') as closes from private.calling_hours`,
  );
  const named = demo.callingHours.match(/\d+ [AP]M/g) ?? [];
  expect(
    rows.map(({ opens, closes }) => [opens, closes]),
    '"callingHours" in request-demo.json says when calls begin and end, such as 8 AM and 9 PM',
  ).toEqual([named]);
  // Answers may name them, too.
  const answers = FAQS.map(({ text }) => text).join('\n');
  for (const [, ...hours] of answers.matchAll(/(\d+ [AP]M) and (\d+ [AP]M) where your number is/g))
    expect(hours).toEqual(named);
});
