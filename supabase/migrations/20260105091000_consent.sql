-- Consent that can be shown: for each request, who consented to which words, when and from where (47 CFR
-- 64.1200, 16 CFR 310.5). A record can be emptied, to erase it, and after five years deleted; words stay.

-- The SHA-256 of both, each after its length in bytes, on lines of their own, as in src/publish/consent.ts.
create function private.consent_version(seller text, words text) returns text immutable return encode(sha256(
  convert_to(concat_ws(E'\n', octet_length(seller), seller, octet_length(words), words), 'UTF8')), 'hex');

create table private.consent_wordings ( -- Every version that a page has shown.
  version text primary key generated always as (private.consent_version(seller, words)) stored,
  seller text not null, -- Who calls: the brand that the words name.
  words text not null, -- As they stand beside the checkbox.
  registered_at timestamptz not null default private.now()
);
-- Calling it again changes nothing. The migrations of `npm run consent` call it, and so does `npm start`.
create function private.register_consent(seller text, words text) returns void language sql as $$
  insert into private.consent_wordings (seller, words) values (seller, words) on conflict do nothing;
$$;

-- Whether the words of this version are registered: npm run check:live asks for those of the published site.
create function public.is_consent_registered(version text) returns boolean
language sql stable security definer set search_path = ''
return exists (select from private.consent_wordings as wording where wording.version = $1);

create table private.consent_records ( -- One for each request that the public stored. It outlives that.
  request_id uuid primary key, recorded_at timestamptz not null default private.now(),
  request jsonb not null, -- What was entered, by column, as it came.
  phone_number text not null, -- The number that may be called.
  consent_version text, -- Of the words. The page sends it in x-client-info: CORS could refuse other headers.
  address inet, user_agent text, -- Where it was sent from, if forwarded, and how the browser names itself.
  is_last boolean not null default false, -- Whether the limit let that address send no more for an hour.
  erased_at timestamptz -- From then on nothing personal is left here.
);
create index consent_records_by_age on private.consent_records (recorded_at, request_id);
create index consent_records_by_network
  on private.consent_records (private.network_of(address, 32, 48), recorded_at);
create function private.keep_consent() returns trigger language plpgsql set search_path = '' as $$
begin
  raise restrict_violation using message = 'consent is kept as given, for five years, and its words for good';
end;
$$;
create trigger keep_record before update on private.consent_records -- But to erase it: that empties it.
for each row when (new.erased_at is null or to_jsonb(new) - 'erased_at' <> to_jsonb(old) - 'erased_at'
  || '{"request": {}, "phone_number": "", "consent_version": null, "address": null, "user_agent": null}')
execute function private.keep_consent();
create trigger keep_five_years before delete on private.consent_records for each row
when (old.recorded_at >= private.now() - interval '5 years') execute function private.keep_consent();
create trigger keep_all before truncate on private.consent_records execute function private.keep_consent();
create trigger keep_wordings before update or delete or truncate on private.consent_wordings
execute function private.keep_consent();
-- Why the recorded consent does not cover this request with these values; null when it does.
create function private.consent_refusal(wanted uuid, entered jsonb) returns text language sql stable return (
  select case when request_id is null then 'no_consent_on_record'
    when not entered @> request then 'consent_to_another_request'
    when consent_version is null then 'words_not_named' when words is null then 'words_not_registered' end
  from (select) as one_row left join private.consent_records on request_id = wanted and erased_at is null
  left join private.consent_wordings on version = consent_version
);
