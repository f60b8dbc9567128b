-- An hour's price by tier out of its cost, with the most special margin.
create or replace function pricing_rent_hour(p_hour_cost bigint, p_service_id integer, p_country_id integer,
  out retail_kopecks bigint, out wholesale_kopecks bigint)
language sql stable as $$
  select p_hour_cost + (p_hour_cost * m.retail_bp + 9999) / 10000, p_hour_cost + (p_hour_cost * m.wholesale_bp + 9999) / 10000
  from pricing_margins m
  where (m.service_id is null or m.service_id = p_service_id) and (m.country_id is null or m.country_id = p_country_id)
  order by (m.service_id is not null) desc, (m.country_id is not null) desc limit 1
$$;
