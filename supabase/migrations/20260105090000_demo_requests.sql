-- Requests for a demo call. The public (role anon) may insert one complete request with consent at
-- a time. It reads none and changes none.

-- The REST interface does not serve this schema. Where there is one of that name, it is somebody
-- else's, and this stops.
create schema private;
revoke all on schema private from public, anon, authenticated, service_role;

-- Supabase's advisor asks for a search_path on every function. A function that is marked "Inlined"
-- has none: `set` would prevent that Postgres puts its body in place of the call, which is up to a
-- thousand times as fast. It names the schema of all that it uses.

-- The clock of all these migrations: a test replaces it, to look at another time. Inlined.
create function private.now()
returns timestamptz
language sql
stable
return now();

-- Without spaces and invisible characters, as src/demo-request/text.ts has both. Inlined.
create function private.visible_text(entered text)
returns text
language sql
immutable
return regexp_replace(
  entered,
  '[ \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\u00AD\u034F\u061C\u115F\u1160\u17B4'
  '\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF'
  '\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
  '',
  'g'
);

-- Whether a text is trimmed, visible, and without control characters. White space is spelled out,
-- as \s depends on the collation. Inlined.
create function private.is_visible_line(line text)
returns boolean
language sql
immutable
return char_length(line) between 1 and 200
  and private.visible_text(line) <> ''
  and left(line, 1) || right(line, 1)
    !~ '[ \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
  and line !~ '[\u0001-\u001F\u007F-\u009F]';

create table public.demo_requests (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default private.now(),
  full_name text not null
    check (private.is_visible_line(full_name)),
  company_name text not null
    check (private.is_visible_line(company_name)),
  industry text not null
    check (private.is_visible_line(industry)),
  -- A number of the US or Canada, always written as (415) 555-2671.
  phone_number text not null
    constraint phone_number_is_formatted
    check (phone_number ~ '^\([0-9]{3}\) [0-9]{3}-[0-9]{4}$'),
  accepted_terms boolean not null
    constraint terms_are_accepted
    check (accepted_terms),
  email text not null
    check (
      char_length(email) <= 320
      and email ~ '^[^@]+@[^@]+\.[^@]+$'
      and email !~ '[\u0001-\u001F\u007F-\u009F]'
      and private.visible_text(email) = email
    )
);

create index demo_requests_by_age on public.demo_requests (created_at, id);

-- Default privileges differ between projects, so all go. The team reads and deletes, and does not
-- insert: its rows would have no consent.
alter table public.demo_requests enable row level security;
revoke all on table public.demo_requests from public, anon, authenticated, service_role;
grant select, delete on table public.demo_requests to service_role;
grant insert (full_name, company_name, industry, phone_number, accepted_terms, email)
  on table public.demo_requests
  to anon;

create policy "Who consents may ask"
  on public.demo_requests
  for insert
  to anon
  with check (accepted_terms);

-- Defaults and checks run as anon: PUBLIC may execute functions by default, but not in every
-- project.
grant execute on function private.now, private.visible_text, private.is_visible_line to anon;

-- What a visitor entered: every column that anon may insert, but the consent. A column that is
-- granted later belongs to it, too.
create function private.entered(request jsonb)
returns json
language sql
stable
set search_path = ''
return (
  select json_object_agg(attname, request -> attname::text order by attnum)
  from pg_catalog.pg_attribute
  where attrelid = 'public.demo_requests'::regclass
    and attnum > 0
    and not attisdropped
    and attname <> 'accepted_terms'
    and has_column_privilege('anon', attrelid, attnum, 'insert')
);
