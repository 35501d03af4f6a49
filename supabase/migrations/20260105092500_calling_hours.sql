-- Hours: a call is placed between 8:00 and 21:00 (47 CFR 64.1200(c)(1)) in every time zone of the area code,
-- and not in the last two minutes, the time until somebody picks up. You may change the rows, and delete
-- some: a day or a country without a row is not called.

create table private.calling_hours (
  country text not null check (country in ('US', 'CA')),
  weekday smallint not null check (weekday between 0 and 6), -- 0 is Sunday, 6 is Saturday.
  opens time not null, closes time not null check (closes > opens), -- Local; 24:00 is allowed.
  primary key (country, weekday)
);
insert into private.calling_hours
select country, day, '08:00', '21:00' from unnest('{US,CA}'::text[]) country, generate_series(0, 6) as day;
-- When each of these area codes may first be called, at that moment or after it; no row if not within a week.
-- Days 0 to 7 are counted from the local date; one more, as an area code's zones can have different dates.
create function private.openings(moment timestamptz, codes text[])
returns table (code text, opens timestamptz) language sql stable as $$
  with zone_hours as (
    select area.code, range_agg(tstzrange((day + hours.opens) at time zone zone,
      (day + hours.closes) at time zone zone)) as open
    from private.area_codes as area cross join unnest(zones) as zone cross join generate_series(0, 8) as days
    cross join lateral (select (moment at time zone zone)::date + days as day) as local
    join private.calling_hours as hours using (country)
    where area.code = any(codes) and weekday = extract(dow from day) group by area.code, zone
  )
  select place.code, min(greatest(lower(span), moment))
  from (select code, unnest(range_intersect_agg(open)) as span from zone_hours group by code) as place
  where upper(span) - interval '2 minutes' > greatest(lower(span), moment) group by place.code;
$$;
-- Minutes from UTC at each moment, by zone: npm run check:live compares them with those of Node.js.
create function public.time_zone_offsets(moments timestamptz[]) returns json
language sql stable security definer set search_path = '' as $$
  select json_object_agg(zone, array(
    select extract(epoch from (moment at time zone zone) - (moment at time zone 'UTC')) / 60
    from unnest(moments) as moment
  )) from (select distinct unnest(zones) as zone from private.area_codes) as zones;
$$;
