/*
 * The lowest price at which an account could buy what it asks for now, or null while nothing is on sale for it. Suppliers and the lowest
 * price are the buyer's wishes; null = none. Nothing is locked: searches look here before they try to buy.
 */
create or replace function activations_lowest_price(p_user_id bigint, p_service_id integer, p_country_id integer, p_operator text,
  p_channel text, p_closed_suppliers integer[], p_min_price bigint, p_supplier_ids integer[], p_not_suppliers integer[])
returns bigint
language sql stable as $$
  select min(asked.price)
  from pricing_on_sale(p_service_id, p_country_id, p_operator, p_channel, p_closed_suppliers) o
  cross join lateral pricing_of(o, p_user_id) asked
  where activations_is_chosen(o.supplier_id, asked.price, p_min_price, p_supplier_ids, p_not_suppliers)
$$;
