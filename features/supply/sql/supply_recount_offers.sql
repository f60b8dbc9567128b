-- Counts the stock of own offers again (20,000 at most, which bounds the cost of an offer); writes only what changed.
-- An offer's count is a display figure: the purchase trusts the rows themselves. Returns the offers that changed.
create or replace function supply_recount_offers(p_offer_ids integer[]) returns setof integer
language sql
as $$
  update supply_offers o
    set claimed_count = c.count, reported_at = app_now()
    from (
      select ids.id as offer_id, (
        select count(*)::integer from (select from supply_stock s where s.offer_id = ids.id limit 20000) counted
      ) as count
      from unnest(p_offer_ids) as ids(id)
      order by ids.id
    ) c
    where o.id = c.offer_id and o.claimed_count is distinct from c.count
    returning o.id
$$;
