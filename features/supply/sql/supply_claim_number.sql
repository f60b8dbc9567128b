-- Takes this very number of an offer off sale; false when it is not on sale (any more).
-- door: activations
create or replace function supply_claim_number(p_offer_id integer, p_number bigint) returns boolean
language plpgsql as $$
begin
  delete from supply_stock s where s.offer_id = p_offer_id and s.number = p_number;
  return found;
end $$;
