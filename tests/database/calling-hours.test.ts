import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SUPABASE_ROLES, migrations } from '../support/database.ts';
import { FAQS, demo, site } from '../support/words.ts';

// This is PGlite, whose time zone data is as new as that of Node.js, with which it is compared. The other tests' server has older.
const database = new PGlite();
beforeAll(async () => {
  await database.exec(SUPABASE_ROLES + migrations());
  // The rules are tried with hours of the tests, as those of the site may be changed; `own_hours` keeps the site's.
  await database.exec(`
    create table own_hours as select * from private.calling_hours;
    truncate private.calling_hours;
    insert into private.calling_hours (country, weekday, opens, closes)
      select country, weekday, '08:00', '21:00' from unnest('{US,CA}'::text[]) country, generate_series(0, 6) weekday`);
});
afterAll(() => database.close());

const query = async (sql: string) =>
  (await database.exec(sql)).flatMap(({ rows }) => rows as Record<string, unknown>[]);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const HALF_HOUR_MS = HOUR_MS / 2;

const clocks: Record<string, Intl.DateTimeFormat> = {};

function hourIn(timeZone: string, moment: number): number {
  clocks[timeZone] ??= new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  return Number(clocks[timeZone].format(moment));
}

/** Whether a call may begin: from 8:00 until two minutes before 21:00, in each of the zones. */
const isOpen = (zones: string[], moment: number) =>
  zones.every((zone) =>
    [moment, moment + 2 * MINUTE_MS].every((time) => hourIn(zone, time) >= 8 && hourIn(zone, time) < 21),
  );

// Each row has the middle of a week, and the step, in hours, at which it is tried.
test.each([
  ['in which the clock goes forward', '2027-03-14T10:00:00Z', 1],
  ['in which the clock goes back', '2026-11-01T09:00:00Z', 1],
  ['at the end of a month', '2027-01-31T12:00:00Z', 7],
  ['with a leap day', '2028-02-29T12:00:00Z', 7],
])('in the week %s, everybody is called from 8:00 to 20:58, and only then', async (_, middle, step) => {
  const start = Date.parse(middle) - 3.5 * 24 * HOUR_MS;
  const moments = [];
  for (let hour = 0; hour < 7 * 24; hour += step) {
    // In turn: a minute after the hour; just before its last two minutes; within those, in which no call may begin at the end of a day.
    const minutes = [1, 57.9, 58.1][hour % 3]!;
    moments.push(new Date(start + hour * HOUR_MS + minutes * MINUTE_MS).toISOString());
  }
  // One area code stands for all with the same zones.
  const codes = await query('select min(code) as code from private.area_codes group by zones');
  const rows = (await query(
    `select asked, opens, code, zones from unnest('{${moments.join()}}'::timestamptz[]) as asked
     cross join private.openings(asked, '{${codes.map(({ code }) => code).join()}}') join private.area_codes using (code)`,
  )) as { asked: Date; opens: Date; code: string; zones: string[] }[];
  expect(rows).toHaveLength(moments.length * codes.length);
  for (const { asked, opens, code, zones } of rows) {
    let first = asked.getTime();
    // The next half hour: the offset of every zone here is a multiple of it.
    while (!isOpen(zones, first)) first = (Math.floor(first / HALF_HOUR_MS) + 1) * HALF_HOUR_MS;
    expect(opens.getTime(), `${code} at ${asked.toISOString()}`).toBe(first);
  }
});

test('an area code has every time zone of its area, also where it was added to the area later (986 to 208)', async () => {
  const [areas] = await query(
    "select json_object_agg(code, array_to_string(zones, ' ')) from private.area_codes",
  );
  const idaho = 'America/Boise America/Denver America/Los_Angeles';
  // Regina's time is Alberta's since November 2026, which time zone data of 2025 does not know.
  const alberta = 'America/Edmonton America/Regina';
  const others = { 928: 'America/Denver America/Phoenix', 689: 'America/New_York', 403: alberta };
  expect(areas).toMatchObject({ json_object_agg: { 208: idaho, 986: idaho, ...others } });
});

test('each weekday has hours of its own, a day without any is skipped, and a day of 24 hours has no end', async () => {
  // 2026-07-03 is a Friday; weekday 0 is Sunday, and 212 is New York.
  const rows = await query(
    `begin; delete from private.calling_hours where weekday = 0;
     update private.calling_hours set opens = '10:00', closes = '18:00' where weekday = 6;
     update private.calling_hours set opens = '00:00', closes = '24:00' where weekday in (2, 3);
     select to_char(opens at time zone 'America/New_York', 'FMDay FMHH12:MI AM') as opens
     from unnest('{2026-07-03 21:30, 2026-07-04 17:00, 2026-07-04 19:00, 2026-07-05 12:00, 2026-07-07 23:59}'::timestamp[]) as asked,
       private.openings(asked at time zone 'America/New_York', '{212}');
     rollback`,
  );
  expect(rows.map(({ opens }) => opens)).toEqual([
    'Saturday 10:00 AM',
    'Saturday 5:00 PM',
    'Monday 8:00 AM',
    'Monday 8:00 AM',
    'Tuesday 11:59 PM',
  ]);
});

test('the form invites Canada where Canada has calling hours, and only there', async () => {
  const rows = await query("select from own_hours where country = 'CA'");
  expect(site.callsCanada, '"callsCanada" in site.json').toBe(rows.length > 0);
});

/** The hours of a country's weekdays, then of its weekends where these differ, as the page writes them. */
async function hoursOf(country: string): Promise<unknown[]> {
  const rows = await query(
    `select distinct weekday in (0, 6) as is_weekend, hour,
       replace(to_char(case hour when 1 then opens else closes end, 'FMHH12:MI AM'), ':00', '') as time
     from own_hours cross join generate_series(1, 2) as hour
     where country = '${country}'
     order by is_weekend, hour`,
  );
  const times = rows.map(({ time }) => time);
  const [opens, closes, ...weekends] = times;
  return weekends.join() === [opens, closes].join() ? [opens, closes] : times;
}

test('the page and its answers name the hours of each country that is called', async () => {
  const hours = { us: await hoursOf('US'), canada: await hoursOf('CA') };
  const answers = FAQS.flatMap(({ answer }) => answer.split(/(?<=[.?!])\s/));
  const inAnswers = answers.filter((sentence) => sentence.includes('your number') && /[AP]M/.test(sentence));
  for (const sentence of [demo.callingHours, ...inAnswers]) {
    const [us, canada] = sentence
      .split('Canada')
      .map((part: string) => part.match(/\d+(?::\d\d)? [AP]M/g) ?? []);
    expect(
      { us, canada: canada ?? [] },
      `the hours in "${sentence}" ("callingHours" in request-demo.json, or src/content/faqs): first those of the US; after the word Canada those of its weekdays, then of its weekends`,
    ).toEqual(hours);
  }
});

test('an area code with a time zone that there is not is refused: it would stop every call to its area', async () => {
  const added = query(
    `insert into private.area_codes (country, zones, code) values ('US', '{America/Denvr}', '399')`,
  );
  await expect(added).rejects.toThrow('time zone "America/Denvr" not recognized');
});

test('a number that no subscriber in the US or Canada has is not called, and the reason tells which it is', async () => {
  const numbersByReason = {
    number_of_another_country: ['(809) 555-0100', '(876) 555-0100', '(242) 555-0100'],
    toll_free_number: ['(800) 555-0100', '(833) 555-0100'],
    not_a_subscriber_number: `(900) 555-0100, (415) 976-0100, (911) 555-0100, (415) 911-0100,
      (415) 555-1212, (000) 000-0000, (123) 456-7890, (415) 155-2671`.split(/,\s+/),
    unknown_area_code: ['(999) 555-0100', '(371) 555-0100'],
    null: ['(415) 555-0199', '(416) 555-2671', '(983) 555-2671', '(787) 555-2671'],
  };
  for (const [reason, all] of Object.entries(numbersByReason)) {
    const refusals = `select distinct private.number_refusal(n) as reason from unnest('{${all.join()}}'::text[]) n`;
    expect((await query(refusals)).map((row) => String(row['reason']))).toEqual([reason]);
  }
});
