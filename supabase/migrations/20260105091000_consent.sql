-- Consent that can be shown: for each request, who consented to which words, when and from where
-- (47 CFR 64.1200, 16 CFR 310.5). A record can be emptied, to erase it, and deleted after five
-- years. The words stay.

-- The SHA-256 of both, each after its length in bytes, on lines of their own, as in
-- src/demo-request/consent.ts.
create function private.consent_version(seller text, words text)
returns text
language sql
immutable
set search_path = ''
return encode(
  sha256(
    convert_to(
      concat_ws(E'\n', octet_length(seller), seller, octet_length(words), words),
      'UTF8'
    )
  ),
  'hex'
);

-- Every version of the words that a page has shown.
create table private.consent_wordings (
  version text primary key
    generated always as (private.consent_version(seller, words)) stored,
  -- Who calls: the brand that the words name.
  seller text not null,
  -- As they stand beside the checkbox.
  words text not null,
  registered_at timestamptz not null default private.now()
);

-- Calling it again changes nothing. The migrations of `npm run consent` call it, and `npm start`
-- does.
create function private.register_consent(seller text, words text)
returns void
language sql
set search_path = ''
as $$
  insert into private.consent_wordings (seller, words)
  values (seller, words)
  on conflict do nothing;
$$;

-- Whether the words of this version are registered: `npm run check:live-site` asks for those of the
-- published site.
create function public.is_consent_registered(version text)
returns boolean
language sql
stable
security definer
set search_path = ''
return exists (
  select
  from private.consent_wordings as wording
  where wording.version = is_consent_registered.version
);
revoke all on function public.is_consent_registered from public, anon, authenticated;
grant execute on function public.is_consent_registered to service_role;

-- One for each request that the public stored. It outlives the request.
create table private.consent_records (
  request_id uuid primary key,
  recorded_at timestamptz not null default private.now(),
  -- What was entered, by column, as it came.
  request jsonb not null,
  -- The number that may be called.
  phone_number text not null,
  -- Of the words. The page names it in x-client-info, as CORS could refuse another header.
  consent_version text,
  -- Where the request was sent from, if that was forwarded.
  address inet,
  -- How the browser names itself.
  user_agent text,
  -- Whether the limit let its address send no more for an hour.
  is_last boolean not null default false,
  -- From then on, nothing personal is left here.
  erased_at timestamptz
);

create index consent_records_by_age on private.consent_records (recorded_at, request_id);
create index consent_records_by_network
  on private.consent_records (private.network_of(address, 32, 48), recorded_at);

create function private.keep_consent()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise restrict_violation
    using message = 'consent is kept as given, for five years, and its words for good';
end;
$$;

-- An update may only erase the record, which empties it.
create trigger keep_record
  before update on private.consent_records
  for each row
  when (
    new.erased_at is null
    or to_jsonb(new) - 'erased_at' <> to_jsonb(old) - 'erased_at' || jsonb_build_object(
      'request', '{}'::jsonb,
      'phone_number', '',
      'consent_version', null,
      'address', null,
      'user_agent', null
    )
  )
  execute function private.keep_consent();

create trigger keep_five_years
  before delete on private.consent_records
  for each row
  when (old.recorded_at >= private.now() - interval '5 years')
  execute function private.keep_consent();

create trigger keep_all
  before truncate on private.consent_records
  execute function private.keep_consent();

create trigger keep_wordings
  before update or delete or truncate on private.consent_wordings
  execute function private.keep_consent();

-- Why the recorded consent does not cover a request with these values; null when it does.
create function private.consent_refusal(wanted uuid, entered jsonb)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  consent private.consent_records;
begin
  select *
  into consent
  from private.consent_records
  where request_id = wanted
    and erased_at is null;
  if not found then
    return 'no_consent_on_record';
  elsif not entered @> consent.request then
    return 'consent_to_another_request';
  elsif consent.consent_version is null then
    return 'words_not_named';
  elsif not public.is_consent_registered(consent.consent_version) then
    return 'words_not_registered';
  end if;
  return null;
end;
$$;
