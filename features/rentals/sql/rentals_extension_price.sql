/*
 * What p_hours more cost for a rental by today's prices: the steps go on where the rental stands. Cost and price are at least a kopeck,
 * and the price is at least the cost: there is only this number, so who agreed on less is told this price and may take it by a limit.
 * listed_kopecks is what they cost by the lowest price listed until a little while ago.
 */
create or replace function rentals_extension_price(p_rental rentals, p_hours integer,
  out price_kopecks bigint, out cost_kopecks bigint, out listed_kopecks bigint)
language sql stable as $$
  select greatest(total.cost, total.price), total.cost, total.listed
  from (
    select coalesce(p.hour_cost_kopecks, p_rental.hour_cost_kopecks) as cost,
           case when p.hour_cost_kopecks is null then p_rental.hour_kopecks
             else pricing_rent_hour_for_user(p.hour_cost_kopecks, p_rental.service_id, p_rental.country_id, p_rental.user_id) end as price,
           case when p.hour_cost_kopecks is null then p_rental.hour_kopecks
             else pricing_rent_hour_for_user(least(p.hour_cost_kopecks,
               case when p.past_until > app_now() then p.past_hour_cost_kopecks end),
               p_rental.service_id, p_rental.country_id, p_rental.user_id) end as listed
    from (values (1)) one(row)
    left join supply_rent_prices p on p.supplier_id = p_rental.supplier_id and p.country_id = p_rental.country_id
      and p.service_id is not distinct from p_rental.service_id
  ) h
  cross join lateral (
    select greatest(1, pricing_rent_total(h.price, p_rental.hours + p_hours) - pricing_rent_total(h.price, p_rental.hours)) as price,
           greatest(1, pricing_rent_total(h.cost, p_rental.hours + p_hours) - pricing_rent_total(h.cost, p_rental.hours)) as cost,
           greatest(1, pricing_rent_total(h.listed, p_rental.hours + p_hours) - pricing_rent_total(h.listed, p_rental.hours)) as listed
  ) total
$$;
