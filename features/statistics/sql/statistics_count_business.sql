/*
 * Adds the next transfers to the figures of the business, each once. The caller vouches that no transfer with an id up to p_to_id can still
 * appear. Answers how many transfers were looked at; 0 also when another worker is at it.
 */
create or replace function statistics_count_business(p_to_id bigint, p_limit integer) returns integer
language plpgsql as $$
declare
  v_from bigint;
  v_to bigint;
  v_seen integer;
begin
  select last_transfer_id into v_from from statistics_business_progress for update skip locked;
  if not found then return 0; end if;
  select max(id), count(*) into v_to, v_seen
    from (select id from ledger_movements where id > v_from and id <= p_to_id order by id limit p_limit) next;
  insert into statistics_business as b (day, kind, service_id, country_id, placed, delivered, undelivered, refunded,
      captured_kopecks, refunded_kopecks, cost_kopecks, bonus_kopecks, referral_kopecks)
    select day, kind, service_id, country_id, sum(placed), sum(delivered), sum(undelivered), sum(refunded),
      sum(captured_kopecks), sum(refunded_kopecks), sum(cost_kopecks), sum(bonus_kopecks), sum(referral_kopecks)
    from statistics_of_transfers where id > v_from and id <= v_to group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (day, kind, service_id, country_id) do update set
      placed = b.placed + excluded.placed, delivered = b.delivered + excluded.delivered,
      undelivered = b.undelivered + excluded.undelivered, refunded = b.refunded + excluded.refunded,
      captured_kopecks = b.captured_kopecks + excluded.captured_kopecks,
      refunded_kopecks = b.refunded_kopecks + excluded.refunded_kopecks, cost_kopecks = b.cost_kopecks + excluded.cost_kopecks,
      bonus_kopecks = b.bonus_kopecks + excluded.bonus_kopecks, referral_kopecks = b.referral_kopecks + excluded.referral_kopecks;
  update statistics_business_progress
    set last_transfer_id = coalesce(v_to, v_from),
        counted_at = case when v_seen < p_limit then app_now() else counted_at end;
  return v_seen;
end $$;
