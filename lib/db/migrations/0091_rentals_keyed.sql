-- Rentals and extensions bought with a key that has a daily limit: what the key has spent today is counted from them.
create table rentals_keyed (
  id bigint generated always as identity primary key,
  key_id bigint not null,
  rental_id bigint not null references rentals (id),
  -- null = the rental itself
  extension_id bigint references rentals_extensions (id),
  created_at timestamptz not null default app_now(),
  unique nulls not distinct (rental_id, extension_id)
);
create index rentals_keyed_key on rentals_keyed (key_id, created_at);
revoke update, delete, truncate on rentals_keyed from sms_den_app;

-- What a key's rentals and extensions of today (UTC) cost; cancelled ones gave their money back.
create function rentals_key_spent(p_key_id bigint) returns bigint
language sql stable as $$
  select coalesce(sum(case when k.extension_id is null then r.price_kopecks else e.price_kopecks end), 0)::bigint
  from rentals_keyed k
  join rentals r on r.id = k.rental_id
  left join rentals_extensions e on e.id = k.extension_id
  where k.key_id = p_key_id and k.created_at >= date_trunc('day', app_now(), 'UTC') and r.state <> 'canceled'
$$;
