-- One unit of an offer whose number begins with none of the prefixes, for purchases that exclude some; as `supply_claim_unit` otherwise.
-- door: activations
create or replace function supply_claim_unit_except(p_offer_id integer, p_prefixes text[], out stock_id bigint, out number bigint)
language plpgsql as $$
begin
  delete from supply_stock s
    where s.offer_id = p_offer_id and s.id = (
      select c.id from supply_stock c
      where c.offer_id = p_offer_id
        and not exists (select from unnest(p_prefixes) prefix where starts_with(c.number::text, prefix))
      order by c.id limit 1
      for update skip locked)
    returning s.id, s.number into stock_id, number;
end $$;
