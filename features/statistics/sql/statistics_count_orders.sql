/*
 * Counts the next orders, each once and in the order of their ids: up to the first that has not ended, and none of the last
 * five minutes, since one with a lower id may still be on its way. An order that ended without ever having a number is no purchase.
 * Answers how many orders were looked at; 0 when another worker is counting.
 */
create or replace function statistics_count_orders(p_limit integer) returns integer
language plpgsql as $$
declare
  v_from bigint;
  v_to bigint;
  v_seen integer;
begin
  select last_order_id into v_from from statistics_progress for update skip locked;
  if not found then return 0; end if;
  with next as (
    select a.id, a.closed_at is null or a.requested_at > app_now() - interval '5 minutes' as is_too_early
    from activations_outcomes a where a.id > v_from order by a.id limit p_limit
  )
  select max(id), count(*) into v_to, v_seen from next
    where id < coalesce((select min(id) from next where is_too_early), 9223372036854775807);
  if v_seen = 0 then return 0; end if;
  insert into statistics_days as d (day, service_id, country_id, purchases, successes, own_codes, own_cost_kopecks)
    select (a.requested_at at time zone 'UTC')::date, a.service_id, a.country_id, count(*), count(a.received_at),
      count(*) filter (where a.received_at is not null and a.supplier_kind = 'own'),
      coalesce(sum(a.cost_kopecks) filter (where a.received_at is not null and a.supplier_kind = 'own'), 0)
    from activations_outcomes a where a.id > v_from and a.id <= v_to and a.state <> 'failed'
    group by 1, 2, 3 order by 2, 1, 3
    on conflict (service_id, day, country_id) do update
      set purchases = d.purchases + excluded.purchases, successes = d.successes + excluded.successes,
        own_codes = d.own_codes + excluded.own_codes, own_cost_kopecks = d.own_cost_kopecks + excluded.own_cost_kopecks;
  insert into statistics_supplier_hours as h (hour, supplier_id, service_id, purchases, successes)
    select date_trunc('hour', a.requested_at, 'UTC'), a.supplier_id, a.service_id, count(*), count(*) filter (where a.received_at is not null)
    from activations_outcomes a
    where a.id > v_from and a.id <= v_to and a.state <> 'failed' and a.requested_at > app_now() - interval '2 days'
    group by 1, 2, 3 order by 2, 1, 3
    on conflict (supplier_id, hour, service_id) do update
      set purchases = h.purchases + excluded.purchases, successes = h.successes + excluded.successes;
  insert into statistics_cost_days as c (day, service_id, country_id, supplier_id, cost_kopecks, purchases, codes, timed, waited_seconds)
    select (a.requested_at at time zone 'UTC')::date, a.service_id, a.country_id, a.supplier_id, a.cost_kopecks, count(*),
      count(a.received_at), count(a.issued_at),
      coalesce(sum(greatest(0, extract(epoch from coalesce(a.received_at, a.closed_at) - a.issued_at))), 0)::bigint
    from activations_outcomes a
    where a.id > v_from and a.id <= v_to and a.state <> 'failed' and a.requested_at > app_now() - interval '31 days'
    group by 1, 2, 3, 4, 5 order by 2, 3, 1, 4, 5
    on conflict (service_id, country_id, day, supplier_id, cost_kopecks) do update
      set purchases = c.purchases + excluded.purchases, codes = c.codes + excluded.codes, timed = c.timed + excluded.timed,
        waited_seconds = c.waited_seconds + excluded.waited_seconds;
  insert into statistics_day_waits as d (day, waits)
    select c.day, jsonb_object_agg(c.seconds, c.codes)
    from (
      select (a.requested_at at time zone 'UTC')::date as day,
        greatest(0, floor(extract(epoch from a.received_at - a.issued_at)))::integer as seconds, count(*) as codes
      from activations_outcomes a
      where a.id > v_from and a.id <= v_to and a.state <> 'failed' and a.received_at is not null and a.issued_at is not null
      group by 1, 2
    ) c
    group by c.day order by c.day
    on conflict (day) do update set waits = statistics_merge_waits(d.waits, excluded.waits);
  update statistics_progress set last_order_id = v_to;
  return v_seen;
end $$;
