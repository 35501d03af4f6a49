-- Queue: the automation, which dials, calls next_demo_call() until there is none, and reports each
-- call.
--
-- A request waits, is leased for 15 minutes, and ends as placed, refused or, if it was not leased
-- by its deadline, expired. If a call was not placed, its request is leased again after 15 minutes,
-- three times in all, unless the report is two hours late. If a lease is not reported, the request
-- is leased once more, then left to a person.
--
-- A number is called once in 24 hours, and three times in 30 days. In an hour, five requests of one
-- /24 are leased, twenty of one /16, and 100 in all, the last forty only of a /16 that had none.
-- For IPv6, a /48 stands for a /24, and a /32 for a /16. Those with the fewest leases come first.

-- The defaults are for what the team imports: nobody is called for it.
alter table public.demo_requests
  add column state text not null default 'refused'
    check (state in ('waiting', 'leased', 'placed', 'refused')),
  -- Why it was refused.
  add column reason text default 'not_sent_by_the_form',
  -- Its turn: when it could first be called.
  add column callable_since timestamptz not null default private.now(),
  -- From due_at until expires_at, it may be leased; or it might have been, if it was refused.
  -- Nothing is written when it expires. Both are written together, by private.window_for().
  add column due_at timestamptz,
  add column expires_at timestamptz,
  -- The /24 (IPv6: /48) that it was sent from.
  add column network inet,
  add constraint waits_until_a_deadline
    check (state not in ('waiting', 'leased') or due_at is not null and expires_at is not null);

create index demo_requests_by_number on public.demo_requests (phone_number, expires_at);
create index demo_requests_by_state on public.demo_requests (state, created_at, id);
create index demo_requests_by_deadline on public.demo_requests (expires_at);
-- What is over is not in this one: the queue never looks at it.
create index demo_requests_in_the_queue
  on public.demo_requests (expires_at)
  where state in ('waiting', 'leased');

-- The latest event of a number applies. Erasing a request leaves them.
create table private.stop_events (
  event bigint generated always as identity primary key,
  at timestamptz not null default private.now(),
  -- A number, or 'all' for a pause of all calls and its end.
  phone_number text not null
    constraint phone_number_has_ten_digits
    check (phone_number ~ '^(all|\([0-9]{3}\) [0-9]{3}-[0-9]{4})$'),
  is_stopped boolean not null,
  -- Who asked, and how.
  note text
);

create index stop_events_by_number on private.stop_events (phone_number, event);

-- Each lease to the automation.
create table private.calls (
  call_id uuid primary key default gen_random_uuid(),
  request_id uuid not null,
  -- For the limits; emptied after 30 days, as the network is.
  phone_number text,
  network inet,
  leased_at timestamptz not null default private.now(),
  reported_at timestamptz,
  -- Whether it was dialed. Null until it is reported.
  placed boolean,
  -- What came of it.
  note text
);

create index calls_by_request on private.calls (request_id, leased_at);
create index calls_by_number on private.calls (phone_number, leased_at);
create index calls_by_age on private.calls (leased_at) where phone_number is not null;

-- Whether a request may be leased now, if its hours allow it. Inlined.
create function private.is_due(request public.demo_requests)
returns boolean
language sql
stable
return request.state in ('waiting', 'leased')
  and request.due_at <= private.now()
  and request.expires_at > private.now();

-- Numbers that are stopped; 'all' during a pause.
create view private.stopped_numbers as
select latest.phone_number
from (
  select distinct on (phone_number)
    phone_number,
    is_stopped
  from private.stop_events
  order by phone_number, event desc
) as latest
where latest.is_stopped;

create function private.stop_refusal(number text)
returns text
language plpgsql
stable
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  if exists (select from private.stopped_numbers where phone_number = number) then
    return 'asked_not_to_be_called';
  end if;
  return null;
end;
$$;

-- Why a request is not called, whatever calls there were; null when it may be.
create function private.refusal(request public.demo_requests)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(
    private.number_refusal(request.phone_number),
    private.stop_refusal(request.phone_number),
    private.consent_refusal(request.id, to_jsonb(request))
  );
end;
$$;

-- Judges a request when it is stored, after receive_demo_request has recorded its consent: triggers
-- run in the order of their names. It is judged again before a lease.
create function private.schedule_demo_request()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  term record;
begin
  select *
  into term
  from private.window_for(new.phone_number, private.now());
  new.due_at := term.due_at;
  new.expires_at := term.expires_at;

  new.reason := coalesce(
    private.refusal(new),
    case when not term.has_hours then 'no_calling_hours' end
  );
  new.state := case when new.reason is null then 'waiting' else 'refused' end;
  new.callable_since := new.due_at;
  new.network := private.network_of(private.request_address(), 24, 48);
  return new;
end;
$$;

create trigger schedule_demo_request
  before insert on public.demo_requests
  for each row
  when (current_user = 'anon')
  execute function private.schedule_demo_request();

create function private.refuse(ids uuid[], why text)
returns void
language sql
set search_path = ''
as $$
  update public.demo_requests
  set
    state = 'refused',
    reason = why
  where id = any (ids);
$$;

-- Refuses all that wait for a number, but one. Those that another transaction has locked stay:
-- next_demo_call() looks at each again before it leases it. Here and below, rows are locked into an
-- array first: in a subquery of `in`, they could be locked again for each row that changes.
create function private.refuse_waiting(number text, why text, spared uuid)
returns void
language sql
set search_path = ''
as $$
  select private.refuse(
    array(
      select id
      from public.demo_requests
      where phone_number = number
        and state = 'waiting'
        and expires_at > private.now()
        and id is distinct from spared
      for update skip locked
    ),
    why
  );
$$;

-- The limits count the calls of 30 days. Here and below, days are given in hours: in a time zone,
-- a day may have 23 or 25.
create function private.forget_old_calls()
returns void
language sql
set search_path = ''
as $$
  update private.calls
  set
    phone_number = null,
    network = null
  where phone_number is not null
    and leased_at <= private.now() - interval '720 hours';
$$;

-- The area codes of all that is due.
create function private.due_area_codes()
returns text[]
language sql
stable
set search_path = ''
return array(
  select distinct private.area_code_of(phone_number)
  from public.demo_requests as request
  where private.is_due(request)
);

-- What is due outside its hours waits for the next opening. Its deadline has the end of the hours
-- in view already, and stays. At most 1,000 at a time, to keep one call short.
create function private.wait_for_opening()
returns void
language plpgsql
set search_path = ''
as $$
declare
  next_opening timestamptz;
  closed_ids uuid[];
begin
  for next_opening, closed_ids in
    select
      opens,
      array_agg(id)
    from (
      select
        opening.opens,
        request.id
      from public.demo_requests as request
      join private.openings(private.now(), private.due_area_codes()) as opening
        on opening.code = private.area_code_of(request.phone_number)
      where private.is_due(request)
        and opening.opens > private.now()
        and opening.opens < request.expires_at
      limit 1000
      for update of request skip locked
    ) as closed
    group by opens
  loop
    update public.demo_requests
    set due_at = next_opening
    where id = any (closed_ids);
  end loop;
end;
$$;

-- Numbers that rest: for 15 minutes after a lease, unless it was reported as placed.
create view private.resting_numbers as
select
  phone_number,
  max(leased_at) + interval '15 minutes' as rests_until
from private.calls
where phone_number is not null
  and leased_at > private.now() - interval '15 minutes'
  and placed is not true
group by phone_number;

-- Why a number is not called for a request, for the calls that it had; null when it may be. A lease
-- that was not reported may have been a call, and counts as one, but not for its own request.
create function private.call_refusal(request public.demo_requests)
returns text
language plpgsql
stable
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  calls integer;
  last_call timestamptz;
begin
  select
    count(*),
    max(leased_at)
  into calls, last_call
  from private.calls as call
  where call.phone_number = request.phone_number
    and call.leased_at > private.now() - interval '720 hours'
    and (call.placed or call.placed is null and call.request_id <> request.id);

  if last_call > private.now() - interval '24 hours' then
    return 'called_within_24_hours';
  elsif calls >= 3 then
    return 'called_three_times_in_30_days';
  end if;
  return null;
end;
$$;

-- What belongs to a number is decided for all its requests that are due, at once: its rest, a stop,
-- its calls. What another transaction has locked is left to the next time.
create function private.let_numbers_rest()
returns void
language plpgsql
set search_path = ''
as $$
declare
  resting record;
begin
  for resting in
    select *
    from private.resting_numbers
    cross join private.window_for(phone_number, rests_until)
    where phone_number in (
      select phone_number
      from public.demo_requests as request
      where private.is_due(request)
    )
  loop
    update public.demo_requests
    set
      due_at = resting.due_at,
      expires_at = resting.expires_at
    where id = any (
      array(
        select id
        from public.demo_requests as request
        where phone_number = resting.phone_number
          and private.is_due(request)
        for update skip locked
      )
    );
  end loop;
end;
$$;

create function private.refuse_numbers()
returns void
language plpgsql
set search_path = ''
as $$
declare
  refusal text;
  refused_ids uuid[];
begin
  for refusal, refused_ids in
    -- `materialized`, so that only requests of a number with a stop or a call are judged.
    with judged as materialized (
      select
        id,
        coalesce(private.stop_refusal(phone_number), private.call_refusal(request)) as why
      from public.demo_requests as request
      where private.is_due(request)
        and phone_number in (
          select phone_number from private.calls
          union all
          select phone_number from private.stop_events
        )
      for update skip locked
    )
    select
      why,
      array_agg(id)
    from judged
    where why is not null
    group by why
  loop
    perform private.refuse(refused_ids, refusal);
  end loop;
end;
$$;

-- The leases of an hour, which the limits of networks count.
create view private.recent_leases as
select network
from private.calls
where phone_number is not null
  and leased_at > private.now() - interval '1 hour';

-- The requests that may be leased now, by their hours and the limits of networks, in their order.
create function private.turns()
returns setof uuid
language sql
stable
set search_path = ''
as $$
  with by_slash_24 as (
    select
      network,
      count(*) as leases
    from private.recent_leases
    group by network
  ),
  by_slash_16 as (
    select
      private.network_of(network, 16, 32) as network,
      count(*) as leases
    from private.recent_leases
    group by private.network_of(network, 16, 32)
  )
  select request.id
  from public.demo_requests as request
  left join by_slash_24 using (network)
  left join by_slash_16 on by_slash_16.network = private.network_of(request.network, 16, 32)
  where private.is_due(request)
    and private.area_code_of(phone_number) in (
      select code
      from private.openings(private.now(), private.due_area_codes())
      where opens = private.now()
    )
    and coalesce(by_slash_24.leases, 0) < 5
    and coalesce(by_slash_16.leases, 0) < 20
    and (select count(*) from private.recent_leases)
      < case when by_slash_16.leases is null then 100 else 60 end
  order by
    coalesce(by_slash_16.leases, 0),
    coalesce(by_slash_24.leases, 0),
    callable_since,
    created_at;
$$;

-- Locks and returns the request to lease in a turn; null if there is none. Of those that wait for
-- one number, it is the newest with a valid consent. Each is judged once more, alone, for what has
-- changed since the numbers were decided.
create function private.claim(turn uuid)
returns public.demo_requests
language plpgsql
set search_path = ''
as $$
declare
  own public.demo_requests;
  candidate public.demo_requests;
  refusal text;
begin
  select *
  into own
  from public.demo_requests as request
  where id = turn
    and private.is_due(request)
    and phone_number not in (select phone_number from private.resting_numbers)
  for update skip locked;

  for candidate in
    select *
    from public.demo_requests as request
    where phone_number = own.phone_number
      and private.is_due(request)
      and (id = own.id or own.state = 'waiting' and state = 'waiting')
    order by created_at desc
    for update skip locked
  loop
    refusal := coalesce(private.refusal(candidate), private.call_refusal(candidate));
    if refusal is null then
      return candidate;
    end if;
    perform private.refuse(array[candidate.id], refusal);
  end loop;
  return null;
end;
$$;

-- How many of a request's three leases are used up. One that was not reported counts twice, since
-- it may have been a call.
create function private.used_leases(id uuid)
returns integer
language sql
stable
set search_path = ''
return (
  select count(*) + count(*) filter (where placed is null)
  from private.calls
  where calls.request_id = used_leases.id
);

-- Leases a request, and refuses the others that wait for its number. It is due again in 15 minutes,
-- but never after its last lease. The lease counts for the network of the request that had the
-- turn, or two networks could take turns for one number, each charged to the other. Returns what
-- the automation is told, with the number as dialed, such as +14155552671.
create function private.lease(request public.demo_requests, turn uuid)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  due_again timestamptz := private.now() + interval '15 minutes';
  is_last boolean := private.used_leases(request.id) >= 2;
  new_call uuid;
begin
  perform private.refuse_waiting(request.phone_number, 'same_number', spared => request.id);

  update public.demo_requests
  set
    state = 'leased',
    due_at = case when is_last then due_again else term.due_at end,
    expires_at = case when is_last then due_again else term.expires_at end
  from private.window_for(request.phone_number, due_again) as term
  where id = request.id;

  insert into private.calls (request_id, phone_number, network)
  select
    request.id,
    request.phone_number,
    network
  from public.demo_requests
  where id = turn
  returning call_id into new_call;

  return private.entered(to_jsonb(request))::jsonb || jsonb_build_object(
    'call_id', new_call,
    'request_id', request.id,
    'phone_number', '+1' || regexp_replace(request.phone_number, '[^0-9]', '', 'g')
  );
end;
$$;

-- Leases the next request, and returns it; null if there is none.
create function public.next_demo_call()
returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '2s'
-- A plan that was made while the table was empty would be kept for a burst. What is done for each
-- row of one, by an index, keeps its plan.
set plan_cache_mode = 'force_custom_plan'
as $$
declare
  turn uuid;
  next public.demo_requests;
begin
  -- One at a time, so that the limits see what was leased a moment ago. Nothing else takes this
  -- lock, and nothing else adds calls. All that follows sees what others committed while this
  -- waited. After two seconds there is nobody for this one: who has the lock asks until there is
  -- nobody.
  begin
    perform pg_advisory_xact_lock(hashtext('next_demo_call'), 0);
  exception
    when lock_not_available then
      return null;
  end;

  perform private.forget_old_calls();
  perform private.wait_for_opening();
  perform private.let_numbers_rest();
  perform private.refuse_numbers();
  if private.stop_refusal('all') is not null then
    return null;
  end if;

  for turn in select private.turns() loop
    next := private.claim(turn);
    -- Read again, as somebody may have paused all calls since. The claim has read the stops of the
    -- number again.
    if private.stop_refusal('all') is not null then
      return null;
    end if;
    if next.id is not null then
      return private.lease(next, turn);
    end if;
  end loop;
  return null;
end;
$$;

-- What a leased request becomes when the call of that lease was not placed, if it is the last one:
-- it is due again in 15 minutes, but refused when its leases are used up, and over two hours after
-- the lease.
create function private.try_again(request public.demo_requests, lease timestamptz)
returns void
language plpgsql
set search_path = ''
as $$
declare
  last_lease timestamptz;
begin
  select max(leased_at)
  into last_lease
  from private.calls
  where request_id = request.id;

  if lease < last_lease then
    return;
  elsif private.used_leases(request.id) >= 3 then
    perform private.refuse(array[request.id], 'could_not_be_placed');
  elsif last_lease <= private.now() - interval '2 hours' then
    update public.demo_requests
    set
      state = 'waiting',
      due_at = last_lease,
      expires_at = last_lease + interval '2 hours'
    where id = request.id;
  else
    update public.demo_requests
    set
      state = 'waiting',
      due_at = term.due_at,
      expires_at = term.expires_at
    from private.window_for(request.phone_number, private.now() + interval '15 minutes') as term
    where id = request.id;
  end if;
end;
$$;

-- The outcome of a call, {"placed": true or false, "note": …}. Some automations send it as a text.
create function private.checked_outcome(outcome jsonb)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
begin
  if jsonb_typeof(outcome) = 'string' and pg_input_is_valid(outcome #>> '{}', 'jsonb') then
    outcome := outcome #>> '{}';
  end if;
  if jsonb_typeof(outcome -> 'placed') is distinct from 'boolean' then
    raise invalid_parameter_value
      using message = 'the outcome is {"placed": true or false, "note": …}';
  end if;
  return outcome;
end;
$$;

-- A request that was deleted, as after its retention, is not erased.
create function private.is_erased(id uuid)
returns boolean
language sql
stable
set search_path = ''
return exists (
  select
  from private.consent_records
  where consent_records.request_id = is_erased.id
    and erased_at is not null
);

-- A call that was placed once was placed, whatever comes later. An erased request has no note.
create function private.record_report(reported uuid, outcome jsonb)
returns private.calls
language sql
set search_path = ''
as $$
  update private.calls
  set
    reported_at = private.now(),
    placed = placed is true or (outcome ->> 'placed')::boolean,
    note = case
      when not private.is_erased(request_id) then coalesce(left(outcome ->> 'note', 1000), note)
    end
  where call_id = reported
  returning *;
$$;

-- Returns whether there is such a call.
create function public.report_demo_call(call_id uuid, outcome jsonb)
returns boolean
language plpgsql
security definer
set search_path = ''
set lock_timeout = '250ms'
as $$
declare
  checked jsonb := private.checked_outcome(outcome);
  request public.demo_requests;
  reported private.calls;
begin
  select *
  into request
  from public.demo_requests
  where id = (
    select call.request_id
    from private.calls as call
    where call.call_id = report_demo_call.call_id
  )
  for update;

  reported := private.record_report(call_id, checked);
  if reported.placed then
    update public.demo_requests
    set
      state = 'placed',
      reason = null
    where id = request.id;
  elsif request.state = 'leased' then
    perform private.try_again(request, reported.leased_at);
  end if;
  return reported.call_id is not null;
end;
$$;

revoke all on function public.next_demo_call, public.report_demo_call
  from public, anon, authenticated;
grant execute on function public.next_demo_call, public.report_demo_call to service_role;
