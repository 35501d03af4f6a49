-- Where a request is sent from. A network is named by its width, such as /24.

-- PostgREST sets request.headers to the headers of the HTTP request that it answers.
create function private.request_header(name text)
returns text
language sql
stable
set search_path = ''
return nullif(current_setting('request.headers', true), '')::json ->> name;

-- The address of the visitor; null where no header names one. On hosted Supabase, Cloudflare
-- overwrites cf-connecting-ip, and only appends to an x-forwarded-for that may be invented
-- (https://github.com/orgs/supabase/discussions/34647). Elsewhere, a proxy in front overwrites
-- x-forwarded-for and drops cf-connecting-ip. Of [IPv6]:port, IPv4:port and ::ffff:IPv4, the
-- address is kept. What is no address counts as 0.0.0.0, with whose limits it is stored.
create function private.request_address()
returns inet
language plpgsql
stable
set search_path = ''
as $$
declare
  forwarded text := coalesce(
    private.request_header('cf-connecting-ip'),
    private.request_header('x-forwarded-for')
  );
  address text := regexp_replace(
    btrim(split_part(forwarded, ',', 1)),
    '^(?:\[(.*)\]|(?:::ffff:)?([0-9.]+))(?::[0-9]+)?$',
    '\1\2',
    'i'
  );
begin
  if forwarded is null then
    return null;
  end if;
  if not pg_input_is_valid(address, 'inet') then
    return '0.0.0.0';
  end if;
  -- Without the bits of a network that it may have been written with.
  return host(address::inet);
end;
$$;

-- The network of an address: so many bits of an IPv4 address, or so many of an IPv6 address.
-- Inlined.
create function private.network_of(address inet, ipv4_bits integer, ipv6_bits integer)
returns inet
language sql
immutable
return network(
  set_masklen(address, case family(address) when 6 then ipv6_bits else ipv4_bits end)
);
