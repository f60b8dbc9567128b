-- What p_hours cost at an hour's price, rounded up once.
-- door: rentals
create or replace function pricing_rent_total(p_hour_kopecks bigint, p_hours integer) returns bigint
language sql stable as $$
  select (coalesce(sum(p_hour_kopecks * greatest(0, least(p_hours, coalesce(s.to_hours, p_hours)) - s.from_hours) * s.rate_bp), 0)::bigint
    + 9999) / 10000
  from (select from_hours, rate_bp, lead(from_hours) over (order by from_hours) as to_hours from pricing_rent_steps) s
$$;
