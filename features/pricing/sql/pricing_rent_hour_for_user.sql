-- An hour's price for one account: agreed price, else wholesale for accounts of that tier, else retail.
-- door: rentals
create or replace function pricing_rent_hour_for_user(p_hour_cost bigint, p_service_id integer, p_country_id integer, p_user_id bigint)
returns bigint
language sql stable as $$
  select coalesce(
    (select p.hour_kopecks from pricing_rent_personal_prices p
      where p.user_id = p_user_id and p.service_id is not distinct from p_service_id and p.country_id = p_country_id),
    case when exists (select from pricing_wholesale_accounts w where w.user_id = p_user_id)
      then h.wholesale_kopecks else h.retail_kopecks end)
  from pricing_rent_hour(p_hour_cost, p_service_id, p_country_id) h
$$;
