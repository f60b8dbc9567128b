-- Takes units of own stock off sale for a purchase, set-based: up to p_counts[i] units of p_offer_ids[i], oldest
-- first from behind the cursor p_after_ids[i]. The cursor is advisory: dead index entries at the head of a busy offer
-- are walked by every claim while an old snapshot is open, so buyers start behind the last unit they were given.
-- door: activations
create or replace function supply_claim_stock(p_offer_ids integer[], p_counts integer[], p_after_ids bigint[])
returns table (offer_id integer, stock_id bigint, number bigint)
language sql
as $$
  delete from supply_stock s
  using (
    select picked.offer_id, picked.id
    from unnest(p_offer_ids, p_counts, p_after_ids) as offer(offer_id, wanted, after_id)
    cross join lateral (
      select c.offer_id, c.id
      from supply_stock c
      where c.offer_id = offer.offer_id and c.id > offer.after_id
      order by c.id
      limit offer.wanted
      for update skip locked
    ) picked
  ) taken
  where s.offer_id = taken.offer_id and s.id = taken.id
  returning s.offer_id, s.id, s.number
$$;
