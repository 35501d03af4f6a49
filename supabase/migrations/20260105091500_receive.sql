-- What the public inserts: limits by address, and the record of consent. Not stored are more than
-- 20 requests an hour from one address (IPv4, or a /64 of IPv6), and 40 from one /48 of IPv6.

-- Refuses what comes from an address that has sent enough. Returns whether this is the last that it
-- may send for an hour. Without an address, there is no limit.
create function private.is_last_from(origin inet)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
  slash_48 inet := private.network_of(origin, 32, 48);
  -- How many requests were stored within an hour.
  of_address integer;
  of_slash_48 integer;
begin
  -- One at a time from a network, so that each sees those that were stored a moment ago.
  perform pg_advisory_xact_lock(hashtext('demo_requests.network'), hashtext(slash_48::text));

  select
    count(*) filter (
      where private.network_of(address, 32, 64) = private.network_of(origin, 32, 64)
    ),
    count(*)
  into of_address, of_slash_48
  from private.consent_records
  where private.network_of(address, 32, 48) = slash_48
    and recorded_at > private.now() - interval '1 hour';

  if of_address >= 20 or of_slash_48 >= 40 then
    -- PostgREST needs each of these keys: https://docs.postgrest.org/en/v12/references/errors.html
    raise sqlstate 'PGRST' using
      message = '{"code": "429", "message": "too many demo requests from this address",'
        ' "details": null, "hint": null}',
      detail = '{"status": 429, "headers": {"Retry-After": "3600"}}';
  end if;
  return of_address = 19 or of_slash_48 = 39;
end;
$$;

create function private.receive_demo_request()
returns trigger
language plpgsql
security definer
set search_path = ''
set lock_timeout = '1s'
as $$
declare
  origin inet := private.request_address();
  client_info text := private.request_header('x-client-info');
begin
  -- Before any work that grows with the row: four bytes a character, in columns of up to 320
  -- characters. PostgREST has one transaction for each HTTP request: a bulk insert fails at its
  -- second row.
  if pg_column_size(new) > 20000
    or current_setting('demo_requests.received', true) = 'one'
  then
    raise check_violation
      using message = 'demo requests are made one at a time, of at most 20,000 bytes';
  end if;
  perform set_config('demo_requests.received', 'one', true);

  insert into private.consent_records
    (request_id, recorded_at, request, phone_number, consent_version, address, user_agent, is_last)
  values (
    new.id,
    new.created_at,
    private.entered(to_jsonb(new)),
    new.phone_number,
    substring(client_info from '(?:^|;)\s*consent=([0-9a-f]{64})\s*(?:;|$)'),
    origin,
    left(private.request_header('user-agent'), 500),
    private.is_last_from(origin)
  );
  return new;
end;
$$;

-- Only for the public: the team may import or restore many rows at once.
create trigger receive_demo_request
  before insert on public.demo_requests
  for each row
  when (current_user = 'anon')
  execute function private.receive_demo_request();
