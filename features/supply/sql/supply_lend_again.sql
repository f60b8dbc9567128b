/*
 * Lends a used unit to its last buyer again. False when it is not on line any more. It has had an SMS for its service, so it
 * never goes back on sale: its lendings are spent, however the new order ends.
 */
-- door: activations
create or replace function supply_lend_again(p_offer_id integer, p_number bigint) returns boolean
language plpgsql as $$
declare v_offer supply_offers;
begin
  select * into strict v_offer from supply_offers where id = p_offer_id;
  -- The same order as the inventory: number, unit.
  perform from supply_numbers n where n.number = p_number for share;
  if not supply_is_online(v_offer.supplier_id, p_number) or not supply_is_used(p_offer_id, p_number) then return false; end if;
  insert into supply_units as u (supplier_id, service_id, number, offer_id, parked, lendings)
    values (v_offer.supplier_id, v_offer.service_id, p_number, p_offer_id, false, 3)
    on conflict (number, service_id) do update set lendings = 3, parked = false;
  return true;
end $$;
