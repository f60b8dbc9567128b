-- The next word before the end that is still ahead: a day before (rentals of two days or more) and two hours before (8 hours or more).
create or replace function rentals_next_reminder(p_expires_at timestamptz, p_hours integer, p_after timestamptz) returns timestamptz
language sql immutable as $$
  select min(r.at) from (values (p_expires_at - interval '24 hours', 48), (p_expires_at - interval '2 hours', 8)) r(at, least_hours)
  where p_hours >= r.least_hours and r.at > p_after
$$;
