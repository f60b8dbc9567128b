-- Takes this very number of a lane off sale; false when it is not on sale (any more).
create or replace function supply_claim_number(p_level_id integer, p_number bigint) returns boolean
language plpgsql as $$
begin
  delete from supply_stock s where s.level_id = p_level_id and s.number = p_number;
  return found;
end $$;
