-- What the team sees: every request with its state and its consent.

-- The words' version stands in a header that supabase-js sends anyway, as "supabase-js/2.1.0; runtime=web;
-- consent=0123456789abcdef". One of its own could be refused on the way, and the request with it.
create function private.consent_version(client_info text)
returns text
language sql
immutable
set search_path = ''
as $$
  select substring(client_info from '(?:^|;)\s*consent=([0-9a-f]{16})\s*(?:;|$)');
$$;

comment on function private.consent_version(text) is 'Which words of consent the page says that it showed, or null when it does not say.';

create function public.list_demo_requests()
returns table (
  id uuid,
  received_at timestamptz,
  state text,
  reason text,
  decided_at timestamptz,
  full_name text,
  email text,
  company_name text,
  industry text,
  phone_number text,
  consent_version text,
  consent_words text,
  consent_seller text,
  address text,
  user_agent text
)
language sql
stable
security definer
set search_path = ''
as $$
  select
    coalesce(requests.id, consent.request_id),
    coalesce(requests.created_at, consent.recorded_at),
    case
      when requests.id is null then 'deleted'
      when claims.outcome = 'claimed' then 'claimed'
      when claims.outcome is not null then 'refused'
      when requests.created_at > private.claimable_since() then 'waiting'
      else 'missed'
    end,
    nullif(claims.outcome, 'claimed'),
    claims.decided_at,
    coalesce(requests.full_name, consent.full_name),
    requests.email,
    requests.company_name,
    requests.industry,
    coalesce(requests.phone_number, consent.phone_number),
    private.consent_version(consent.client_info),
    wordings.words,
    wordings.seller,
    btrim(split_part(consent.forwarded_for, ',', 1)),
    consent.user_agent
  from public.demo_requests as requests
  full join private.consent_records as consent on consent.request_id = requests.id
  left join private.demo_request_claims as claims on claims.request_id = requests.id
  left join private.consent_wordings as wordings on wordings.version = private.consent_version(consent.client_info);
$$;

comment on function public.list_demo_requests() is 'Every request, with its state: waiting; claimed, and told to dial; refused, for a reason; missed, when nobody claimed it in time; deleted, when only the consent is left. Words of consent are null where the page did not say which it showed, or named some that are not registered.';

revoke all on function private.consent_version(text), public.list_demo_requests()
  from public, anon, authenticated;
grant execute on function public.list_demo_requests() to service_role;
