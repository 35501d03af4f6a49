-- What nobody can see is nothing: a text of invisible characters alone is not filled in, and does not make two requests
-- different. The form has the same rule.
--
-- Invisible are Unicode's default-ignorable characters (zero-width spaces and joiners, marks of writing direction,
-- variation selectors, Hangul fillers, tags) and the Braille blank, all written out below: Postgres has no class for them.
-- Beside visible characters they stay as they were typed, since they shape these: joiners in Persian names and in emoji,
-- selectors behind a heart, tags in the flag of Scotland. In an e-mail address they shape nothing: the form takes out those
-- that come along when one is copied, and the table refuses them.

-- Rows stored before this rule stay as they are: not valid.
alter table public.demo_requests
  add constraint full_name_is_visible check (
    full_name ~ '[^ \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'
  ) not valid,
  add constraint company_name_is_visible check (
    company_name ~ '[^ \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'
  ) not valid,
  add constraint industry_is_visible check (
    industry ~ '[^ \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'
  ) not valid,
  add constraint email_hides_nothing check (
    email !~ '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'
  ) not valid;

create function private.as_seen(entered text)
returns text
language sql
immutable
set search_path = ''
as $$
  select regexp_replace(
    entered,
    '[ \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
    '',
    'g'
  );
$$;

comment on function private.as_seen(text) is 'The visible characters of a text, for comparing two requests. White space is left out as well: some of it has no width.';

revoke all on function private.as_seen(text) from public, anon, authenticated;

-- As before, but for how two requests are compared.
create or replace function private.receive_demo_request()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  requests_per_hour constant integer := 20;
  origin inet;
  oldest timestamptz;
begin
  -- One request per statement. Counted as they come, so that a list of ten thousand ends at its second.
  if current_setting('demo_requests.rows') <> '0' then
    raise check_violation using message = 'demo requests are made one at a time';
  end if;
  perform set_config('demo_requests.rows', '1', true);

  -- A request that looks identical within the hour is accepted without a second row, and never counts: sending again after a
  -- lost reply is safe. The lock makes a twin that arrives at the same moment wait until the first is stored.
  perform pg_advisory_xact_lock(hashtext('demo_requests.email'), hashtext(new.email));
  if exists (
    select from public.demo_requests as stored
    where stored.email = new.email
      and stored.created_at > now() - interval '1 hour'
      and private.as_seen(stored.full_name) = private.as_seen(new.full_name)
      and private.as_seen(stored.company_name) = private.as_seen(new.company_name)
      and private.as_seen(stored.industry) = private.as_seen(new.industry)
      and stored.phone_number = new.phone_number
      and stored.accepted_terms = new.accepted_terms
  ) then
    return null;
  end if;

  origin := private.request_address();
  if origin is null then
    return new;
  end if;

  -- Taken after the lock above by everyone, so that no two requests can wait for each other.
  perform pg_advisory_xact_lock(hashtext('demo_requests.address'), hashtext(host(origin)));
  select min(recent.created_at) into oldest
  from (
    select origins.created_at
    from private.demo_request_origins as origins
    where origins.address = origin
      and origins.created_at > now() - interval '1 hour'
    order by origins.created_at desc
    limit requests_per_hour
  ) as recent
  having count(*) >= requests_per_hour;

  if oldest is not null then
    -- PostgREST needs every one of these keys: https://docs.postgrest.org/en/v12/references/errors.html
    raise sqlstate 'PGRST' using
      message = json_build_object(
        'code', '429',
        'message', 'too many demo requests from this address',
        'details', format('at most %s requests within one hour', requests_per_hour),
        'hint', 'try again later'
      )::text,
      detail = json_build_object(
        'status', 429,
        'headers', json_build_object(
          'Retry-After', ceil(extract(epoch from oldest + interval '1 hour' - now()))::integer::text
        )
      )::text;
  end if;

  insert into private.demo_request_origins (address) values (origin);

  -- Rows that another request is removing at this moment are left to it.
  delete from private.demo_request_origins as origins
  where origins.ctid in (
    select expired.ctid
    from private.demo_request_origins as expired
    where expired.created_at <= now() - interval '1 hour'
    limit 100
    for update skip locked
  );

  return new;
end;
$$;

comment on function private.receive_demo_request() is 'Takes one request per statement, stores one that looks identical only once an hour, and lets one address make only so many an hour.';
