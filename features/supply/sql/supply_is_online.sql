-- Can a number be reached now? One that no partner reports is stock kept by hand and counts as on line.
-- door: activations
create or replace function supply_is_online(p_supplier_id integer, p_number bigint) returns boolean
language sql stable as $$
  select coalesce((select n.online and n.supplier_id = p_supplier_id from supply_numbers n where n.number = p_number), true)
    and coalesce((select supply_is_healthy(s) from supply_suppliers s where s.id = p_supplier_id), false)
$$;
