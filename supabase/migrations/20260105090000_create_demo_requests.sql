-- Demo requests: a table that the public may write to, one request at a time, and never read.
--
-- The browser inserts as `anon` through the REST interface. Everything below assumes that whoever holds the public
-- key sends whatever they like, so each promise of the form is kept here as well.

create schema if not exists private;
comment on schema private is 'What the REST interface must never serve. Not among the exposed schemas, and nobody but its owner may use it.';
revoke all on schema private from public, anon, authenticated;

-- The table ---------------------------------------------------------------------------------------------------------

-- White space is spelled out in the patterns: what \s matches depends on the database's collation, and the form trims
-- what JavaScript calls white space. The last class of the first three is the control characters.
create table public.demo_requests (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  full_name text not null,
  company_name text not null,
  industry text not null,
  phone_number text not null,
  accepted_terms boolean not null,
  email text not null,

  constraint full_name_is_one_trimmed_line check (
    char_length(full_name) between 1 and 200
    and full_name !~ '^[ \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
    and full_name !~ '[ \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]$'
    and full_name !~ '[\u0001-\u001F\u007F-\u009F]'
  ),
  constraint company_name_is_one_trimmed_line check (
    char_length(company_name) between 1 and 200
    and company_name !~ '^[ \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
    and company_name !~ '[ \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]$'
    and company_name !~ '[\u0001-\u001F\u007F-\u009F]'
  ),
  constraint industry_is_one_trimmed_line check (
    char_length(industry) between 1 and 200
    and industry !~ '^[ \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
    and industry !~ '[ \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]$'
    and industry !~ '[\u0001-\u001F\u007F-\u009F]'
  ),
  constraint phone_number_is_formatted check (phone_number ~ '^\([0-9]{3}\) [0-9]{3}-[0-9]{4}$'),
  constraint email_looks_like_an_address check (
    char_length(email) <= 320
    and email ~ '^[^@]+@[^@]+\.[^@]+$'
    and email !~ '[\u0001-\u0020\u007F-\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
  ),
  constraint terms_are_accepted check (accepted_terms)
);

comment on table public.demo_requests is 'Requests for a live AI demo call, as sent by the form. Written by the public, read by the team.';
comment on column public.demo_requests.id is 'Identifies the request. Set by the database alone.';
comment on column public.demo_requests.created_at is 'When the request arrived. Set by the database alone.';
comment on column public.demo_requests.full_name is 'Who asks, trimmed.';
comment on column public.demo_requests.company_name is 'For which business, trimmed.';
comment on column public.demo_requests.industry is 'In which trade, in the visitor''s own words, trimmed.';
comment on column public.demo_requests.phone_number is 'Where to call: US or Canada, always as (415) 555-2671.';
comment on column public.demo_requests.accepted_terms is 'Consent to receive the automated call. No row exists without it.';
comment on column public.demo_requests.email is 'Where to write, trimmed; only its shape is checked.';

-- Finds an identical request of the last hour.
create index demo_requests_by_email on public.demo_requests (email, created_at);

-- Who may do what ---------------------------------------------------------------------------------------------------

alter table public.demo_requests enable row level security;

-- Projects differ in what a new table grants by itself. Taking everything back first makes them all the same; the
-- grant then names columns, so that nobody chooses an id or a time of arrival.
revoke all on table public.demo_requests from public, anon, authenticated;
grant insert (full_name, company_name, industry, phone_number, accepted_terms, email)
  on table public.demo_requests to anon;
grant select, insert, update, delete on table public.demo_requests to service_role;

create policy "Anyone may ask for a demo call by consenting to it"
  on public.demo_requests
  for insert
  to anon
  with check (accepted_terms);

-- Who asked lately --------------------------------------------------------------------------------------------------

create table private.demo_request_origins (
  address inet not null,
  created_at timestamptz not null default now()
);

comment on table private.demo_request_origins is 'Where the stored requests of the last hour came from, to limit how many one address may make. Nothing here leads to a request; older rows are removed as new requests arrive.';
comment on column private.demo_request_origins.address is 'IPv4 address, or the /64 network of an IPv6 address: that is what one connection is given.';
comment on column private.demo_request_origins.created_at is 'When a request from it was stored.';

create index demo_request_origins_by_address on private.demo_request_origins (address, created_at);
create index demo_request_origins_by_age on private.demo_request_origins (created_at);

alter table private.demo_request_origins enable row level security;
revoke all on table private.demo_request_origins from public, anon, authenticated;

-- On hosted Supabase, Cloudflare writes `cf-connecting-ip` anew for every request, whereas it only appends to an
-- `x-forwarded-for` that the visitor may have invented (https://github.com/orgs/supabase/discussions/34647). Elsewhere
-- the first forwarded address is the only one that tells visitors apart; put a proxy in front that overwrites
-- `x-forwarded-for` and drops `cf-connecting-ip`. A later hop is the proxy itself: counting by it would lock everybody
-- out together.
create function private.request_address()
returns inet
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
  forwarded text := coalesce(headers ->> 'cf-connecting-ip', headers ->> 'x-forwarded-for');
  hop text := btrim(split_part(forwarded, ',', 1));
  address inet;
begin
  if forwarded is null then
    return null;
  end if;
  -- Some proxies add the port, 203.0.113.7:51234 or [2001:db8::7]:51234, or write IPv4 as ::ffff:203.0.113.7.
  hop := regexp_replace(hop, '^\[(.*)\](:[0-9]+)?$', '\1');
  hop := regexp_replace(hop, '^(::ffff:)?([0-9.]+)(:[0-9]+)?$', '\2', 'i');
  address := host(hop::inet);
  return case family(address) when 6 then network(set_masklen(address, 64)) else address end;
exception
  -- A header that no proxy writes buys no exemption: all of its kind count as one address.
  when data_exception then
    return '0.0.0.0';
end;
$$;

comment on function private.request_address() is 'Address that the current REST request comes from, or null when nothing forwarded it: a direct connection, or the embedded back end.';

-- What happens on arrival -------------------------------------------------------------------------------------------

create function private.begin_demo_request()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform set_config('demo_requests.rows', '0', true);
  return null;
end;
$$;

comment on function private.begin_demo_request() is 'Starts counting the rows of one statement.';

create function private.receive_demo_request()
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

  -- An identical request within the hour is accepted without a second row, and never counts: sending again after a
  -- lost reply is safe. The lock makes a twin that arrives at the same moment wait until the first is stored.
  perform pg_advisory_xact_lock(hashtext('demo_requests.email'), hashtext(new.email));
  if exists (
    select from public.demo_requests as stored
    where stored.email = new.email
      and stored.created_at > now() - interval '1 hour'
      and stored.full_name = new.full_name
      and stored.company_name = new.company_name
      and stored.industry = new.industry
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

comment on function private.receive_demo_request() is 'Takes one request per statement, stores an identical one only once an hour, and lets one address make only so many an hour.';

revoke all on function private.request_address(), private.begin_demo_request(), private.receive_demo_request()
  from public, anon, authenticated;

-- For the public alone: the team may import or restore many rows at once.
create trigger begin_demo_request
  before insert on public.demo_requests
  for each statement
  when (current_user = 'anon')
  execute function private.begin_demo_request();

create trigger receive_demo_request
  before insert on public.demo_requests
  for each row
  when (current_user = 'anon')
  execute function private.receive_demo_request();
