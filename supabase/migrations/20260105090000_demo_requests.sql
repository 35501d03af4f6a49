-- Demo requests. The public may add one complete request with consent at a time; it reads and changes none, and sets no id or time.
-- The same request again makes no second row for as long as the first can still be called, and makes a new one otherwise.
-- At most 20 requests an hour are stored from one address, and 40 from one IPv6 site (/48).
-- Everything else that calls need is in the files after this one.

create schema if not exists private;
comment on schema private is 'What the REST interface must never serve: it is not among the exposed schemas, and nobody but its owner may use it.';
revoke all on schema private from public, anon, authenticated, service_role;

create function private.now() returns timestamptz language sql stable return now();
comment on function private.now() is 'The clock of everything below. A test replaces it to be at another time.';

create function private.call_window() returns interval language sql immutable return interval '30 minutes';
comment on function private.call_window() is 'How long a request stays callable after not_before.';

-- Postgres has no class for these: white space as JavaScript trims it, Unicode's default-ignorable characters, Braille blank.
create function private.visible_text(entered text) returns text language sql immutable
return regexp_replace(entered, '[ \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g');
comment on function private.visible_text(text) is 'The visible characters of a text, without white space, some of which has no width.';

-- White space is spelled out: what \s matches depends on the collation of the database.
create function private.is_visible_line(entered text) returns boolean language sql immutable
return char_length(entered) between 1 and 200
  and private.visible_text(entered) <> ''
  and left(entered, 1) || right(entered, 1) !~ '[ \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
  and entered !~ '[\u0001-\u001F\u007F-\u009F]';

create table public.demo_requests (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default private.now(),
  full_name text not null constraint full_name_is_a_visible_line check (private.is_visible_line(full_name)),
  company_name text not null constraint company_name_is_a_visible_line check (private.is_visible_line(company_name)),
  industry text not null constraint industry_is_a_visible_line check (private.is_visible_line(industry)),
  -- US or Canada, always as (415) 555-2671.
  phone_number text not null constraint phone_number_is_formatted check (phone_number ~ '^\([0-9]{3}\) [0-9]{3}-[0-9]{4}$'),
  -- Consent to receive the automated call: no row exists without it.
  accepted_terms boolean not null constraint terms_are_accepted check (accepted_terms),
  email text not null constraint email_looks_like_an_address check (
    char_length(email) <= 320 and email ~ '^[^@]+@[^@]+\.[^@]+$'
    and email !~ '[\u0001-\u001F\u007F-\u009F]' and private.visible_text(email) = email
  ),
  -- From when on it may be called, as far as is known: its arrival, the next opening of the hours, or the end of a limit.
  not_before timestamptz not null default private.now(),
  -- Until when it may be called: half an hour after not_before, or after it was last sent again or its claim was last released.
  callable_until timestamptz not null default private.now() + private.call_window()
);
comment on table public.demo_requests is 'Requests for a live AI demo call, as sent by the form. Written by the public, read by the team.';
create index demo_requests_by_age on public.demo_requests (created_at, id);
create index demo_requests_by_deadline on public.demo_requests (callable_until);

-- Default privileges differ between projects: everything is revoked first. The grant names columns, so that
-- nobody chooses an id or a time. service_role neither inserts nor updates: what it wrote would have no consent.
alter table public.demo_requests enable row level security;
revoke all on table public.demo_requests from public, anon, authenticated, service_role;
grant insert (full_name, company_name, industry, phone_number, accepted_terms, email) on table public.demo_requests to anon;
grant select, delete on table public.demo_requests to service_role;

create policy "Anyone may ask for a demo call by consenting to it" on public.demo_requests for insert to anon with check (accepted_terms);

create view private.request_fields as
select attname::text as column_name, lower(left(attname, 1)) || substr(replace(initcap(attname), '_', ''), 2) as field_name, attnum as place
from pg_catalog.pg_attribute
where attrelid = 'public.demo_requests'::regclass and attnum > 0 and not attisdropped
  and attname <> 'accepted_terms' and has_column_privilege('anon', attrelid, attnum, 'insert');
comment on view private.request_fields is 'What a request says: every column that the public may insert, but for consent, with its name in the webhook (full_name is fullName).';

create function private.request_key(fields jsonb) returns bytea language sql immutable
return (
  select sha256(convert_to(jsonb_object_agg(key, private.visible_text(value))::text, 'UTF8'))
  from jsonb_each_text(fields) where private.visible_text(value) <> ''
);
comment on function private.request_key(jsonb) is 'The identity of a request: equal for two whose fields, under their names in the webhook, look the same. Empty and missing fields are the same. Null without any.';

create function private.request_values(request jsonb, for_webhook boolean default false) returns jsonb language sql stable
return (
  select jsonb_object_agg(case when for_webhook then field_name else column_name end, request -> column_name) from private.request_fields
);
comment on function private.request_values(jsonb, boolean) is 'What a row of demo_requests says, by column, or named as in the webhook.';

create function private.key_every_field() returns void language plpgsql as $$
begin
  execute 'alter table public.demo_requests drop column if exists request_key, add column request_key bytea not null
    generated always as (private.request_key(jsonb_object(array['
    || (select string_agg(format('%L, %I::text', field_name, column_name), ', ' order by place) from private.request_fields)
    || ']))) stored';
  create index demo_requests_by_key on public.demo_requests (request_key, created_at);
end;
$$;
comment on function private.key_every_field() is 'Makes the column request_key anew from all fields. A migration that adds a field calls it at its end.';
select private.key_every_field();

-- On hosted Supabase, Cloudflare overwrites `cf-connecting-ip`, and only appends to an `x-forwarded-for` that the visitor may
-- have invented (https://github.com/orgs/supabase/discussions/34647). Elsewhere put a proxy in front that overwrites
-- `x-forwarded-for` and drops `cf-connecting-ip`: its first address is then the visitor's, a later one the proxy's own.
create function private.request_address() returns inet language plpgsql stable set search_path = '' as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
  forwarded text := coalesce(headers ->> 'cf-connecting-ip', headers ->> 'x-forwarded-for');
begin
  -- Some proxies add the port, 203.0.113.7:51234 or [2001:db8::7]:51234, or write IPv4 as ::ffff:203.0.113.7.
  return host(regexp_replace(
    btrim(split_part(forwarded, ',', 1)), '^(?:\[(.*)\]|(?:::ffff:)?([0-9.]+))(?::[0-9]+)?$', '\1\2', 'i'
  )::inet);
exception
  -- Headers that cannot be parsed all count as one address. Without any header, nothing is limited.
  when data_exception then return '0.0.0.0';
end;
$$;

create function private.network_of(address inet, bits integer) returns inet language sql immutable
return network(set_masklen(address, case family(address) when 6 then bits else 32 end));

create function private.receive_demo_request() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  key bytea := private.request_key(private.request_values(to_jsonb(new), true));
  origin inet := private.request_address();
begin
  -- A bulk insert fails at its second row: PostgREST runs each statement in a transaction of its own.
  if current_setting('demo_requests.received', true) = 'one' then
    raise check_violation using message = 'demo requests are made one at a time';
  end if;
  perform set_config('demo_requests.received', 'one', true);

  -- The lock makes a twin that arrives at the same moment wait until the first is stored.
  perform pg_advisory_xact_lock(hashtext('demo_requests.key'), hashtext(encode(key, 'hex')));
  -- The same again only extends the deadline of a request that can still be called: its consent is on record, it was not called,
  -- and its claim, if it has one, is less than ten minutes old.
  update public.demo_requests as stored set callable_until = greatest(callable_until, private.now() + private.call_window())
  where new.accepted_terms and id = (
    select id from public.demo_requests where request_key = key and callable_until > private.now() order by created_at desc limit 1
  ) and private.consent_to(id, to_jsonb(stored)) = 'recorded' and not exists (
    select from private.deciding_attempt(id)
    where outcome = 'called' or outcome = 'claimed' and decided_at <= private.now() - interval '10 minutes'
  );
  if found then return null; end if;

  if origin is not null then
    -- Always after the lock above: no deadlock.
    perform pg_advisory_xact_lock(hashtext('demo_requests.site'), hashtext(private.network_of(origin, 48)::text));
    -- An internet connection is given an IPv4 address or a /64 of IPv6, and an IPv6 site (/48) has 65,536 such networks.
    if (
      select count(*) >= 40
        or count(*) filter (where private.network_of(consent.address, 64) = private.network_of(origin, 64)) >= 20
      from private.consent_records as consent
      where private.network_of(consent.address, 48) = private.network_of(origin, 48)
        and consent.recorded_at > private.now() - interval '1 hour'
    ) then
      -- PostgREST needs every one of these keys: https://docs.postgrest.org/en/v12/references/errors.html
      raise sqlstate 'PGRST' using
        message = '{"code": "429", "message": "too many demo requests from this address", "details": "20 within one hour", "hint": "try again later"}',
        detail = '{"status": 429, "headers": {"Retry-After": "3600"}}';
    end if;
  end if;

  new.not_before := coalesce(private.opens_at(new.phone_number, private.now()), private.now());
  new.callable_until := new.not_before + private.call_window();
  return new;
end;
$$;

-- For the public alone: the team may import or restore many rows at once.
create trigger receive_demo_request before insert on public.demo_requests for each row when (current_user = 'anon') execute function private.receive_demo_request();
