-- Sends a cancelled own unit to rest. Said twice it rests once.
-- door: activations
create or replace function supply_return_stock(p_offer_id integer, p_number bigint) returns void
language sql
as $$
  insert into supply_resting (offer_id, number) values (p_offer_id, p_number) on conflict do nothing
$$;
