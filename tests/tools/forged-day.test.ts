import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clockAt } from '../support/database.ts';
import { startPostgres, type PostgresServer } from '../support/postgres.ts';
import { CLIENT_INFO } from '../support/postgrest.ts';
import { completeRow } from '../support/rows.ts';

let postgres: PostgresServer;

const COLUMNS = Object.keys(completeRow);

/**
 * A day from 8:00 to 21:00 in California: four forged requests a minute, each of another number, in turn from some
 * networks; a real prospect every 43 minutes; and an automation that asks until there is nobody.
 */
const SIMULATION = `
  create function private.simulate(networks integer, out prospects bigint, out called bigint, out silent bigint)
  language plpgsql as $$
  declare
    lent jsonb;
  begin
    create temp table prospect (number text, at timestamptz, is_called boolean default false, is_overdue boolean default false) on commit drop;
    for minute in 0 .. 779 loop
      perform set_config('test.now', (timestamptz '2026-11-24 08:00 America/Los_Angeles' + minute * interval '1 minute')::text, true);
      for n in 1 .. 4 loop
        perform private.send('(415) ' || to_char(2000000 + minute * 4 + n, 'FM999"-"9999'), 10, (minute * 4 + n) % networks);
      end loop;
      if minute % 43 = 10 then
        insert into prospect values ('(415) 999-' || 1000 + minute, private.now());
        perform private.send('(415) 999-' || 1000 + minute, 172, minute);
      end if;
      loop
        lent := public.next_demo_call();
        exit when lent is null;
        perform public.report_demo_call((lent ->> 'call_id')::uuid, '{"placed": true}');
      end loop;
      update prospect set
        is_called = exists (select from private.calls where phone_number = number),
        is_overdue = (select public.overdue_demo_requests()::text like '%' || id || '%' from public.demo_requests where phone_number = number)
      where at = private.now() - interval '15 minutes';
    end loop;
    select count(*), count(*) filter (where is_called), count(*) filter (where not is_called and not is_overdue)
    into prospects, called, silent from prospect where at <= private.now() - interval '15 minutes';
  end;
  $$;
  create function private.send(number text, first integer, network integer) returns void language plpgsql as $$
  begin
    perform set_config('demo_requests.received', '', true), set_config('request.headers', json_build_object(
      'x-client-info', '${CLIENT_INFO}', 'x-forwarded-for', format('%s.%s.%s.7', first, network / 250, network % 250))::text, true);
    set local role anon;
    insert into public.demo_requests (${COLUMNS.join()}) values (${Object.values(completeRow)
      .map((value, n) => (COLUMNS[n] === 'phone_number' ? 'number' : `'${value}'`))
      .join()});
    reset role;
  end;
  $$;
`;

beforeAll(async () => {
  postgres = await startPostgres();
  await postgres.query(SIMULATION);
});
afterAll(() => postgres?.stop());
beforeEach(async () => {
  await postgres.empty();
  await postgres.query(clockAt(`current_setting('test.now')::timestamptz`));
});

test.each([
  { networks: 20, says: 'every real prospect is called within 15 minutes', called: '18' },
  { networks: 200, says: 'who is not called is reported as overdue', called: expect.any(String) },
])(
  'with four forged requests a minute from $networks networks, $says',
  { timeout: 600_000 },
  async ({ networks, called }) => {
    const [day] = await postgres.query('select * from private.simulate($1)', [networks]);
    expect(day).toEqual({ prospects: '18', silent: '0', called });
  },
);
