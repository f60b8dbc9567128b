-- The price of rented time. An hour costs what the supplier gets with the margin on it; longer times are cheaper by the hour, step by
-- step like tax brackets, so that more hours never cost less.
create table pricing_rent_steps (
  from_hours integer primary key check (from_hours >= 0),
  -- basis points of the hour's price, for the hours from here to the next step
  rate_bp integer not null check (rate_bp between 1 and 10000)
);
insert into pricing_rent_steps (from_hours, rate_bp) values (0, 10000), (12, 7000), (24, 4500), (72, 3000), (168, 2000), (336, 1500);

-- An hour's price agreed with one account; service null = the whole number.
create table pricing_rent_personal_prices (
  user_id bigint not null,
  service_id integer,
  country_id integer not null,
  hour_kopecks bigint not null check (hour_kopecks > 0),
  granted_at timestamptz not null default app_now(),
  unique nulls not distinct (user_id, service_id, country_id)
);

-- What p_hours cost at an hour's price, rounded up once.
create function pricing_rent_total(p_hour_kopecks bigint, p_hours integer) returns bigint
language sql stable as $$
  select (coalesce(sum(p_hour_kopecks * greatest(0, least(p_hours, coalesce(s.to_hours, p_hours)) - s.from_hours) * s.rate_bp), 0)::bigint
    + 9999) / 10000
  from (select from_hours, rate_bp, lead(from_hours) over (order by from_hours) as to_hours from pricing_rent_steps) s
$$;

-- An hour's price by tier out of its cost, with the most special margin.
create function pricing_rent_hour(p_hour_cost bigint, p_service_id integer, p_country_id integer,
  out retail_kopecks bigint, out wholesale_kopecks bigint)
language sql stable as $$
  select p_hour_cost + (p_hour_cost * m.retail_bp + 9999) / 10000, p_hour_cost + (p_hour_cost * m.wholesale_bp + 9999) / 10000
  from pricing_margins m
  where (m.service_id is null or m.service_id = p_service_id) and (m.country_id is null or m.country_id = p_country_id)
  order by (m.service_id is not null) desc, (m.country_id is not null) desc limit 1
$$;

-- An hour's price for one account: agreed price, else wholesale for accounts of that tier, else retail.
create function pricing_rent_hour_for_user(p_hour_cost bigint, p_service_id integer, p_country_id integer, p_user_id bigint)
returns bigint
language sql stable as $$
  select coalesce(
    (select p.hour_kopecks from pricing_rent_personal_prices p
      where p.user_id = p_user_id and p.service_id is not distinct from p_service_id and p.country_id = p_country_id),
    case when exists (select from pricing_wholesale_accounts w where w.user_id = p_user_id)
      then h.wholesale_kopecks else h.retail_kopecks end)
  from pricing_rent_hour(p_hour_cost, p_service_id, p_country_id) h
$$;
