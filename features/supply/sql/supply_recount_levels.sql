-- Counts the stock of own levels again (20,000 at most, which bounds the cost of a level); writes only what changed.
-- A level's count is a display figure: the purchase trusts the rows themselves. Returns the levels that changed.
create or replace function supply_recount_levels(p_level_ids integer[]) returns setof integer
language sql
as $$
  update supply_levels l
    set claimed_count = c.count, reported_at = app_now()
    from (
      select ids.id as level_id, (
        select count(*)::integer from (select from supply_stock s where s.level_id = ids.id limit 20000) counted
      ) as count
      from unnest(p_level_ids) as ids(id)
      order by ids.id
    ) c
    where l.id = c.level_id and l.claimed_count is distinct from c.count
    returning l.id
$$;
