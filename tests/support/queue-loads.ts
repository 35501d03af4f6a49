/** Requests by the thousand, as SQL, for what they cost the automation when it asks. */
import { currentConsent } from '../../src/publish/consent.ts';
import { completeRow } from './rows.ts';

/**
 * The number of the nth request, as an SQL expression: one for all; each its own, in area codes of California, with exchanges
 * that a subscriber can have; or in 867, an area code of five time zones.
 */
export const NUMBERS = {
  one: `'(415) 555-9999'`,
  each: `'(' || (array[415, 213, 408, 619])[n % 4 + 1] || ') ' || 222 + n / 10000 || '-' || to_char(n % 10000, 'FM0000')`,
  arctic: `'(867) 555-' || to_char(n % 10000, 'FM0000')`,
};

interface Load {
  readonly count: number;
  readonly number: string;
  /** How long ago the newest became due; for two hours from then, it waits. */
  readonly due?: string;
}

/** Stores requests that wait, each of its own network, with the consent to them, as if the form had sent them. */
export const storeWaiting = ({ count, number, due = '1 minute' }: Load) => `
  with stored as (
    insert into public.demo_requests (
      full_name, company_name, industry, phone_number, accepted_terms, email,
      state, reason, callable_since, due_at, expires_at, created_at, network
    )
    select
      'Caller ' || n, 'Company', 'HVAC', ${number}, true, '${completeRow.email}',
      'waiting', null, since, since, since + interval '2 hours', since,
      set_masklen(inet '10.0.0.0' + n * 256, 24)
    from generate_series(1, ${count}) as n
    cross join lateral (select private.now() - interval '${due}' - n * interval '1 ms' as since) as due
    returning *
  )
  insert into private.consent_records (request_id, request, phone_number, consent_version)
  select id, json_build_object('phone_number', phone_number), phone_number, '${currentConsent().version}'
  from stored;`;

/** A call, three hours ago, to each of the first numbers for which requests are stored. */
export const callEach = (count: number, ago = '3 hours', placed = 'true') => `
  insert into private.calls (request_id, phone_number, leased_at, placed)
  select gen_random_uuid(), phone_number, private.now() - interval '${ago}', ${placed}
  from (select distinct phone_number from public.demo_requests order by phone_number limit ${count}) as called;`;

/** What may have happened to one number for which 1,000 requests wait. */
export const BURSTS = {
  'was called': callEach(1),
  'rests after a lease': callEach(1, '3 minutes', 'null'),
  'was stopped': `insert into private.stop_events (phone_number, is_stopped) values (${NUMBERS.one}, true);`,
};
