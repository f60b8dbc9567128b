-- The offers that a buyer may have, in a form that becomes part of the statement that asks. p_operator: tokens with commas, or 'any'.
-- door: activations
create or replace function pricing_on_sale(
  p_service_id integer, p_country_id integer, p_operator text, p_channel text, p_not_suppliers integer[]
) returns setof pricing_offers
language sql stable as $$
  select o.* from pricing_offers o
  where o.service_id = p_service_id and o.country_id = p_country_id and o.healthy and o.count > 0
    and (p_operator = 'any' or o.operator = any (string_to_array(p_operator, ',')))
    and (p_channel <> 'site' or not o.api_only)
    and o.supplier_id <> all (p_not_suppliers)
$$;
