import { test } from 'vitest';
import { readFileSync } from 'node:fs';
import { startPostgres } from '../support/postgres.ts';
import { RESET, clockAt } from '../support/database.ts';
test('measure', async () => {
  const pg = await startPostgres();
  const fill = (n: number, code: string, from: number) => pg.query(
    `insert into public.demo_requests (full_name, company_name, industry, phone_number, accepted_terms, email, state, reason, callable_since, due_at, network)
     select 'Caller ' || n, 'Co', 'HVAC', '(${code}) ' || 200 + n / 10000 || '-' || to_char(n % 10000, 'FM0000'), true, 'caller@co.example', 'waiting', null, since, since,
       ('20.' || n / 250 % 250 || '.' || n % 250 || '.0/24')::inet
     from generate_series(${from}, ${from + n - 1}) as n, lateral (select private.now() - interval '1 hour' + n * interval '10 ms' as since) as due`);
  await pg.query(RESET);
  await pg.query(clockAt(`timestamptz '2026-11-24 12:00 America/Los_Angeles'`));
  await fill(20000, '415', 1);
  await pg.query(`insert into private.consent_records (request_id, request, phone_number, consent_version)
    select id, private.entered(to_jsonb(r))::jsonb, phone_number, (select version from private.consent_wordings limit 1) from public.demo_requests r where substr(full_name, 8)::int > 1000`);
  await pg.query('analyze');
  const pid = (await pg.query('select pg_backend_pid() as p'))[0]!['p'];
  const cpu = () => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return 10 * (Number(f[11]) + Number(f[12])); };
  console.info(await pg.query('select version()'));
  for (let i = 0; i < 4; i += 1) {
    const t = performance.now(); const c = cpu();
    const [r] = await pg.query('select public.next_demo_call() as l');
    console.info(i, Math.round(performance.now() - t), 'ms', cpu() - c, 'ms CPU', (r!['l'] as any)?.full_name);
  }
  console.info(await pg.query("select state, reason, count(*) from public.demo_requests group by 1,2"));
  for (const f of ['overdue_demo_requests', 'list_demo_requests']) {
    const t = performance.now();
    await pg.query(`select public.${f}()`);
    console.info(f, Math.round(performance.now() - t), 'ms');
  }
  await pg.stop();
});
