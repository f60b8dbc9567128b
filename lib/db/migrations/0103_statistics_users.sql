/*
 * What a purchase counts as in its buyer's figures: one row per purchase, with what is so of it now. The sweep that adds figures up, the
 * page that adds what the sweep has not seen yet, and the check that compares the two all read these views. The day (UTC) is that of
 * the purchase, whenever its code comes. The right of whoever asks is needed on the tables behind them.
 */
create view statistics_of_activations with (security_invoker = true) as
  select a.id, a.user_id, 'activation'::text as kind, (a.requested_at at time zone 'UTC')::date as day, a.service_id, a.country_id,
         a.closed_at is null as is_running,
         1 as requests,
         (a.state = 'failed')::integer as refused,
         (a.state not in ('requested', 'unknown', 'failed'))::integer as numbers,
         (a.received_at is not null)::integer as successes,
         (a.state = 'cancelled')::integer as cancelled,
         (a.state = 'expired')::integer as expired,
         (a.state = 'banned')::integer as reported,
         0 as extensions,
         case when a.received_at is not null then a.price_kopecks else 0 end as captured_kopecks,
         case when a.received_at is not null then greatest(0, floor(extract(epoch from a.received_at - a.issued_at)))::integer end as wait_seconds
  from activations a;

-- A rental's money is taken by what comes first: an SMS, an extension, its end, or the time to cancel being over. Service 0 = the whole number.
create view statistics_of_rentals with (security_invoker = true) as
  select r.id, r.user_id, 'rental'::text as kind, (r.requested_at at time zone 'UTC')::date as day, coalesce(r.service_id, 0) as service_id,
         r.country_id,
         r.closed_at is null as is_running,
         1 as requests,
         0 as refused,
         (r.state <> 'requested')::integer as numbers,
         (r.received_at is not null)::integer as successes,
         (r.state = 'canceled')::integer as cancelled,
         (r.state = 'expired' and r.received_at is null)::integer as expired,
         0 as reported,
         0 as extensions,
         case when r.captured_at is not null then r.price_kopecks else 0 end as captured_kopecks,
         case when r.received_at is not null then greatest(0, floor(extract(epoch from r.received_at - r.issued_at)))::integer end as wait_seconds
  from rentals r;

-- More time for a rental is paid at once: money of the day of the extension, and no number of its own.
create view statistics_of_extensions with (security_invoker = true) as
  select e.id, e.user_id, 'rental'::text as kind, (e.created_at at time zone 'UTC')::date as day, coalesce(r.service_id, 0) as service_id,
         r.country_id, false as is_running, 0 as requests, 0 as refused, 0 as numbers, 0 as successes, 0 as cancelled, 0 as expired,
         0 as reported, 1 as extensions, e.price_kopecks as captured_kopecks, null::integer as wait_seconds
  from rentals_extensions e join rentals r on r.id = e.rental_id;

revoke insert, update, delete on statistics_of_activations, statistics_of_rentals, statistics_of_extensions from sms_den_app;

-- Purchases that have ended, by user, day, kind, service and country. A row per lane and day, however many purchases.
create table statistics_users (
  user_id bigint not null,
  day date not null,
  kind text not null check (kind in ('activation', 'rental')),
  service_id integer not null,
  country_id integer not null,
  requests bigint not null,
  refused bigint not null,
  numbers bigint not null,
  successes bigint not null,
  cancelled bigint not null,
  expired bigint not null,
  reported bigint not null,
  extensions bigint not null,
  captured_kopecks bigint not null,
  -- {"14": 3}: three codes came after 14 s. Medians of any rows together come from these.
  waits jsonb not null default '{}',
  primary key (user_id, day, kind, service_id, country_id),
  constraint statistics_users_sums check (numbers + refused = requests and successes + cancelled + expired + reported = numbers)
) with (fillfactor = 80);

-- Purchases that were looked at while they still ran; they are counted when they have ended.
create table statistics_running (
  user_id bigint not null,
  kind text not null check (kind in ('activation', 'rental')),
  purchase_id bigint not null,
  primary key (user_id, kind, purchase_id)
);

-- Up to which purchase they were looked at.
create table statistics_users_progress (
  only_row boolean primary key default true check (only_row),
  last_activation_id bigint not null default 0,
  last_rental_id bigint not null default 0,
  last_extension_id bigint not null default 0
);
insert into statistics_users_progress default values;
revoke delete, truncate on statistics_users_progress from sms_den_app;

create function statistics_merge_waits(p_one jsonb, p_other jsonb) returns jsonb
language sql immutable as $$
  select case when p_other = '{}' then p_one when p_one = '{}' then p_other else (
    select jsonb_object_agg(w.seconds, w.purchases) from (
      select seconds, sum(purchases::bigint) as purchases
      from (select * from jsonb_each_text(p_one) union all select * from jsonb_each_text(p_other)) one(seconds, purchases)
      group by seconds) w) end
$$;

/*
 * Looks at the next purchases of each kind, each once and in the order of their ids, and again at those that were running. None of the
 * last five minutes, since one with a lower id may still be on its way. What has ended is added to its day. Answers how many
 * were looked at for the first time; 0 when another worker is at it.
 */
create function statistics_count_purchases(p_limit integer) returns integer
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
  with next as (select id, requested_at as at from activations where id > v_from.last_activation_id order by id limit p_limit)
  select coalesce(max(id), v_from.last_activation_id), array[count(*)] into v_to.last_activation_id, v_seen
    from next where id < coalesce((select min(id) from next where at > v_settled), 9223372036854775807);
  with next as (select id, requested_at as at from rentals where id > v_from.last_rental_id order by id limit p_limit)
  select coalesce(max(id), v_from.last_rental_id), v_seen || count(*)::integer into v_to.last_rental_id, v_seen
    from next where id < coalesce((select min(id) from next where at > v_settled), 9223372036854775807);
  with next as (select id, created_at as at from rentals_extensions where id > v_from.last_extension_id order by id limit p_limit)
  select coalesce(max(id), v_from.last_extension_id), v_seen || count(*)::integer into v_to.last_extension_id, v_seen
    from next where id < coalesce((select min(id) from next where at > v_settled), 9223372036854775807);

  with seen as materialized (
    select * from statistics_of_activations where id > v_from.last_activation_id and id <= v_to.last_activation_id
    union all
    select * from statistics_of_rentals where id > v_from.last_rental_id and id <= v_to.last_rental_id
    union all
    select * from statistics_of_extensions where id > v_from.last_extension_id and id <= v_to.last_extension_id
    union all
    (select p.* from statistics_running r join statistics_of_activations p on p.id = r.purchase_id
      where r.kind = 'activation' and not p.is_running limit p_limit)
    union all
    (select p.* from statistics_running r join statistics_of_rentals p on p.id = r.purchase_id
      where r.kind = 'rental' and not p.is_running limit p_limit)
  ), put_aside as (
    insert into statistics_running (user_id, kind, purchase_id) select user_id, kind, id from seen where is_running
  ), taken_up as (
    delete from statistics_running r using seen s
      where not s.is_running and s.requests = 1 and r.user_id = s.user_id and r.kind = s.kind and r.purchase_id = s.id
  ), waited as (
    select user_id, day, kind, service_id, country_id, wait_seconds, sum(requests) as requests, sum(refused) as refused,
           sum(numbers) as numbers, sum(successes) as successes, sum(cancelled) as cancelled, sum(expired) as expired,
           sum(reported) as reported, sum(extensions) as extensions, sum(captured_kopecks) as captured_kopecks
    from seen where not is_running group by 1, 2, 3, 4, 5, 6
  )
  insert into statistics_users as u (user_id, day, kind, service_id, country_id, requests, refused, numbers, successes, cancelled,
      expired, reported, extensions, captured_kopecks, waits)
    select user_id, day, kind, service_id, country_id, sum(requests), sum(refused), sum(numbers), sum(successes), sum(cancelled),
           sum(expired), sum(reported), sum(extensions), sum(captured_kopecks),
           coalesce(jsonb_object_agg(wait_seconds::text, successes) filter (where wait_seconds is not null), '{}')
    from waited group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (user_id, day, kind, service_id, country_id) do update set
      requests = u.requests + excluded.requests, refused = u.refused + excluded.refused, numbers = u.numbers + excluded.numbers,
      successes = u.successes + excluded.successes, cancelled = u.cancelled + excluded.cancelled,
      expired = u.expired + excluded.expired, reported = u.reported + excluded.reported,
      extensions = u.extensions + excluded.extensions, captured_kopecks = u.captured_kopecks + excluded.captured_kopecks,
      waits = statistics_merge_waits(u.waits, excluded.waits);

  update statistics_users_progress set last_activation_id = v_to.last_activation_id, last_rental_id = v_to.last_rental_id,
    last_extension_id = v_to.last_extension_id
    where (last_activation_id, last_rental_id, last_extension_id)
      is distinct from (v_to.last_activation_id, v_to.last_rental_id, v_to.last_extension_id);
  return v_seen[1] + v_seen[2] + v_seen[3];
end $$;

-- Throws the figures away; the sweep counts them anew, and until then pages add the purchases up themselves.
create function statistics_recount_purchases() returns void
language sql as $$
  select from statistics_users_progress for update;
  delete from statistics_running;
  delete from statistics_users;
  update statistics_users_progress set last_activation_id = 0, last_rental_id = 0, last_extension_id = 0;
$$;
