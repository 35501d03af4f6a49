-- Consent that can be shown: for every request that the public stores, who consented to which words, when and from where.
--
-- US rules on calls with an artificial voice ask for prior express written consent (47 CFR 64.1200), and the rules on
-- telemarketing for a copy of the request as shown, kept for five years (16 CFR 310.5).

-- The words -----------------------------------------------------------------------------------------------------------

create table private.consent_wordings (
  version text primary key,
  seller text not null,
  words text not null,
  registered_at timestamptz not null default now(),

  -- Nobody can change the words behind a version, or register others under its name.
  constraint version_is_derived check (
    version = left(encode(sha256(convert_to(seller || E'\n' || words, 'UTF8')), 'hex'), 16)
  )
);

comment on table private.consent_wordings is 'Every version of the consent''s words that was published. Each is registered by a migration that `npm run consent` writes.';
comment on column private.consent_wordings.version is 'First 16 hexadecimal digits of the SHA-256 of the seller, a line feed and the words.';
comment on column private.consent_wordings.seller is 'Who calls: the brand that the words name.';
comment on column private.consent_wordings.words is 'The words beside the checkbox, exactly as shown.';
comment on column private.consent_wordings.registered_at is 'When this database learnt of them.';

-- The record ----------------------------------------------------------------------------------------------------------

create table private.consent_records (
  request_id uuid primary key,
  recorded_at timestamptz not null default now(),
  full_name text not null,
  phone_number text not null,
  client_info text,
  forwarded_for text,
  user_agent text
);

comment on table private.consent_records is 'Consent to each request that the public stored. Only ever added to: it outlives the request, for five years, unless the request is erased.';
comment on column private.consent_records.request_id is 'The request. It may have been deleted since.';
comment on column private.consent_records.recorded_at is 'When consent was given.';
comment on column private.consent_records.full_name is 'Who consented.';
comment on column private.consent_records.phone_number is 'The number that may be called.';
comment on column private.consent_records.client_info is 'The header X-Client-Info, at most 200 characters: it names the version of the words that the page showed.';
comment on column private.consent_records.forwarded_for is 'The address, at most 200 characters: the header CF-Connecting-IP, or X-Forwarded-For. Null when nothing forwarded the request.';
comment on column private.consent_records.user_agent is 'How the browser names itself, at most 500 characters.';

comment on table private.demo_request_origins is 'Where the stored requests of the last hour came from, to limit how many one address may make. Nothing here leads to a request (private.consent_records does); older rows are removed as new requests arrive.';

alter table private.consent_wordings enable row level security;
alter table private.consent_records enable row level security;
revoke all on table private.consent_wordings, private.consent_records from public, anon, authenticated;

-- Kept as they came and read when they are asked for: this runs with every request that is stored.
create function private.record_consent()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
begin
  insert into private.consent_records (
    request_id, full_name, phone_number, client_info, forwarded_for, user_agent
  ) values (
    new.id,
    new.full_name,
    new.phone_number,
    left(headers ->> 'x-client-info', 200),
    left(coalesce(headers ->> 'cf-connecting-ip', headers ->> 'x-forwarded-for'), 200),
    left(headers ->> 'user-agent', 500)
  );
  return null;
end;
$$;

comment on function private.record_consent() is 'Records the consent to a request that was stored. Never refuses one: what the headers lack stays empty.';

-- What the team imports or restores did not come from the page: its consent is recorded elsewhere.
create trigger record_consent
  after insert on public.demo_requests
  for each row
  when (current_user = 'anon')
  execute function private.record_consent();

create function private.keep_consent()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if old.recorded_at < now() - interval '5 years'
      or old.request_id::text = current_setting('demo_requests.erasing', true) then
      return old;
    end if;
  end if;
  raise restrict_violation using message = 'consent is kept as it was given, for five years';
end;
$$;

comment on function private.keep_consent() is 'Refuses to change or delete a record of consent, but for one that is erased or older than five years.';

create trigger keep_consent
  before update or delete on private.consent_records
  for each row
  execute function private.keep_consent();

create trigger keep_all_consent
  before truncate on private.consent_records
  for each statement
  execute function private.keep_consent();

-- Erasing -------------------------------------------------------------------------------------------------------------

create function public.erase_demo_request(request_id uuid)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  had_consent boolean;
begin
  perform private.take_turn();
  perform set_config('demo_requests.erasing', erase_demo_request.request_id::text, true);
  -- Both were written in one transaction.
  delete from private.demo_request_origins as origins
  using private.consent_records as consent
  where consent.request_id = erase_demo_request.request_id and origins.created_at = consent.recorded_at;
  delete from private.consent_records as consent where consent.request_id = erase_demo_request.request_id;
  had_consent := found;
  delete from public.demo_requests as requests where requests.id = erase_demo_request.request_id;
  return found or had_consent;
end;
$$;

comment on function public.erase_demo_request(uuid) is 'Deletes a request with everything known about it: claim, consent, address. A number that asked not to be called stays stopped. False when there was nothing to erase.';

revoke all on function private.record_consent(), private.keep_consent(), public.erase_demo_request(uuid)
  from public, anon, authenticated;
grant execute on function public.erase_demo_request(uuid) to service_role;
