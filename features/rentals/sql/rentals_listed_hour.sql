/*
 * The lowest price of an hour that was listed for what is rented, by what is known of the last seconds: dearer prices' former ones, and
 * what others have just rented (the cheapest numbers may be gone with them). Null = none; suppliers that may not lend are left out.
 */
create or replace function rentals_listed_hour(p_user_id bigint, p_service_id integer, p_country_id integer, p_operator text,
  p_excluded_suppliers integer[], p_listed_seconds integer) returns bigint
language sql stable as $$
  select min(pricing_rent_hour_for_user(past.hour_cost, p_service_id, p_country_id, p_user_id))
  from (
    select p.past_hour_cost_kopecks as hour_cost from supply_rent_prices p
      where p.country_id = p_country_id and p.service_id is not distinct from p_service_id and p.past_until > app_now()
        and p.supplier_id <> all (p_excluded_suppliers)
    union all
    select r.hour_cost_kopecks from rentals r
      where r.country_id = p_country_id and r.requested_at > app_now() - make_interval(secs => p_listed_seconds)
        and r.service_id is not distinct from p_service_id and r.supplier_id <> all (p_excluded_suppliers)
        and (p_operator = 'any' or r.operator = any (string_to_array(p_operator, ',')))
  ) past
$$;
