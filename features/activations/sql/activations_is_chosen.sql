-- Is an offer among the suppliers and above the lowest price that were asked for?
create or replace function activations_is_chosen(p_supplier_id integer, p_price bigint, p_min_price bigint, p_supplier_ids integer[], p_excluded integer[])
returns boolean
language sql immutable as $$
  select (p_min_price is null or p_price >= p_min_price)
    and (p_supplier_ids is null or p_supplier_id = any (p_supplier_ids))
    and (p_excluded is null or p_supplier_id <> all (p_excluded))
$$;
