-- Queue: the automation, which dials, calls next_demo_call() until there is none, and reports each call. A
-- request waits, is leased for 15 minutes, and ends as placed, refused or, if not leased within two hours,
-- expired. If not placed, it is leased again after 15 minutes, three times in all, unless the report is two
-- hours late; if not reported, once more, then left to a person. A number is called once in 24 hours, and
-- three times in 30 days. In an hour, five requests of one network are leased, twenty of one wider network
-- (/16, or /32 of IPv6), and 100 in all, the last forty only of wider networks that had none. Those with the
-- fewest come first.

create table private.stop_events ( -- The latest event of a number applies. Erasing a request leaves them.
  event bigint generated always as identity primary key, at timestamptz not null default private.now(),
  phone_number text not null -- 'all' is a pause of all calls, or its end.
    constraint phone_number_has_ten_digits check (phone_number ~ '^(all|\([0-9]{3}\) [0-9]{3}-[0-9]{4})$'),
  is_stopped boolean not null, note text -- Who asked, and how.
);
create index stop_events_by_number on private.stop_events (phone_number, event);
create table private.calls (
  call_id uuid primary key default gen_random_uuid(), request_id uuid not null,
  phone_number text, network inet, -- For the limits; emptied after 30 days.
  leased_at timestamptz not null default private.now(), reported_at timestamptz,
  placed boolean, note text -- Whether it was dialed, and what came of it. Null until it is reported.
);
create index calls_by_request on private.calls (request_id, leased_at);
create index calls_by_number on private.calls (phone_number, leased_at);
create index calls_by_age on private.calls (leased_at) where phone_number is not null;
create function private.stop_refusal(number text) returns text language sql stable return (
  select case when is_stopped then 'asked_not_to_be_called' end
  from private.stop_events where phone_number = number order by event desc limit 1
);
create function private.refusal(request public.demo_requests) returns text language sql stable
return coalesce(private.number_refusal(request.phone_number), private.stop_refusal(request.phone_number),
  private.consent_refusal(request.id, to_jsonb(request)));
create function private.is_due(request public.demo_requests) returns boolean language sql stable
return request.state not in ('placed', 'refused')
  and request.due_at <= private.now() and request.due_at > private.now() - interval '2 hours';
-- All that wait for a number, but one. Skips what is locked: next_demo_call() checks each before its lease.
create function private.refuse_waiting(number text, why text, spared uuid) returns void language sql as $$
  update public.demo_requests set state = 'refused', reason = why where id in (
    select id from public.demo_requests where phone_number = number and state = 'waiting'
      and due_at > private.now() - interval '2 hours' and id is distinct from spared for update skip locked);
$$;

-- Leases the next request: returns it with the number as dialed, such as +14155552671; null if there is none.
-- substr(phone_number, 2, 3) is the area code, as in (415) 555-2671.
create function public.next_demo_call() returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  moment timestamptz := private.now(); due_codes text[]; open_codes text[]; closed_codes text[]; turn uuid;
  own public.demo_requests; next public.demo_requests; refusal text; rest timestamptz; new_call uuid;
begin
  -- One at a time, so that the limits see what was leased a moment ago. Nothing else takes this lock. All
  -- that follows sees what others committed while this waited.
  perform pg_advisory_xact_lock(hashtext('next_demo_call'), 0);
  -- 1. What is over: the numbers of old calls, and the hours: what is due then waits for the next opening.
  update private.calls set phone_number = null, network = null
  where phone_number is not null and leased_at <= moment - interval '30 days';
  -- What expired while the hours were over, as nobody had asked since, waits for the next opening; but not what
  -- was reported too late, which was due at its lease.
  update public.demo_requests set due_at = opens from (
    select id as late, opens from public.demo_requests as request
    cross join lateral private.openings(due_at + interval '2 hours', array[substr(phone_number, 2, 3)])
    where state = 'waiting' and due_at <= moment - interval '2 hours' and due_at > moment - interval '1 week'
      and opens > greatest(due_at + interval '2 hours', moment - interval '2 hours')
      and not exists (select from private.calls where request_id = id and leased_at >= due_at)
    limit 500 for update of request skip locked
  ) as expired where id = late;
  -- A request that is stored meanwhile, from another area code, is left to the next time.
  due_codes := array(select distinct substr(phone_number, 2, 3) from public.demo_requests as request
    where private.is_due(request));
  open_codes := array(select code from private.openings(moment, due_codes) where opens = moment);
  closed_codes := array(select unnest(due_codes) except select unnest(open_codes));
  update public.demo_requests set due_at = coalesce(opens, due_at),
    state = case when opens is null then 'refused' else state end,
    reason = case when opens is null then 'no_calling_hours' end
  from (
    select id as late, substr(phone_number, 2, 3) as area from public.demo_requests as request
    where closed_codes <> '{}' and private.is_due(request) and substr(phone_number, 2, 3) = any(closed_codes)
    limit 500 for update skip locked -- To keep one call short.
  ) as closed left join private.openings(moment, closed_codes) on code = area where id = late;
  if private.stop_refusal('all') is not null then return null; end if;
  -- 2. Who is next: in one order, locked one after the other, until one can be leased or none is left.
  for turn in
    with lately as (
      select network, private.network_of(network, 16, 32) as wider from private.calls
      where phone_number is not null and leased_at > moment - interval '1 hour'
    )
    select id from public.demo_requests as request
    left join (select wider, count(*) as leases, array_agg(network) as networks from lately group by wider)
      as wide on wider = private.network_of(request.network, 16, 32)
    cross join lateral (select cardinality(array_positions(networks, request.network)) as leases) as narrow
    where private.is_due(request) and substr(phone_number, 2, 3) = any(open_codes)
      and coalesce(narrow.leases, 0) < 5 and coalesce(wide.leases, 0) < 20
      and (select count(*) from lately) < case when wide.leases is null then 100 else 60 end
    order by coalesce(wide.leases, 0), coalesce(narrow.leases, 0), callable_since, created_at
  loop
    -- An earlier turn may have changed it. Of those that wait for its number, the newest gives the words.
    select * into own from public.demo_requests as request
    where id = turn and private.is_due(request) for update skip locked;
    continue when not found;
    select * into next from public.demo_requests as request
    where phone_number = own.phone_number and state = 'waiting' and own.state = 'waiting'
      and private.is_due(request) and private.refusal(request) is null
    order by created_at desc limit 1 for update skip locked;
    if not found then next := own; end if;
    -- An unreported lease of another request may have been a call, and counts as one. For the first 15
    -- minutes after a lease, whatever was reported but a call, the number rests.
    select coalesce(private.refusal(next), case
      when max(leased_at) filter (where is_call) > moment - interval '1 day' then 'called_within_24_hours'
      when count(*) filter (where is_call) >= 3 then 'called_three_times_in_30_days' end
    ), max(leased_at) filter (where placed is not true) + interval '15 minutes' into refusal, rest
    from private.calls, lateral (select placed or placed is null and request_id <> next.id as is_call) as kind
    where phone_number = next.phone_number and leased_at > moment - interval '30 days';
    if rest > moment then
      update public.demo_requests set due_at = rest where id in (turn, next.id);
    elsif refusal is not null then
      update public.demo_requests set state = 'refused', reason = refusal where id in (turn, next.id);
    else
      -- 3. Lease it. It is due again in 15 minutes, but after its third lease: one not reported counts twice.
      perform private.refuse_waiting(next.phone_number, 'same_number', spared => next.id);
      update public.demo_requests set state = 'leased', due_at = (
        select moment + interval '15 minutes' from private.calls where request_id = next.id
        having count(*) + count(*) filter (where placed is null) < 2
      ) where id = next.id;
      insert into private.calls (request_id, phone_number, network)
      values (next.id, next.phone_number, next.network) returning call_id into new_call;
      return private.entered(to_jsonb(next))::jsonb || jsonb_build_object('call_id', new_call,
        'request_id', next.id, 'phone_number', '+1' || regexp_replace(next.phone_number, '[^0-9]', '', 'g'));
    end if;
  end loop;
  return null;
end;
$$;

create function public.report_demo_call(call_id uuid, outcome jsonb) returns boolean
language plpgsql security definer set search_path = '' set lock_timeout = '250ms' as $$
declare request uuid; reported private.calls;
begin
  -- Some automations send an object as a text.
  if jsonb_typeof(outcome) = 'string' then outcome := outcome #>> '{}'; end if;
  if jsonb_typeof(outcome -> 'placed') is distinct from 'boolean' then
    raise invalid_parameter_value using message = 'the outcome is {"placed": true or false, "note": …}';
  end if;
  select id into request from public.demo_requests
  where id = (select request_id from private.calls where calls.call_id = $1) for update;
  -- A call that was placed once was placed, whatever comes later. An erased request has no note.
  update private.calls set reported_at = private.now(),
    placed = placed is true or (outcome ->> 'placed')::boolean,
    note = case when request is not null then coalesce(left(outcome ->> 'note', 1000), note) end
  where calls.call_id = $1 returning * into reported;
  -- What was not placed is due again, if this is the report of its last lease, and not of its third. After two
  -- hours, it has expired instead.
  update public.demo_requests set
    due_at = case when reported.placed then due_at
      when last > private.now() - interval '2 hours' then private.now() + interval '15 minutes' else last end,
    state = case when reported.placed then 'placed' when leases < 3 then 'waiting' else 'refused' end,
    reason = case when not reported.placed and leases >= 3 then 'could_not_be_placed' end
  from (select count(*) as leases, max(leased_at) as last from private.calls where request_id = request)
  where id = request and (reported.placed or state = 'leased' and last = reported.leased_at);
  return reported.call_id is not null;
end;
$$;
