-- One unit of one offer, from behind the cursor: as `supply_claim_stock` with one item, at a third of its work.
-- Nulls when there is none.
-- door: activations
create or replace function supply_claim_unit(p_offer_id integer, p_after_id bigint, out stock_id bigint, out number bigint)
language plpgsql as $$
begin
  delete from supply_stock s
    where s.offer_id = p_offer_id and s.id = (
      select c.id from supply_stock c
      where c.offer_id = p_offer_id and c.id > p_after_id
      order by c.id limit 1
      for update skip locked)
    returning s.id, s.number into stock_id, number;
end $$;
