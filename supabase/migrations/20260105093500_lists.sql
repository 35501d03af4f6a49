-- Lists: what the team sees. They are read by keyset pagination, so that a list of any length can
-- be read while it changes.

-- The state of a request at this moment: nothing is written when one expires. Inlined.
create function private.state_of(request public.demo_requests)
returns text
language sql
stable
return case
  when request.state = 'waiting' and request.expires_at <= private.now() then 'expired'
  else request.state
end;

create function private.calls_of(request_id uuid)
returns json
language sql
stable
set search_path = ''
return (
  select coalesce(
    json_agg(
      json_build_object(
        'leased_at', leased_at,
        'reported_at', reported_at,
        'placed', placed,
        'note', note
      )
      order by leased_at
    ),
    '[]'
  )
  from private.calls
  where calls.request_id = calls_of.request_id
);

create function private.stops_of(number text)
returns json
language sql
stable
set search_path = ''
return (
  select coalesce(json_agg(events order by event), '[]')
  from private.stop_events as events
  where phone_number = number
);

-- What is known of these requests: the row, or where it is deleted, its record of consent.
create function private.known_requests(ids uuid[])
returns table (
  id uuid,
  received_at timestamptz,
  due_at timestamptz,
  state text,
  reason text,
  request jsonb,
  consent_version text
)
language sql
stable
set search_path = ''
as $$
  select
    wanted.id,
    coalesce(stored.created_at, consent.recorded_at),
    stored.due_at,
    case
      when consent.erased_at is not null then 'erased'
      when stored.id is null then 'deleted'
      else private.state_of(stored)
    end,
    stored.reason,
    coalesce(to_jsonb(stored), consent.request),
    consent.consent_version
  from unnest(ids) as wanted (id)
  left join public.demo_requests as stored on stored.id = wanted.id
  left join private.consent_records as consent on consent.request_id = wanted.id;
$$;

create function private.requests_as_json(ids uuid[])
returns json
language sql
stable
set search_path = ''
as $$
  with shown as (
    select
      id,
      received_at,
      due_at,
      state,
      reason,
      private.entered(request) as request,
      consent_version,
      case
        when state <> 'erased' then coalesce(private.consent_refusal(id, request), 'recorded')
      end as consent,
      private.calls_of(id) as calls,
      private.stops_of(request ->> 'phone_number') as stops
    from private.known_requests(ids)
  )
  select coalesce(json_agg(shown order by received_at desc, id desc), '[]')
  from shown;
$$;

-- Up to 500 requests before the given one, newest first: of one state, or all, also where only the
-- record of consent is left.
create function private.page_before(before_time timestamptz, before_id uuid, only_state text)
returns table (request_id uuid, received_at timestamptz)
language sql
stable
set search_path = ''
as $$
  (
    select
      id as request_id,
      created_at as received_at
    from public.demo_requests
    where only_state is null and (created_at, id) < (before_time, before_id)
    order by created_at desc, id desc
    limit 500
  )
  union
  (
    select
      consent.request_id,
      recorded_at
    from private.consent_records as consent
    where only_state is null and (recorded_at, consent.request_id) < (before_time, before_id)
    order by recorded_at desc, consent.request_id desc
    limit 500
  )
  union
  (
    select
      id,
      created_at
    from public.demo_requests as request
    where state = only_state
      and (created_at, id) < (before_time, before_id)
      and private.state_of(request) = state
    order by created_at desc, id desc
    limit 500
  )
  order by received_at desc, request_id desc
  limit 500;
$$;

create function public.list_demo_requests(
  before_time timestamptz default 'infinity',
  before_id uuid default null,
  only_state text default null
)
returns json
language sql
stable
security definer
set search_path = ''
return private.requests_as_json(
  array(select request_id from private.page_before(before_time, before_id, only_state))
);

create function public.list_demo_call_stops(before_event bigint default null)
returns json
language sql
stable
security definer
set search_path = ''
as $$
  with page as (
    select *
    from private.stop_events
    where before_event is null
      or event < before_event
    order by event desc
    limit 500
  )
  select coalesce(json_agg(page order by event desc), '[]')
  from page;
$$;

create function public.demo_request_evidence(request_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select to_jsonb(consent) - 'is_last' || jsonb_build_object(
    'words', wording.words,
    'seller', wording.seller,
    'calls', private.calls_of(consent.request_id)
  )
  from private.consent_records as consent
  left join private.consent_wordings as wording on wording.version = consent.consent_version
  where consent.request_id = demo_request_evidence.request_id
    and erased_at is null;
$$;

-- A number of ten digits in any usual format, such as +14155552671, as (415) 555-2671. Anything
-- else stays as it is.
create function private.phone_number_of(entered text)
returns text
language sql
immutable
set search_path = ''
return regexp_replace(
  regexp_replace(
    private.visible_text(normalize(entered, nfkc)),
    '[-.()\u2010-\u2015]',
    '',
    'g'
  ),
  '^(?:\+?1)?([0-9]{3})([0-9]{3})([0-9]{4})$',
  '(\1) \2-\3'
);

-- Raises, as the constraint does, for anything but a number of ten digits: 'all' is a pause, which
-- has functions of its own.
create function private.require_number(number text)
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  if number !~ '^\([0-9]{3}\) [0-9]{3}-[0-9]{4}$' then
    raise check_violation
      using message = 'phone_number_has_ten_digits';
  end if;
end;
$$;

-- Stops a number, or allows it again. Returns whether it was stopped before.
create function private.record_stop(number text, is_stop boolean, note text)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
  was_stopped boolean := private.stop_refusal(number) is not null;
begin
  if is_stop then
    perform private.refuse_waiting(number, 'asked_not_to_be_called', spared => null);
  end if;
  insert into private.stop_events (phone_number, is_stopped, note)
  values (number, is_stop, note);
  return was_stopped;
end;
$$;

-- Returns the number as it was stopped.
create function public.stop_demo_calls(phone_number text, note text default null)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  number text := private.phone_number_of(phone_number);
begin
  perform private.require_number(number);
  perform private.record_stop(number, true, note);
  return number;
end;
$$;

-- Returns whether the number was stopped.
create function public.allow_demo_calls(phone_number text, note text default null)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  number text := private.phone_number_of(phone_number);
begin
  perform private.require_number(number);
  return private.record_stop(number, false, note);
end;
$$;

-- Returns false when calls were paused already.
create function public.pause_demo_calls(note text default null)
returns boolean
language sql
security definer
set search_path = ''
return not private.record_stop('all', true, note);

-- Returns whether calls were paused.
create function public.resume_demo_calls(note text default null)
returns boolean
language sql
security definer
set search_path = ''
return private.record_stop('all', false, note);

-- What should have been called by now, and was not, until 24 hours after its deadline. Nobody can
-- mend what was refused for a reason that is listed here.
create view private.overdue_requests as
select
  id,
  phone_number,
  private.state_of(request) as state,
  reason,
  due_at,
  private.network_of(network, 16, 32) as slash_16
from public.demo_requests as request
where expires_at > private.now() - interval '24 hours'
  and (
    state in ('waiting', 'leased') and due_at <= private.now() - interval '5 minutes'
    or state = 'refused' and reason not in (
      'asked_not_to_be_called',
      'same_number',
      'not_sent_by_the_form',
      'toll_free_number',
      'number_of_another_country',
      'not_a_subscriber_number'
    )
  );

-- A flood is more than 20 from one /16.
create view private.floods as
select
  slash_16,
  count(*)
from private.overdue_requests
where slash_16 is not null
group by slash_16
having count(*) > 20;

-- A count to the nearest power of ten, so that a log which is compared with the last one stays the
-- same.
create function private.about(count numeric)
returns numeric
language sql
immutable
set search_path = ''
return case when count > 0 then round(10 ^ round(log(count))) else 0 end;

-- What is overdue, each number once: those outside of a flood come first.
create function private.overdue_groups()
returns json
language sql
stable
set search_path = ''
as $$
  with people as (
    select distinct on (phone_number)
      id,
      state,
      reason,
      due_at,
      floods.slash_16 is not null as in_flood
    from private.overdue_requests
    left join private.floods using (slash_16)
    order by phone_number, in_flood, due_at
  ),
  groups as (
    select
      in_flood,
      state,
      reason,
      count(*),
      min(due_at) as since,
      (array_agg(id order by due_at))[1:1000] as ids
    from people
    group by in_flood, state, reason
  )
  select coalesce(json_agg(groups order by in_flood, since), '[]')
  from groups;
$$;

-- How many calls were leased within an hour, and for how many of them the /24 (IPv6: /48) has sent
-- no other request within 24 hours; null up to 20.
create function private.many_leases()
returns json
language sql
stable
set search_path = ''
as $$
  with seen_once as (
    select network
    from public.demo_requests
    where created_at > private.now() - interval '24 hours'
    group by network
    having count(*) = 1
  )
  select json_build_object(
    'count', private.about(count(*)),
    'of_networks_seen_once', private.about(count(seen_once.network))
  )
  from private.recent_leases
  left join seen_once using (network)
  having count(*) > 20;
$$;

-- Without a person's data: for a log that anybody may read.
create function public.overdue_demo_requests()
returns json
language sql
stable
security definer
set search_path = ''
as $$
  select json_build_object(
    'paused', private.stop_refusal('all') is not null,
    'flood', (select private.about(sum(count)) from private.floods having count(*) > 0),
    'leases', private.many_leases(),
    'limited', (
      select count(distinct private.network_of(address, 32, 64))
      from private.consent_records
      where is_last
        and recorded_at > private.now() - interval '24 hours'
    ),
    'overdue', private.overdue_groups()
  );
$$;

-- The words of a text. They end at ASCII signs, spaces, and the apostrophes, quotation marks and
-- dashes of European languages. In compatibility decomposition (NFKD), full-width letters are
-- ASCII; without accents (U+0300 to U+036F), José is Jose. Inlined.
create function private.words(entered text)
returns text[]
language sql
immutable
return array_remove(
  string_to_array(
    private.visible_text(
      regexp_replace(
        regexp_replace(lower(normalize(entered, nfkd)), '[\u0300-\u036F]', '', 'g'),
        '[\u0001-/:-@[-`{-~\u00A1\u00AB\u00B7\u00BB\u00BF\u02B9-\u02BF\u2010-\u2029\u2030-\u205E'
        '\u2212]+',
        ',',
        'g'
      )
    ),
    ','
  ),
  ''
);

-- Inlined.
create function private.search_keys(id uuid, name text, email text, number text)
returns text[]
language sql
immutable
return array[number, id::text, lower(normalize(email, nfc))]
  || private.words(name || ' ' || email);

-- Without fastupdate, rows are indexed at once, not in a list.
create index demo_requests_by_person
  on public.demo_requests
  using gin (private.search_keys(id, full_name, email, phone_number))
  with (fastupdate = off);

create index consent_records_by_person
  on private.consent_records
  using gin (
    private.search_keys(request_id, request ->> 'full_name', request ->> 'email', phone_number)
  )
  with (fastupdate = off);

-- An e-mail address as the keys have it. It may be pasted in <> or () behind a name, or with
-- quotes, mailto:, ?subject= or a dot around it.
create function private.address_of(pasted text)
returns text
language sql
immutable
set search_path = ''
return btrim(
  regexp_replace(
    lower(
      normalize(
        private.visible_text(
          coalesce(substring(pasted from '[<(]([^<>()]*@[^<>()]*)[>)]'), pasted)
        ),
        nfc
      )
    ),
    'mailto:|(?<=@.*)\?.*',
    '',
    'g'
  ),
  '<>@"''.,;'
);

-- By number, id, e-mail address, or words of name and address, also where only the record of
-- consent is left. A whole address is not searched by its words, which others may have, too. At
-- most 500, as a list has: a word such as `com` is in all of them.
create function public.find_demo_requests(person text)
returns json
language sql
stable
security definer
set search_path = ''
as $$
  with wanted as (
    select
      array[
        nullif(private.phone_number_of(person), ''),
        nullif(private.address_of(person), '')
      ] as keys,
      case
        when private.address_of(person) !~ '@' then nullif(private.words(person), '{}')
      end as words
  ),
  known as (
    select
      id,
      private.search_keys(id, full_name, email, phone_number) as keys
    from public.demo_requests
    union all
    select
      request_id,
      private.search_keys(request_id, request ->> 'full_name', request ->> 'email', phone_number)
    from private.consent_records
  )
  select private.requests_as_json(
    array(
      select distinct id
      from known
      cross join wanted
      where known.keys && wanted.keys
        or known.keys @> wanted.words
      limit 500
    )
  );
$$;

-- Returns how many there were. What stays is an empty record of consent, and the number of a call,
-- for the limits.
create function public.erase_demo_requests(request_ids uuid[])
returns integer
language sql
security definer
set search_path = ''
set lock_timeout = '1s'
as $$
  insert into private.consent_records (request_id, recorded_at, request, phone_number)
  select
    id,
    created_at,
    '{}',
    ''
  from public.demo_requests
  where id = any (request_ids)
  on conflict do nothing;

  delete from public.demo_requests
  where id = any (request_ids);

  update private.calls
  set
    note = null,
    network = null
  where request_id = any (request_ids);

  update private.consent_records
  set
    request = '{}',
    phone_number = '',
    consent_version = null,
    address = null,
    user_agent = null,
    erased_at = private.now()
  where request_id = any (request_ids);

  select count(*)::integer
  from private.consent_records
  where request_id = any (request_ids);
$$;

-- For the secret key alone, whatever the project's default privileges are.
revoke all
  on function
    public.list_demo_requests,
    public.list_demo_call_stops,
    public.demo_request_evidence,
    public.stop_demo_calls,
    public.allow_demo_calls,
    public.pause_demo_calls,
    public.resume_demo_calls,
    public.overdue_demo_requests,
    public.find_demo_requests,
    public.erase_demo_requests
  from public, anon, authenticated;
grant execute
  on function
    public.list_demo_requests,
    public.list_demo_call_stops,
    public.demo_request_evidence,
    public.stop_demo_calls,
    public.allow_demo_calls,
    public.pause_demo_calls,
    public.resume_demo_calls,
    public.overdue_demo_requests,
    public.find_demo_requests,
    public.erase_demo_requests
  to service_role;
