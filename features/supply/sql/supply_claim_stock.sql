-- Takes units of own stock off sale for a purchase, set-based: up to p_counts[i] units of p_level_ids[i], oldest
-- first from behind the cursor p_after_ids[i]. The cursor is advisory: dead index entries at the head of a busy lane
-- are walked by every claim while an old snapshot is open, so buyers start behind the last unit they were given.
create or replace function supply_claim_stock(p_level_ids integer[], p_counts integer[], p_after_ids bigint[])
returns table (level_id integer, stock_id bigint, number bigint)
language sql
as $$
  delete from supply_stock s
  using (
    select picked.level_id, picked.id
    from unnest(p_level_ids, p_counts, p_after_ids) as lane(level_id, wanted, after_id)
    cross join lateral (
      select c.level_id, c.id
      from supply_stock c
      where c.level_id = lane.level_id and c.id > lane.after_id
      order by c.id
      limit lane.wanted
      for update skip locked
    ) picked
  ) taken
  where s.level_id = taken.level_id and s.id = taken.id
  returning s.level_id, s.id, s.number
$$;
