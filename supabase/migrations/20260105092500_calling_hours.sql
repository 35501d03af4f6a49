-- When a number may be called, by its area code. In the US, between 8:00 and 21:00 (47 CFR
-- 64.1200(c)(1)). In Canada, between 9:00 and 21:30, on weekends between 10:00 and 18:00 (CRTC,
-- Unsolicited Telecommunications Rules, part III, section 23, and part IV).

-- You may change the rows, and delete some: a country is not called on a day without a row.
create table private.calling_hours (
  country text not null
    check (country in ('US', 'CA')),
  -- 0 is Sunday, 6 is Saturday.
  weekday smallint not null
    check (weekday between 0 and 6),
  -- In local time.
  opens time not null,
  -- In local time; 24:00 is allowed.
  closes time not null
    check (closes > opens),
  primary key (country, weekday)
);

insert into private.calling_hours (country, weekday, opens, closes)
values
  ('US', 0, '08:00', '21:00'),
  ('US', 1, '08:00', '21:00'),
  ('US', 2, '08:00', '21:00'),
  ('US', 3, '08:00', '21:00'),
  ('US', 4, '08:00', '21:00'),
  ('US', 5, '08:00', '21:00'),
  ('US', 6, '08:00', '21:00'),
  ('CA', 0, '10:00', '18:00'),
  ('CA', 1, '09:00', '21:30'),
  ('CA', 2, '09:00', '21:30'),
  ('CA', 3, '09:00', '21:30'),
  ('CA', 4, '09:00', '21:30'),
  ('CA', 5, '09:00', '21:30'),
  ('CA', 6, '10:00', '18:00');

-- The times at which each of these area codes may be called, from that day to the same day of the
-- next week: within the hours of all its time zones, and not in their last two minutes, the time
-- until somebody picks up. Nine days are looked at, from the local date on: those of a week, the
-- first of them again, and one more for a zone whose date is a day behind.
create function private.open_times(moment timestamptz, codes text[])
returns table (code text, opens timestamptz, closes timestamptz)
language sql
stable
set search_path = ''
as $$
  with hours_by_zone as (
    select
      area.code,
      range_agg(
        -- An hour that the change of the clock leaves out would end before it begins.
        tstzrange(
          (day + hours.opens) at time zone zone,
          greatest(
            (day + hours.opens) at time zone zone,
            (day + hours.closes) at time zone zone
          )
        )
      ) as open
    from private.area_codes as area
    cross join unnest(area.zones) as zone
    cross join generate_series(0, 8) as days
    cross join lateral (select (moment at time zone zone)::date + days as day) as local
    join private.calling_hours as hours
      on hours.country = area.country
      and hours.weekday = extract(dow from day)
    where area.code = any (codes)
    group by area.code, zone
  ),
  hours_of_all_zones as (
    select
      hours_by_zone.code,
      unnest(range_intersect_agg(open)) as span
    from hours_by_zone
    group by hours_by_zone.code
  )
  select
    span_of.code,
    lower(span),
    upper(span) - interval '2 minutes'
  from hours_of_all_zones as span_of
  where upper(span) - interval '2 minutes' > lower(span);
$$;

-- When each of these area codes may first be called, at that moment or after it, and when a request
-- that waits for this expires: after two hours, or, where the hours end before, two hours after
-- they begin again. No row where there are no hours within a week.
create function private.openings(moment timestamptz, codes text[])
returns table (code text, opens timestamptz, expires_at timestamptz)
language sql
stable
set search_path = ''
as $$
  with later as (
    select
      open_times.code,
      greatest(open_times.opens, moment) as opens,
      closes,
      lead(open_times.opens) over (partition by open_times.code order by open_times.opens)
        as opens_again
    from private.open_times(moment, codes)
    where closes > moment
  )
  select distinct on (later.code)
    later.code,
    later.opens,
    interval '2 hours' + case
      when later.opens + interval '2 hours' > closes then coalesce(opens_again, later.opens)
      else later.opens
    end
  from later
  order by later.code, later.opens;
$$;

-- When a number that is free from that moment on may be called, and until when its request waits
-- for that: whatever writes due_at and expires_at has both from here. Without hours, nobody is
-- called.
create function private.window_for(number text, moment timestamptz)
returns table (due_at timestamptz, expires_at timestamptz, has_hours boolean)
language sql
stable
set search_path = ''
as $$
  select
    coalesce(opening.opens, moment),
    coalesce(opening.expires_at, moment + interval '2 hours'),
    opening.opens is not null
  from (select) as one_row
  left join private.openings(moment, array[private.area_code_of(number)]) as opening on true;
$$;

-- Minutes from UTC at each moment, by zone: npm run check:live-site compares them with Node's.
create function public.time_zone_offsets(moments timestamptz[])
returns json
language sql
stable
security definer
set search_path = ''
as $$
  with zones as (
    select distinct unnest(zones) as zone
    from private.area_codes
  )
  select json_object_agg(
    zone,
    array(
      select extract(epoch from (moment at time zone zone) - (moment at time zone 'UTC')) / 60
      from unnest(moments) as moment
    )
  )
  from zones;
$$;
revoke all on function public.time_zone_offsets from public, anon, authenticated;
grant execute on function public.time_zone_offsets to service_role;
