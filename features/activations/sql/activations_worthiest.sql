/*
 * The offer on which a delivered code is expected to cost a buyer the least (decision 0559), among those at most p_limit; no row where
 * nothing is known of the service and country: the cheapest is bought then. An attempt counts for its price and its wait, and a code takes
 * tries_percent / 100 of them; p_explores counts a supplier that few have tried as one that always delivers. Suppliers and the lowest
 * price are the buyer's wishes; null = none. In a form that becomes part of the statement that asks.
 */
create or replace function activations_worthiest(p_user_id bigint, p_service_id integer, p_country_id integer, p_operator text,
  p_channel text, p_closed_suppliers integer[], p_limit bigint, p_explores boolean, p_dry integer[],
  p_min_price bigint, p_supplier_ids integer[], p_not_suppliers integer[])
returns table (offer_id integer)
language sql stable rows 1
as $$
  select o.id
  from pricing_on_sale(p_service_id, p_country_id, p_operator, p_channel, p_closed_suppliers) o
  cross join lateral pricing_of(o, p_user_id) asked
  where o.tries_percent is not null and o.id <> all (p_dry) and asked.price <= p_limit
    and activations_is_chosen(o.supplier_id, asked.price, p_min_price, p_supplier_ids, p_not_suppliers)
  order by (asked.price + o.wait_kopecks) * case when p_explores and o.is_trial then 100 else o.tries_percent end,
    o.retail_kopecks, o.id
  limit 1
$$;
