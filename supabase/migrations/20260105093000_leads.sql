-- What the team sees: every request with its state, by keyset pagination, so that a list of any length can be read while it changes.
-- An erasure deletes everything personal about a request, and leaves its id, times and attempts; a stopped number stays stopped.
-- Nobody waits in silence: what should have been called, and was not, is overdue.

create function private.leads(ids uuid[]) returns json language sql stable as $$
  with fields as materialized (select * from private.request_fields)
  select coalesce(json_agg(json_build_object(
    'id', id, 'received_at', once.received_at,
    'state', case
      when requests.id is null then case when consent.erased_at is null then 'deleted' else 'erased' end
      when is_decided then last.outcome
      when is_stopped then 'refused'
      when requests.callable_until > private.now() then 'waiting'
      else 'missed'
    end,
    'reason', case when is_stopped and not is_decided then 'asked_not_to_be_called' else last.reason end,
    'not_before', requests.not_before, 'decided_at', last.decided_at, 'claim_id', last.claim_id,
    'request', (select json_object_agg(column_name, request_values -> column_name order by place) from fields),
    'consent', case when consent.erased_at is null then private.consent_to(id, request_values) else 'erased' end, 'consent_version', consent.consent_version
  ) order by once.received_at desc, id desc), '[]')
  from unnest(ids) as id
  left join public.demo_requests as requests using (id)
  left join private.consent_records as consent on consent.request_id = id
  left join lateral private.deciding_attempt(id) as last on true
  cross join lateral (
    select coalesce(to_jsonb(requests), consent.request) as request_values, coalesce(requests.created_at, consent.recorded_at) as received_at,
      private.is_stopped(requests.phone_number) as is_stopped,
      coalesce(last.outcome in ('claimed', 'called') or last.outcome = 'refused' and last.not_before is null, false) as is_decided offset 0
  ) as once;
$$;
comment on function private.leads(uuid[]) is 'These requests as one array, newest first, each with its state: waiting; claimed, when a run was told to dial; called; refused for good, or its number stopped since; missed, when its deadline passed without a call; deleted, when only the consent is left; erased.';

create function public.list_demo_requests(
  before_time timestamptz default 'infinity', before_id uuid default null, only_uncalled boolean default false
) returns json language sql stable security definer set search_path = '' as $$
  select private.leads(array(
    select id from (
      (
        select id, created_at as received_at from public.demo_requests
        where (created_at, id) < (before_time, before_id) and not (only_uncalled and (private.is_stopped(phone_number) or exists (
          -- The same as is_decided in private.leads(), in a subquery that Postgres can run once for all requests.
          select from private.call_attempts as attempts
          where request_id = id and (outcome in ('claimed', 'called') or outcome = 'refused' and attempts.not_before is null
            and attempt = (select max(attempt) from private.call_attempts where request_id = attempts.request_id))
        )))
        order by created_at desc, id desc limit 500
      )
      union all select request_id, recorded_at from (
        select request_id, recorded_at from private.consent_records
        where (recorded_at, request_id) < (before_time, before_id) and not only_uncalled
        order by recorded_at desc, request_id desc limit 500
      ) as recorded where not exists (select from public.demo_requests where id = request_id)
    ) as received
    order by received_at desc, id desc limit 500
  ));
$$;
comment on function public.list_demo_requests(timestamptz, uuid, boolean) is 'Up to 500 requests, newest first: those received before the one with this time and id, or the newest when neither is given; with only_uncalled, only those that may still be called or were missed. An empty answer is the end.';

create function public.demo_request_evidence(request_id uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select to_jsonb(consent) || jsonb_build_object('words', wordings.words, 'seller', wordings.seller, 'attempts', (
    select coalesce(jsonb_agg(to_jsonb(attempts) - 'number_hash' order by attempt), '[]')
    from private.call_attempts as attempts where attempts.request_id = consent.request_id
  ))
  from private.consent_records as consent
  left join private.consent_wordings as wordings on wordings.version = consent.consent_version
  where consent.request_id = demo_request_evidence.request_id and erased_at is null;
$$;
comment on function public.demo_request_evidence(uuid) is 'The record of consent to a request, as it was made, with the words and with every attempt to call. Null where there is none.';

create function public.overdue_demo_requests() returns json language sql stable security definer set search_path = '' as $$
  select private.leads(array(
    select id from public.demo_requests as requests
    where callable_until > private.now() - interval '24 hours' and not_before < private.now() - interval '5 minutes' and (
      exists (
        select from private.call_attempts
        where request_id = id and outcome = 'claimed' and decided_at < private.now() - interval '15 minutes'
      ) or private.is_open(requests) and exists (
        select from private.decide(requests, false)
        where reason is null or not_before is not null
          or reason in ('no_consent_on_record', 'outside_calling_hours') and not exists (
            select from private.call_attempts where outcome <> 'refused' and decided_at > private.now() - interval '24 hours'
          )
      )
    )
  ));
$$;
comment on function public.overdue_demo_requests() is 'Requests of the last 24 hours that could be called, have waited longer than five minutes and were not; those whose claim was not settled within 15 minutes; and, when nothing at all was claimed in those 24 hours, those without consent on record or without calling hours: the words may not be registered, or the hours be missing.';

create function public.find_demo_requests(person text) returns json language sql stable security definer set search_path = '' as $$
  select private.leads(array_agg(distinct id)) from (
    select id, email, phone_number from public.demo_requests
    union all select request_id, request ->> 'email', phone_number from private.consent_records
  ) as known
  -- OFFSET 0 evaluates it once. What is neither an id, an e-mail address nor a number is an error.
  cross join (
    select lower(private.visible_text(person)) as text, case when person !~ '@|^[0-9a-fA-F]{8}-' then private.normalize_phone_number(person) end as number offset 0
  ) as asked
  where id::text = text or lower(email) = text or phone_number = number;
$$;
comment on function public.find_demo_requests(text) is 'Every request with this id, e-mail address or phone number, or whose record of consent has it.';

create function public.erase_demo_requests(request_ids uuid[]) returns integer language sql security definer set search_path = '' as $$
  select private.lock_attempts();
  insert into private.consent_records (request_id, recorded_at, request, phone_number)
  select id, created_at, '{}', '' from public.demo_requests where id = any(request_ids) on conflict do nothing;
  delete from public.demo_requests where id = any(request_ids);
  update private.call_attempts set claim_id = gen_random_uuid(), run_id = null, reason = case outcome when 'refused' then reason end
  where request_id = any(request_ids);
  with erased as (
    update private.consent_records
    set request = '{}', phone_number = '', consent_version = null, address = null, user_agent = null, erased_at = private.now()
    where request_id = any(request_ids) returning request_id
  )
  select count(*)::integer from erased;
$$;
comment on function public.erase_demo_requests(uuid[]) is 'Deletes everything personal about these requests; what is left are a line for each, and attempts that tell no number. A number that asked not to be called stays stopped, with the note. Answers how many there were.';

-- Defaults and checks run as anon, who needs this even where a project has taken it from PUBLIC.
grant execute on function private.now, private.call_window, private.visible_text, private.is_visible_line, private.request_key to anon;

-- For the secret key, and for nobody else.
revoke all on function
  public.claim_demo_request, public.release_demo_request, public.report_demo_call, public.unclaimed_demo_requests, public.stop_demo_calls,
  public.allow_demo_calls, public.list_demo_call_stops, public.list_demo_requests, public.demo_request_evidence,
  public.overdue_demo_requests, public.find_demo_requests, public.erase_demo_requests from public, anon, authenticated;
grant execute on function
  public.claim_demo_request, public.release_demo_request, public.report_demo_call, public.unclaimed_demo_requests, public.stop_demo_calls,
  public.allow_demo_calls, public.list_demo_call_stops, public.list_demo_requests, public.demo_request_evidence,
  public.overdue_demo_requests, public.find_demo_requests, public.erase_demo_requests to service_role;
