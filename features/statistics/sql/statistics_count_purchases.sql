/*
 * Looks at the next purchases of each kind, each once and in the order of their ids, and again at those that were running. None of the
 * last five minutes, since one with a lower id may still be on its way. What has ended is added to its day. Answers how many
 * were looked at for the first time; 0 when another worker is at it.
 */
create or replace function statistics_count_purchases(p_limit integer) returns integer
language plpgsql as $$
declare
  v_from statistics_users_progress;
  v_to statistics_users_progress;
  v_settled timestamptz := app_now() - interval '5 minutes';
  v_seen integer[];
begin
  select * into v_from from statistics_users_progress for update skip locked;
  if not found then return 0; end if;
  v_to := v_from;
  with next as (select id, requested_at as at from activations_outcomes where id > v_from.last_activation_id order by id limit p_limit)
  select coalesce(max(id), v_from.last_activation_id), array[count(*)] into v_to.last_activation_id, v_seen
    from next where id < coalesce((select min(id) from next where at > v_settled), 9223372036854775807);
  with next as (select id, requested_at as at from rentals_outcomes where id > v_from.last_rental_id order by id limit p_limit)
  select coalesce(max(id), v_from.last_rental_id), v_seen || count(*)::integer into v_to.last_rental_id, v_seen
    from next where id < coalesce((select min(id) from next where at > v_settled), 9223372036854775807);
  with next as (select id, created_at as at from rentals_paid_extensions where id > v_from.last_extension_id order by id limit p_limit)
  select coalesce(max(id), v_from.last_extension_id), v_seen || count(*)::integer into v_to.last_extension_id, v_seen
    from next where id < coalesce((select min(id) from next where at > v_settled), 9223372036854775807);
  with next as (select id, ordered_at as at from ready_accounts_outcomes where id > v_from.last_account_order_id order by id limit p_limit)
  select coalesce(max(id), v_from.last_account_order_id), v_seen || count(*)::integer into v_to.last_account_order_id, v_seen
    from next where id < coalesce((select min(id) from next where at > v_settled), 9223372036854775807);

  with seen as materialized (
    select * from statistics_of_activations where id > v_from.last_activation_id and id <= v_to.last_activation_id
    union all
    select * from statistics_of_rentals where id > v_from.last_rental_id and id <= v_to.last_rental_id
    union all
    select * from statistics_of_extensions where id > v_from.last_extension_id and id <= v_to.last_extension_id
    union all
    select * from statistics_of_accounts where id > v_from.last_account_order_id and id <= v_to.last_account_order_id
    union all
    (select p.* from statistics_running r join statistics_of_activations p on p.id = r.purchase_id
      where r.kind = 'activation' and not p.is_running limit p_limit)
    union all
    (select p.* from statistics_running r join statistics_of_rentals p on p.id = r.purchase_id
      where r.kind = 'rental' and not p.is_running limit p_limit)
    union all
    (select p.* from statistics_running r join statistics_of_accounts p on p.id = r.purchase_id
      where r.kind = 'accounts' and not p.is_running limit p_limit)
  ), put_aside as (
    insert into statistics_running (user_id, kind, purchase_id) select user_id, kind, id from seen where is_running
  ), taken_up as (
    delete from statistics_running r using seen s
      where not s.is_running and s.requests = 1 and r.user_id = s.user_id and r.kind = s.kind and r.purchase_id = s.id
  ), waited as (
    select user_id, day, kind, service_id, country_id, wait_seconds, sum(requests) as requests, sum(refused) as refused,
           sum(numbers) as numbers, sum(successes) as successes, sum(cancelled) as cancelled, sum(expired) as expired,
           sum(reported) as reported, sum(extensions) as extensions, sum(captured_kopecks) as captured_kopecks,
           sum(accounts) as accounts
    from seen where not is_running group by 1, 2, 3, 4, 5, 6
  )
  insert into statistics_users as u (user_id, day, kind, service_id, country_id, requests, refused, numbers, successes, cancelled,
      expired, reported, extensions, captured_kopecks, accounts, waits)
    select user_id, day, kind, service_id, country_id, sum(requests), sum(refused), sum(numbers), sum(successes), sum(cancelled),
           sum(expired), sum(reported), sum(extensions), sum(captured_kopecks), sum(accounts),
           coalesce(jsonb_object_agg(wait_seconds::text, successes) filter (where wait_seconds is not null), '{}')
    from waited group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (user_id, day, kind, service_id, country_id) do update set
      requests = u.requests + excluded.requests, refused = u.refused + excluded.refused, numbers = u.numbers + excluded.numbers,
      successes = u.successes + excluded.successes, cancelled = u.cancelled + excluded.cancelled,
      expired = u.expired + excluded.expired, reported = u.reported + excluded.reported,
      extensions = u.extensions + excluded.extensions, captured_kopecks = u.captured_kopecks + excluded.captured_kopecks,
      accounts = u.accounts + excluded.accounts,
      waits = statistics_merge_waits(u.waits, excluded.waits);

  update statistics_users_progress set last_activation_id = v_to.last_activation_id, last_rental_id = v_to.last_rental_id,
    last_extension_id = v_to.last_extension_id, last_account_order_id = v_to.last_account_order_id
    where (last_activation_id, last_rental_id, last_extension_id, last_account_order_id)
      is distinct from (v_to.last_activation_id, v_to.last_rental_id, v_to.last_extension_id, v_to.last_account_order_id);
  return v_seen[1] + v_seen[2] + v_seen[3] + v_seen[4];
end $$;
