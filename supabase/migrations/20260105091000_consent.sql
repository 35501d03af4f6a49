-- Consent that can be shown: for every request that the public stores, who consented to which words, when and from where.
-- A record can be erased at any time, which empties it of everything personal, and deleted after five years. Registered words stay.
-- US rules: prior express written consent (47 CFR 64.1200), and a copy of the request for it, kept five years (16 CFR 310.5).

create function private.consent_version(seller text, words text) returns text language sql immutable
return encode(sha256(convert_to(
  octet_length(seller)::text || E'\n' || seller || E'\n' || octet_length(words)::text || E'\n' || words, 'UTF8'
)), 'hex');
comment on function private.consent_version(text, text) is 'The version of words of consent: the SHA-256 of the seller and the words, each after its length in bytes, one to a line.';

create table private.consent_wordings (
  version text primary key generated always as (private.consent_version(seller, words)) stored,
  seller text not null, -- Who calls: the brand that the words name.
  words text not null, -- As they stand beside the checkbox.
  registered_at timestamptz not null default private.now() -- Earlier requests that named them count, too.
);
comment on table private.consent_wordings is 'Every version of the consent''s words that a page of this owner has shown. Each stays as it is.';

create function private.register_consent(seller text, words text) returns void language sql as $$
  insert into private.consent_wordings (seller, words) values (seller, words) on conflict do nothing;
$$;
comment on function private.register_consent(text, text) is 'Makes words of consent known; calling it twice changes nothing. The migrations that `npm run consent` writes call it, and so does `npm start`.';

create table private.consent_records (
  request_id uuid primary key,
  recorded_at timestamptz not null default private.now(),
  request jsonb not null, -- What the request said, by column, as it came.
  phone_number text not null, -- The number that may be called.
  consent_version text, -- Which words the page says that it showed. Null when it does not say.
  address inet, -- Where it was sent from, also to limit addresses. Null when nothing forwarded the request.
  user_agent text, -- How the browser names itself, at most 500 characters.
  erased_at timestamptz -- From then on nothing personal is left here.
);
comment on table private.consent_records is 'Consent to each request that the public stored. It outlives the request, and says all that is shown as evidence.';
create index consent_records_by_age on private.consent_records (recorded_at, request_id);
create index consent_records_by_site on private.consent_records (private.network_of(address, 48), recorded_at);

-- The version is in a header that supabase-js sends anyway: CORS could refuse another one.
create function private.record_consent() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
begin
  insert into private.consent_records (request_id, recorded_at, request, phone_number, consent_version, address, user_agent)
  values (
    new.id, new.created_at, private.request_values(to_jsonb(new)), new.phone_number,
    substring(headers ->> 'x-client-info' from '(?:^|;)\s*consent=([0-9a-f]{64})\s*(?:;|$)'),
    private.request_address(), left(headers ->> 'user-agent', 500)
  );
  return null;
end;
$$;
create trigger record_consent after insert on public.demo_requests for each row when (current_user = 'anon') execute function private.record_consent();

-- Allows only to erase a record, by emptying it, and to delete one that is older than five years.
create function private.keep_consent() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_table_name = 'consent_records' and (
    tg_op = 'UPDATE' and to_jsonb(new) -> 'request' = '{}'
    or tg_op = 'DELETE' and (to_jsonb(old) ->> 'recorded_at')::timestamptz < private.now() - interval '5 years'
  ) then return coalesce(new, old); end if;
  raise restrict_violation using message = 'consent is kept as it was given, for five years, and its words for good';
end;
$$;
create trigger keep_consent before update or delete on private.consent_records for each row execute function private.keep_consent();
create trigger keep_all_consent before truncate on private.consent_records for each statement execute function private.keep_consent();
create trigger keep_wordings before update or delete or truncate on private.consent_wordings for each statement execute function private.keep_consent();

create function private.consent_to(asked uuid, request_values jsonb) returns text language sql stable as $$
  select case
    when consent.request_id is null then 'not recorded'
    when not request_values @> consent.request then 'to another request'
    when consent.consent_version is null then 'words not named'
    when wordings.version is null then 'words not registered'
    else 'recorded'
  end
  from (values (asked)) as stored (id)
  left join private.consent_records as consent on consent.request_id = stored.id and erased_at is null
  left join private.consent_wordings as wordings on wordings.version = consent.consent_version;
$$;
comment on function private.consent_to(uuid, jsonb) is 'Whether the record shows consent to a request that says this: "recorded", or what is missing.';
