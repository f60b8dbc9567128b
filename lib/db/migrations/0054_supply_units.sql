-- Units taken off sale one by one, for purchases that ask for more than "any number of this lane".

-- One unit of a lane whose number begins with none of the prefixes; as `supply_claim_unit` otherwise.
create function supply_claim_unit_except(p_level_id integer, p_prefixes text[], out stock_id bigint, out number bigint)
language plpgsql as $$
begin
  delete from supply_stock s
    where s.level_id = p_level_id and s.id = (
      select c.id from supply_stock c
      where c.level_id = p_level_id
        and not exists (select from unnest(p_prefixes) prefix where starts_with(c.number::text, prefix))
      order by c.id limit 1
      for update skip locked)
    returning s.id, s.number into stock_id, number;
end $$;

-- Can a number be reached now? One that no partner reports is stock kept by hand and counts as on line.
create function supply_is_online(p_supplier_id integer, p_number bigint) returns boolean
language sql stable as $$
  select coalesce((select n.online and n.supplier_id = p_supplier_id from supply_numbers n where n.number = p_number), true)
    and coalesce((select supply_is_healthy(s) from supply_suppliers s where s.id = p_supplier_id), false)
$$;

-- Is a unit (number for a service) neither on sale nor on its way back to it? Then whoever had it last may have it again.
create function supply_is_used(p_level_id integer, p_number bigint) returns boolean
language sql stable as $$
  select not exists (
      select from supply_levels mine join supply_levels l on l.supplier_id = mine.supplier_id and l.service_id = mine.service_id
      join supply_stock s on s.level_id = l.id
      where mine.id = p_level_id and s.number = p_number)
    and not exists (select from supply_resting r where r.level_id = p_level_id and r.number = p_number)
$$;

/*
 * Lends a used unit to its last buyer again. False when it is not on line any more. It has had an SMS for its service, so it
 * never goes back on sale: its lendings are spent, however the new order ends.
 */
create function supply_lend_again(p_level_id integer, p_number bigint) returns boolean
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
