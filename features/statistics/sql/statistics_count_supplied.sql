/*
 * Looks at the next orders, each once and in the order of their ids, and keeps those on numbers of partners; looks again at those that
 * were running. What has ended is added to its day. None of the last five minutes, since one with a lower id may still be on its way;
 * and none behind one that may yet get its number from anybody. Answers how many were looked at for the first time; 0 when another worker
 * is at it.
 */
create or replace function statistics_count_supplied(p_limit integer) returns integer
language plpgsql as $$
declare
  v_from statistics_supplied_progress;
  v_to statistics_supplied_progress;
  v_settled timestamptz := app_now() - interval '5 minutes';
  v_seen integer[];
begin
  select * into v_from from statistics_supplied_progress for update skip locked;
  if not found then return 0; end if;
  v_to := v_from;
  with next as (
    select id, requested_at > v_settled or (number is null and closed_at is null) as is_too_early
    from activations_outcomes where id > v_from.last_activation_id order by id limit p_limit)
  select coalesce(max(id), v_from.last_activation_id), array[count(*)] into v_to.last_activation_id, v_seen
    from next where id < coalesce((select min(id) from next where is_too_early), 9223372036854775807);
  with next as (
    select id, requested_at > v_settled or (number is null and closed_at is null) as is_too_early
    from rentals_outcomes where id > v_from.last_rental_id order by id limit p_limit)
  select coalesce(max(id), v_from.last_rental_id), v_seen || count(*)::integer into v_to.last_rental_id, v_seen
    from next where id < coalesce((select min(id) from next where is_too_early), 9223372036854775807);

  with seen as materialized (
    select s.* from statistics_supplied_activations s join supply_owned_suppliers using (supplier_id)
      where s.order_id > v_from.last_activation_id and s.order_id <= v_to.last_activation_id
    union all
    select s.* from statistics_supplied_rentals s join supply_owned_suppliers using (supplier_id)
      where s.order_id > v_from.last_rental_id and s.order_id <= v_to.last_rental_id
    union all
    (select s.* from statistics_supplied_orders o join statistics_supplied_activations s on s.order_id = o.order_id
      where o.is_running and o.kind = 'activation' and not s.is_running limit p_limit)
    union all
    (select s.* from statistics_supplied_orders o join statistics_supplied_rentals s on s.order_id = o.order_id
      where o.is_running and o.kind = 'rental' and not s.is_running limit p_limit)
  ), listed as (
    insert into statistics_supplied_orders (supplier_id, kind, order_id, is_running)
      select supplier_id, kind, order_id, is_running from seen order by 1, 2, 3
      on conflict (supplier_id, kind, order_id) do update set is_running = excluded.is_running
  ), waited as (
    select supplier_id, day, kind, service_id, country_id, operator, wait_seconds, count(*) as requests, sum(codes) as codes,
           sum(cancelled) as cancelled, sum(expired) as expired, sum(reported) as reported, sum(sms) as sms,
           sum(share_kopecks) as share_kopecks
    from seen where not is_running group by 1, 2, 3, 4, 5, 6, 7
  )
  insert into statistics_supplied as u (supplier_id, day, kind, service_id, country_id, operator, requests, codes, cancelled, expired,
      reported, sms, share_kopecks, waits)
    select supplier_id, day, kind, service_id, country_id, operator, sum(requests), sum(codes), sum(cancelled), sum(expired), sum(reported),
           sum(sms), sum(share_kopecks),
           coalesce(jsonb_object_agg(wait_seconds::text, codes) filter (where wait_seconds is not null), '{}')
    from waited group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (supplier_id, day, kind, service_id, country_id, operator) do update set
      requests = u.requests + excluded.requests, codes = u.codes + excluded.codes, cancelled = u.cancelled + excluded.cancelled,
      expired = u.expired + excluded.expired, reported = u.reported + excluded.reported, sms = u.sms + excluded.sms,
      share_kopecks = u.share_kopecks + excluded.share_kopecks, waits = statistics_merge_waits(u.waits, excluded.waits);

  update statistics_supplied_progress set last_activation_id = v_to.last_activation_id, last_rental_id = v_to.last_rental_id
    where (last_activation_id, last_rental_id) is distinct from (v_to.last_activation_id, v_to.last_rental_id);
  return v_seen[1] + v_seen[2];
end $$;
