-- Is this activation of an upstream known here: as some attempt's number, or as one that goes back?
create or replace function supply_is_settled(p_supplier_id integer, p_supplier_ref bigint) returns boolean
language sql stable
as $$
  select exists (select from supply_attempts a where a.supplier_id = p_supplier_id and a.supplier_ref = p_supplier_ref)
    or exists (select from supply_finishes f where f.supplier_id = p_supplier_id and f.supplier_ref = p_supplier_ref)
$$;
