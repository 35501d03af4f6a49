-- Claim before dialling: whoever rings a number asks here first.
--
-- The webhook is public, so anybody can call it, with any number, as often as they like. A call is placed only for a
-- request that was stored, once, to a number that may be called. Limits fall on calls: no request is refused for them.

-- Which numbers may be called -----------------------------------------------------------------------------------------

create table private.area_codes (
  code text primary key check (code ~ '^[2-9][0-8][0-9]$'),
  country text not null check (country in ('US', 'CA'))
);

comment on table private.area_codes is 'Area codes of the United States, with their territories, and of Canada. Add a new one as NANPA or CNA announces it: https://www.nanpa.com, https://cnac.ca.';
comment on column private.area_codes.code is 'First three of the ten digits.';
comment on column private.area_codes.country is 'US, also for Puerto Rico, Guam and the other territories; or CA.';

-- Source: the metadata of libphonenumber (https://github.com/google/libphonenumber, region US and CA, November 2026) and
-- the codes that NANPA has assigned for relief since (https://www.nanpa.com, planning letters). Left out are the other
-- countries behind +1, toll-free codes (the person called pays), 900, personal and other non-geographic codes.
insert into private.area_codes (code, country)
select (regexp_matches(codes, '[0-9]{3}', 'g'))[1], country
from (values
  ('US', '
    201 202 203 205 206 207 208 209 210 212 213 214 215 216 217 218 219 220 223 224
    225 227 228 229 231 234 235 239 240 248 251 252 253 254 256 260 262 267 269 270
    272 274 276 279 281 283 301 302 303 304 305 307 308 309 310 312 313 314 315 316
    317 318 319 320 321 323 324 325 326 327 329 330 331 332 334 336 337 339 340 341
    346 347 350 351 352 353 357 360 361 363 364 369 380 385 386 401 402 404 405 406
    407 408 409 410 412 413 414 415 417 419 423 424 425 430 432 434 435 436 440 442
    443 445 447 448 457 458 463 464 465 469 470 471 472 475 478 479 480 483 484 501
    502 503 504 505 507 508 509 510 512 513 515 516 517 518 520 530 531 534 539 540
    541 551 557 559 561 562 563 564 565 567 570 571 572 573 574 575 580 582 585 586
    601 602 603 605 606 607 608 609 610 612 614 615 616 617 618 619 620 621 623 624
    626 628 629 630 631 636 640 641 645 646 650 651 656 657 659 660 661 662 667 669
    670 671 678 679 680 681 682 684 686 689 701 702 703 704 706 707 708 712 713 714
    715 716 717 718 719 720 724 725 726 727 728 729 730 731 732 734 737 738 740 743
    747 748 754 757 760 762 763 765 769 770 771 772 773 774 775 779 781 785 786 787
    801 802 803 804 805 806 808 810 812 813 814 815 816 817 818 820 821 826 828 830
    831 832 835 837 838 839 840 843 845 847 848 850 854 856 857 858 859 860 861 862
    863 864 865 870 872 878 901 903 904 906 907 908 909 910 912 913 914 915 916 917
    918 919 920 924 925 928 929 930 931 934 936 937 938 939 940 941 943 945 947 948
    949 951 952 954 956 959 970 971 972 973 975 978 979 980 983 984 985 986 989
  '),
  ('CA', '
    204 226 236 249 250 257 263 273 289 306 343 354 365 367 368 382 403 416 418 428
    431 437 438 450 468 474 506 514 519 548 579 581 584 587 604 613 639 647 672 683
    705 709 742 753 778 780 782 807 819 825 867 873 879 902 905 942
  ')
) as listed (country, codes);

-- The exchange, digits four to six, is NXX. Never a subscriber's: N11 (service codes), 950 (carriers), 958 and 959 (line
-- tests), 976 (premium), and 555-1212 (directory assistance, charged). Source: ATIS-0300051, Central Office Code (NXX)
-- Assignment Guidelines. 555-01xx, kept for examples, is called like any other.
create function private.is_callable(phone_number text)
returns boolean
language sql
stable
set search_path = ''
as $$
  select phone_number ~ '^\([0-9]{3}\) [2-9][0-9]{2}-[0-9]{4}$'
    and phone_number !~ '^\([0-9]{3}\) ([0-9]11|950|958|959|976)-'
    and phone_number !~ '^\([0-9]{3}\) 555-1212$'
    and substr(phone_number, 2, 3) in (select code from private.area_codes);
$$;

comment on function private.is_callable(text) is 'Whether a stored number is one that a subscriber in the US or Canada can have.';

-- Who asked not to be called ------------------------------------------------------------------------------------------

create table private.stopped_numbers (
  phone_number text primary key check (phone_number ~ '^\([0-9]{3}\) [0-9]{3}-[0-9]{4}$'),
  stopped_at timestamptz not null default now(),
  note text
);

comment on table private.stopped_numbers is 'Numbers that asked not to be called. They stay when a request is erased.';
comment on column private.stopped_numbers.phone_number is 'The number, as (415) 555-2671.';
comment on column private.stopped_numbers.stopped_at is 'When it was put on the list.';
comment on column private.stopped_numbers.note is 'Who asked, and how.';

-- Which requests were claimed -----------------------------------------------------------------------------------------

create table private.demo_request_claims (
  request_id uuid primary key references public.demo_requests (id) on delete cascade,
  phone_number text not null,
  outcome text not null check (
    outcome in ('claimed', 'asked_not_to_be_called', 'number_not_in_us_or_canada', 'called_too_often')
  ),
  decided_at timestamptz not null default now()
);

comment on table private.demo_request_claims is 'What whoever dials was last told about a request. No row: nobody has asked yet, or the call could not be placed.';
comment on column private.demo_request_claims.request_id is 'The request.';
comment on column private.demo_request_claims.phone_number is 'Its number, to count the calls to it.';
comment on column private.demo_request_claims.outcome is 'claimed: told to dial. Otherwise the reason not to.';
comment on column private.demo_request_claims.decided_at is 'When that was answered.';

create index demo_request_claims_by_number on private.demo_request_claims (phone_number, decided_at)
  where outcome = 'claimed';
create index demo_request_claims_by_age on private.demo_request_claims (decided_at)
  where outcome = 'claimed';

alter table private.area_codes enable row level security;
alter table private.stopped_numbers enable row level security;
alter table private.demo_request_claims enable row level security;
revoke all on table private.area_codes, private.stopped_numbers, private.demo_request_claims
  from public, anon, authenticated;

-- One after another: the limits count the claims of others, and a number that was stopped must stay uncalled. At most a
-- hundred calls an hour are placed, so nobody waits long.
create function private.take_turn()
returns void
language sql
set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtext('demo_request_claims'), 0);
$$;

comment on function private.take_turn() is 'Makes claims, releases, stops and erasures wait for each other, until the end of the transaction.';

create function private.claimable_since()
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select now() - interval '30 minutes';
$$;

comment on function private.claimable_since() is 'Requests stored earlier are no longer called by themselves: nobody waits for a call that long.';

-- What whoever dials asks ---------------------------------------------------------------------------------------------

create function public.claim_demo_request(request jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  calls_per_number_and_day constant integer := 2;
  between_calls_to_a_number constant interval := '10 minutes';
  calls_per_hour constant integer := 100;
  stored public.demo_requests;
  refusal text;
begin
  perform private.take_turn();

  -- Compared as on arrival: the same request sent again may differ in what nobody sees. ->> is null for whatever is not an
  -- object with such a text. The lock makes a deletion at this moment wait.
  select * into stored
  from public.demo_requests as candidate
  where candidate.email = request ->> 'email'
    and candidate.created_at > private.claimable_since()
    and private.as_seen(candidate.full_name) = private.as_seen(request ->> 'fullName')
    and private.as_seen(candidate.company_name) = private.as_seen(request ->> 'companyName')
    and private.as_seen(candidate.industry) = private.as_seen(request ->> 'industry')
    and candidate.phone_number = request ->> 'phoneNumber'
  order by candidate.created_at desc
  limit 1
  for key share;
  if not found then
    return jsonb_build_object('dial', false, 'reason', 'no_such_request');
  end if;

  if exists (
    select from private.demo_request_claims as claims
    where claims.request_id = stored.id and claims.outcome = 'claimed'
  ) then
    return jsonb_build_object('dial', false, 'reason', 'already_claimed', 'request_id', stored.id);
  end if;

  refusal := case
    when exists (
      select from private.stopped_numbers as stopped where stopped.phone_number = stored.phone_number
    ) then 'asked_not_to_be_called'
    when not private.is_callable(stored.phone_number) then 'number_not_in_us_or_canada'
    when exists (
      select from private.demo_request_claims as calls
      where calls.outcome = 'claimed'
        and calls.phone_number = stored.phone_number
        and calls.decided_at > now() - between_calls_to_a_number
    ) or (
      select count(*) from private.demo_request_claims as calls
      where calls.outcome = 'claimed'
        and calls.phone_number = stored.phone_number
        and calls.decided_at > now() - interval '1 day'
    ) >= calls_per_number_and_day or (
      select count(*) from private.demo_request_claims as calls
      where calls.outcome = 'claimed'
        and calls.decided_at > now() - interval '1 hour'
    ) >= calls_per_hour then 'called_too_often'
  end;

  insert into private.demo_request_claims as claims (request_id, phone_number, outcome)
  values (stored.id, stored.phone_number, coalesce(refusal, 'claimed'))
  on conflict (request_id) do update set outcome = excluded.outcome, decided_at = excluded.decided_at;

  if refusal is not null then
    return jsonb_build_object('dial', false, 'reason', refusal, 'request_id', stored.id);
  end if;
  return jsonb_build_object(
    'dial', true,
    'request_id', stored.id,
    'phone_number', '+1' || regexp_replace(stored.phone_number, '[^0-9]', '', 'g'),
    'full_name', stored.full_name,
    'email', stored.email,
    'company_name', stored.company_name,
    'industry', stored.industry
  );
end;
$$;

comment on function public.claim_demo_request(jsonb) is 'Whether to dial for the webhook body given. True for one copy of it alone: {"dial": true, "request_id", "phone_number": "+14155552671", "full_name", "email", "company_name", "industry"}. Otherwise {"dial": false, "reason"}, and "request_id" where a request was found; no_such_request, already_claimed, asked_not_to_be_called, number_not_in_us_or_canada or called_too_often.';

create function public.release_demo_request(request_id uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.take_turn();
  delete from private.demo_request_claims as claims
  where claims.request_id = release_demo_request.request_id and claims.outcome = 'claimed';
  return found;
end;
$$;

comment on function public.release_demo_request(uuid) is 'Says that the call could not be placed: the request may be claimed again, and the call does not count. False when it was not claimed.';

-- A sweep at fixed times finds what no webhook told of. What was refused is not among it: whoever dials was told.
create function public.unclaimed_demo_requests(older_than interval)
returns setof jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'fullName', requests.full_name,
    'email', requests.email,
    'companyName', requests.company_name,
    'industry', requests.industry,
    'phoneNumber', requests.phone_number,
    'timestamp', requests.created_at
  )
  from public.demo_requests as requests
  where requests.created_at < now() - older_than
    and requests.created_at > private.claimable_since()
    and not exists (select from private.demo_request_claims as claims where claims.request_id = requests.id)
  order by requests.created_at;
$$;

comment on function public.unclaimed_demo_requests(interval) is 'Requests older than this that nobody has asked about and that can still be claimed, oldest first, each as the webhook''s body.';

-- Asking not to be called, and asking again ---------------------------------------------------------------------------

create function private.as_stored(phone_number text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  digits text := regexp_replace(phone_number, '[^0-9]', '', 'g');
begin
  if digits !~ '^1?[0-9]{10}$' then
    raise invalid_parameter_value using message = 'not a US or Canada phone number';
  end if;
  return regexp_replace(digits, '^1?(...)(...)(....)$', '(\1) \2-\3');
end;
$$;

comment on function private.as_stored(text) is 'A number in any usual spelling, such as +14155552671, as (415) 555-2671.';

create function public.stop_demo_calls(phone_number text, note text default null)
returns text
language sql
security definer
set search_path = ''
as $$
  select private.take_turn();
  insert into private.stopped_numbers as stopped (phone_number, note)
  values (private.as_stored(stop_demo_calls.phone_number), stop_demo_calls.note)
  on conflict (phone_number) do update set note = coalesce(excluded.note, stopped.note)
  returning stopped.phone_number;
$$;

comment on function public.stop_demo_calls(text, text) is 'Never dials this number again, until it is allowed. Answers with the number as it is stored.';

create function public.allow_demo_calls(phone_number text)
returns boolean
language sql
security definer
set search_path = ''
as $$
  with allowed as (
    delete from private.stopped_numbers as stopped
    where stopped.phone_number = private.as_stored(allow_demo_calls.phone_number)
    returning 1
  )
  select exists (select from allowed);
$$;

comment on function public.allow_demo_calls(text) is 'Takes a number off the list of those that asked not to be called. False when it was not on it.';

-- Who may call what: whoever holds the secret key, and nobody else ----------------------------------------------------

revoke all on function
  private.is_callable(text), private.take_turn(), private.claimable_since(), private.as_stored(text),
  public.claim_demo_request(jsonb), public.release_demo_request(uuid), public.unclaimed_demo_requests(interval),
  public.stop_demo_calls(text, text), public.allow_demo_calls(text)
  from public, anon, authenticated;
grant execute on function
  public.claim_demo_request(jsonb), public.release_demo_request(uuid), public.unclaimed_demo_requests(interval),
  public.stop_demo_calls(text, text), public.allow_demo_calls(text)
  to service_role;
