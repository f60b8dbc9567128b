-- Is a unit (number for a service) neither on sale nor on its way back to it? Then whoever had it last may have it again.
-- door: activations
create or replace function supply_is_used(p_offer_id integer, p_number bigint) returns boolean
language sql stable as $$
  select not exists (
      select from supply_offers mine join supply_offers o on o.supplier_id = mine.supplier_id and o.service_id = mine.service_id
      join supply_stock s on s.offer_id = o.id
      where mine.id = p_offer_id and s.number = p_number)
    and not exists (select from supply_resting r where r.offer_id = p_offer_id and r.number = p_number)
$$;
