-- Lists: what the team sees, by keyset pagination, so that a list of any length can be read while it changes.

create function private.requests_as_json(ids uuid[]) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object(
    'id', id, 'received_at', received_at, 'due_at', due_at, 'state', case
      when erased_at is not null then 'erased' when requests.id is null then 'deleted'
      when state = 'waiting' and due_at <= private.now() - interval '2 hours' then 'expired' else state end,
    'reason', reason, 'request', private.entered(known.request), 'consent_version', consent_version,
    'consent', case when erased_at is null
      then coalesce(private.consent_refusal(id, known.request), 'recorded') end,
    'calls', (select coalesce(json_agg(json_build_object('leased_at', leased_at, 'reported_at', reported_at,
      'placed', placed, 'note', note) order by leased_at), '[]') from private.calls where request_id = id),
    'stops', (select coalesce(json_agg(events order by event), '[]')
      from private.stop_events as events where phone_number = known.request ->> 'phone_number')
  ) order by received_at desc, id desc), '[]')
  from unnest(ids) as id left join public.demo_requests as requests using (id)
  left join private.consent_records as consent on consent.request_id = id
  cross join lateral (select coalesce(to_jsonb(requests), consent.request) as request, -- offset 0: once.
    coalesce(requests.created_at, consent.recorded_at) as received_at offset 0) as known;
$$;
-- Up to 500 before the given one, newest first; without only_state, also those with only consent left.
create function public.list_demo_requests(
  before_time timestamptz default 'infinity', before_id uuid default null, only_state text default null
) returns json language sql stable security definer set search_path = '' as $$
  select private.requests_as_json(array(select id from (
    (select id, created_at as at from public.demo_requests where only_state is null
      and (created_at, id) < (before_time, before_id) order by 2 desc, 1 desc limit 500)
    union (select request_id, recorded_at from private.consent_records where only_state is null
      and (recorded_at, request_id) < (before_time, before_id) order by 2 desc, 1 desc limit 500)
    union (select id, created_at from public.demo_requests where state = only_state
      and (state <> 'waiting' or due_at > private.now() - interval '2 hours')
      and (created_at, id) < (before_time, before_id) order by 2 desc, 1 desc limit 500)
  ) as received order by at desc, id desc limit 500));
$$;
create function public.list_demo_call_stops(before_event bigint default null) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(events), '[]') from (select * from private.stop_events
    where event < before_event or before_event is null order by event desc limit 500) as events;
$$;
create function public.demo_request_evidence(request_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(consent) - 'is_last' || jsonb_build_object('words', words, 'seller', seller,
    'calls', private.requests_as_json(array[consent.request_id]) -> 0 -> 'calls')
  from private.consent_records as consent
  left join private.consent_wordings as wordings on wordings.version = consent_version
  where consent.request_id = demo_request_evidence.request_id and erased_at is null;
$$;

-- Ten digits in any usual format, such as +14155552671, as (415) 555-2671. Anything else stays as it is.
create function private.phone_number_of(entered text) returns text language sql immutable
return regexp_replace(regexp_replace(
  private.visible_text(normalize(entered, nfkc)), '[-.()\u2010-\u2015]', '', 'g'),
  '^(?:\+?1)?([0-9]{3})([0-9]{3})([0-9]{4})$', '(\1) \2-\3');
-- Returns whether the number was stopped before: the query does not yet see the event that it inserts.
create function private.record_stop(number text, stop boolean, note text) returns boolean language sql as $$
  select private.refuse_waiting(number, 'asked_not_to_be_called', null) where stop;
  with event as (insert into private.stop_events (phone_number, is_stopped, note) values (number, stop, note))
  select private.stop_refusal(number) is not null;
$$;
create function public.stop_demo_calls(phone_number text, note text = null) returns text language sql
security definer set search_path = ''
return (select private.phone_number_of($1) from private.record_stop(private.phone_number_of($1), true, $2));
create function public.allow_demo_calls(phone_number text, note text = null) returns boolean language sql
security definer set search_path = '' return private.record_stop(private.phone_number_of($1), false, $2);
create function public.pause_demo_calls(note text = null) returns boolean -- False when already paused.
language sql security definer set search_path = '' return not private.record_stop('all', true, $1);
create function public.resume_demo_calls(note text = null) returns boolean
language sql security definer set search_path = '' return private.record_stop('all', false, $1);

-- What should have been called by now, and was not, until 24 hours after it expired, without a person's data:
-- for a log that anybody may read. A number once. A last lease, never due again, counts from its end. A flood
-- is more than 20 from one wider network: it comes last, its count rounded to a power of ten.
create function public.overdue_demo_requests() returns json
language sql stable security definer set search_path = '' as $$
  with overdue as (
    select id, phone_number, reason, since, private.network_of(network, 16, 32) as wider,
      case when state = 'waiting' and due_at <= private.now() - interval '2 hours' then 'expired'
        else state end as state
    from public.demo_requests cross join lateral (select coalesce(due_at, interval '15 minutes' + (
      select max(leased_at) from private.calls where request_id = id)) as since) as turn
    where (due_at > private.now() - interval '26 hours' or due_at is null and state = 'leased')
      and since > private.now() - interval '26 hours'
      and (state in ('waiting', 'leased') and since <= private.now() - interval '5 minutes'
        or state = 'refused' and reason not in ( -- Nobody can mend these.
          'asked_not_to_be_called', 'same_number', 'not_sent_by_the_form', 'toll_free_number',
          'number_of_another_country', 'not_a_subscriber_number'))
  ), floods as (
    select wider, count(*) from overdue where wider is not null group by wider having count(*) > 20
  ), people as (
    select distinct on (phone_number) overdue.*, floods.wider is not null as in_flood
    from overdue left join floods using (wider) order by phone_number, in_flood, since
  ), groups as (
    select in_flood, state, reason, count(*), min(since) as since,
      (array_agg(id order by since))[1:1000] as ids from people group by in_flood, state, reason
  )
  select json_build_object('paused', private.stop_refusal('all') is not null,
    'flood', (select round(10 ^ round(log(sum(count)))) from floods),
    'limited', (select count(distinct private.network_of(address, 32, 64)) from private.consent_records
      where is_last and recorded_at > private.now() - interval '24 hours'),
    'overdue', (select coalesce(json_agg(groups order by in_flood, since), '[]') from groups));
$$;
-- Words end at ASCII signs, spaces, and the apostrophes, quotation marks and dashes of European languages.
-- In compatibility decomposition (NFKD), full-width letters are ASCII; without accents (U+0300 to U+036F),
-- José is Jose.
create function private.words(entered text) returns text[] language sql immutable
return array_remove(string_to_array(private.visible_text(regexp_replace(
  regexp_replace(lower(normalize(entered, nfkd)), '[\u0300-\u036F]', '', 'g'),
  '[\u0001-/:-@[-`{-~\u00A1\u00AB\u00B7\u00BB\u00BF\u02B9-\u02BF\u2010-\u2029\u2030-\u205E\u2212]+',
  ',', 'g')), ','), '');
create function private.search_keys(id uuid, name text, email text, number text) returns text[] immutable
return array[number, id::text, lower(normalize(email, nfc))] || private.words(name || ' ' || email);
-- Without fastupdate, rows are indexed at once, not in a list.
create index demo_requests_by_person on public.demo_requests
  using gin (private.search_keys(id, full_name, email, phone_number)) with (fastupdate = off);
create index consent_records_by_person on private.consent_records using gin (private.search_keys(
  request_id, request ->> 'full_name', request ->> 'email', phone_number)) with (fastupdate = off);
-- By number, id, e-mail address, or words of name and address, also where only the record of consent is left.
-- An address may be pasted in <> or () behind a name, or with quotes, mailto:, ?subject= or a dot around it;
-- its words, others may have, too.
create function public.find_demo_requests(person text) returns json
language sql stable security definer set search_path = '' as $$
  with wanted as (
    select array[nullif(private.phone_number_of(person), ''), nullif(whole, '')] as keys,
      case when whole !~ '@' then nullif(private.words(person), '{}') end as words
    from coalesce(substring(person from '[<(]([^<>()]*@[^<>()]*)[>)]'), person) as pasted,
      regexp_replace(
        lower(normalize(private.visible_text(pasted), nfc)), 'mailto:|(?<=@.*)\?.*', '', 'g') as address,
      btrim(address, '<>@"''.,;') as whole
  ), found as (
    select id, private.search_keys(id, full_name, email, phone_number) as has from public.demo_requests
    union all select request_id, private.search_keys(
      request_id, request ->> 'full_name', request ->> 'email', phone_number) from private.consent_records
  )
  select private.requests_as_json(array(
    select distinct id from found, wanted where has && keys or has @> words));
$$;
-- Returns how many there were. An empty record of consent stays, and the number of a call, for the limits.
create function public.erase_demo_requests(request_ids uuid[]) returns integer
language sql security definer set search_path = '' set lock_timeout = '1s' as $$
  insert into private.consent_records (request_id, recorded_at, request, phone_number)
  select id, created_at, '{}', '' from public.demo_requests where id = any($1) on conflict do nothing;
  delete from public.demo_requests where id = any(request_ids);
  update private.calls set note = null, network = null where request_id = any(request_ids);
  update private.consent_records set request = '{}', phone_number = '', consent_version = null,
    address = null, user_agent = null, erased_at = private.now() where request_id = any(request_ids);
  select count(*)::integer from private.consent_records where request_id = any(request_ids);
$$;
-- All of these functions are for the secret key alone, whatever the project's default privileges are.
revoke all on all functions in schema public from public, anon, authenticated;
grant execute on all functions in schema public to service_role;
