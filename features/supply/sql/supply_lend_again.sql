/*
 * Lends a used unit to its last buyer again. False when it is not on line any more. It has had an SMS for its service, so it
 * never goes back on sale: its lendings are spent, however the new order ends.
 */
create or replace function supply_lend_again(p_level_id integer, p_number bigint) returns boolean
language plpgsql as $$
declare v_level supply_levels;
begin
  select * into strict v_level from supply_levels where id = p_level_id;
  -- The same order as the inventory: number, unit.
  perform from supply_numbers n where n.number = p_number for share;
  if not supply_is_online(v_level.supplier_id, p_number) or not supply_is_used(p_level_id, p_number) then return false; end if;
  insert into supply_units as u (supplier_id, service_id, number, level_id, parked, lendings)
    values (v_level.supplier_id, v_level.service_id, p_number, p_level_id, false, 3)
    on conflict (number, service_id) do update set lendings = 3, parked = false;
  return true;
end $$;
