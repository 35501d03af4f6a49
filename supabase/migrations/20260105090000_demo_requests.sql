-- Requests for a demo call. The public (role anon) may insert one complete request with consent at a time; it
-- reads and changes none. Not stored are more than 20 an hour from one address (IPv4, or IPv6 /64), and 40
-- from one network (IPv6 /48). The REST interface does not serve the schema private.

create schema if not exists private;
revoke all on schema private from public, anon, authenticated, service_role;
-- The clock of all these migrations: a test replaces it, to look at another time.
create function private.now() returns timestamptz language sql stable return now();
-- Without spaces and invisible characters, as src/demo-request/text.ts has both.
create function private.visible_text(entered text) returns text language sql immutable
return regexp_replace(entered, '[ \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\u00AD\u034F\u061C'
  '\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F'
  '\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g');
-- Trimmed, and without control characters. White space is spelled out, as \s depends on the collation.
create function private.is_visible_line(line text) returns boolean language sql immutable
return char_length(line) between 1 and 200 and private.visible_text(line) <> ''
  and left(line, 1) || right(line, 1) !~ '[ \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
  and line !~ '[\u0001-\u001F\u007F-\u009F]';

create table public.demo_requests (
  id uuid primary key default gen_random_uuid(), created_at timestamptz not null default private.now(),
  full_name text not null check (private.is_visible_line(full_name)),
  company_name text not null check (private.is_visible_line(company_name)),
  industry text not null check (private.is_visible_line(industry)),
  phone_number text not null -- US or Canada, always as (415) 555-2671.
    constraint phone_number_is_formatted check (phone_number ~ '^\([0-9]{3}\) [0-9]{3}-[0-9]{4}$'),
  accepted_terms boolean not null constraint terms_are_accepted check (accepted_terms),
  email text not null check (char_length(email) <= 320 and email ~ '^[^@]+@[^@]+\.[^@]+$'
    and email !~ '[\u0001-\u001F\u007F-\u009F]' and private.visible_text(email) = email),
  -- The queue. The defaults are for what the team imports: nobody is called for it.
  state text not null default 'refused' check (state in ('waiting', 'leased', 'placed', 'refused')),
  reason text default 'not_sent_by_the_form', -- Why it was refused.
  callable_since timestamptz not null default private.now(), -- Its turn: when it could first be called.
  due_at timestamptz, -- From then it may be leased, for two hours; or might have been, if it was refused.
  network inet -- Of the address that it was sent from: /24 of IPv4, /48 of IPv6.
);
create index demo_requests_by_age on public.demo_requests (created_at, id);
create index demo_requests_by_number on public.demo_requests (phone_number, due_at);
create index demo_requests_by_state on public.demo_requests (state, created_at, id);
create index demo_requests_by_due_time on public.demo_requests (due_at);
-- Default privileges differ between projects: all go. A row that service_role inserted would have no consent.
alter table public.demo_requests enable row level security;
revoke all on table public.demo_requests from public, anon, authenticated, service_role;
grant select, delete on table public.demo_requests to service_role;
grant insert (full_name, company_name, industry, phone_number, accepted_terms, email)
  on table public.demo_requests to anon;
create policy "Who consents may ask" on public.demo_requests for insert to anon with check (accepted_terms);
-- Defaults and checks run as anon: PUBLIC may execute functions by default, but not in every project.
grant execute on function private.now, private.visible_text, private.is_visible_line to anon;
-- What a visitor entered: every column that anon may insert, but consent; so also one that is granted later.
create function private.entered(request jsonb) returns json language sql stable return (
  select json_object_agg(attname, request -> attname::text order by attnum) from pg_catalog.pg_attribute
  where attrelid = 'public.demo_requests'::regclass and attnum > 0 and not attisdropped
    and attname <> 'accepted_terms' and has_column_privilege('anon', attrelid, attnum, 'insert')
);
-- PostgREST sets request.headers to the headers of the HTTP request that it answers.
create function private.request_header(name text) returns text language sql stable
return nullif(current_setting('request.headers', true), '')::json ->> name;
-- On hosted Supabase, Cloudflare overwrites cf-connecting-ip, and only appends to an x-forwarded-for that may
-- be invented (https://github.com/orgs/supabase/discussions/34647). Elsewhere a proxy in front overwrites
-- x-forwarded-for and drops cf-connecting-ip. Of [IPv6]:port, IPv4:port and ::ffff:IPv4, the address is kept.
-- What is no address shares the limits of 0.0.0.0; without a header, there are no limits.
create function private.request_address() returns inet language sql stable return (
  select case when pg_input_is_valid(sent, 'inet') then host(sent::inet)::inet else '0.0.0.0' end
  from regexp_replace(btrim(split_part(
    coalesce(private.request_header('cf-connecting-ip'), private.request_header('x-forwarded-for')), ',', 1
  )), '^(?:\[(.*)\]|(?:::ffff:)?([0-9.]+))(?::[0-9]+)?$', '\1\2', 'i') as sent where sent is not null
);
create function private.network_of(address inet, ipv4_bits int, ipv6_bits int) returns inet immutable
return network(set_masklen(address, case family(address) when 6 then ipv6_bits else ipv4_bits end));

create function private.receive_demo_request() returns trigger
language plpgsql security definer set search_path = '' set lock_timeout = '1s' as $$
declare
  origin inet := private.request_address(); network inet := private.network_of(origin, 32, 48);
  of_address integer; of_network integer; -- How many requests were stored within an hour.
begin
  -- Before any work that grows with the row: four bytes a character, in columns of up to 320 characters. One
  -- row in a transaction, which PostgREST has for each HTTP request: a bulk insert fails at its second.
  if pg_column_size(new) > 20000 or current_setting('demo_requests.received', true) = 'one' then
    raise check_violation using message = 'demo requests are made one at a time, of at most 20,000 bytes';
  end if;
  perform set_config('demo_requests.received', 'one', true);
  -- One at a time from a network, so that the limit sees those that were stored a moment ago.
  perform pg_advisory_xact_lock(hashtext('demo_requests.network'), hashtext(network::text));
  select count(*) filter (where private.network_of(address, 32, 64) = private.network_of(origin, 32, 64)),
    count(*) into of_address, of_network from private.consent_records
  where private.network_of(address, 32, 48) = network and recorded_at > private.now() - interval '1 hour';
  if of_address >= 20 or of_network >= 40 then
    -- PostgREST needs every one of these keys: https://docs.postgrest.org/en/v12/references/errors.html
    raise sqlstate 'PGRST' using detail = '{"status": 429, "headers": {"Retry-After": "3600"}}', message =
      '{"code": "429", "message": "too many demo requests from this address", "details": null, "hint": null}';
  end if;
  insert into private.consent_records
  values (new.id, new.created_at, private.entered(to_jsonb(new)), new.phone_number, substring(
    private.request_header('x-client-info') from '(?:^|;)\s*consent=([0-9a-f]{64})\s*(?:;|$)'
  ), origin, left(private.request_header('user-agent'), 500), of_address = 19 or of_network = 39);
  -- Judged at once, and again before it is leased (queue.sql).
  select opens into new.due_at from private.openings(private.now(), array[substr(new.phone_number, 2, 3)]);
  new.reason := coalesce(private.refusal(new), case when new.due_at is null then 'no_calling_hours' end);
  new.state := case when new.reason is null then 'waiting' else 'refused' end;
  new.due_at := coalesce(new.due_at, private.now());
  new.callable_since := new.due_at;
  new.network := private.network_of(origin, 24, 48);
  return new;
end;
$$;
-- Only for the public: the team may import or restore many rows at once.
create trigger receive_demo_request before insert on public.demo_requests
for each row when (current_user = 'anon') execute function private.receive_demo_request();
