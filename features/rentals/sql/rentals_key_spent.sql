-- What a key's rentals and extensions of today (UTC) cost; cancelled ones gave their money back.
create or replace function rentals_key_spent(p_key_id bigint) returns bigint
language sql stable as $$
  select coalesce(sum(case when k.extension_id is null then r.price_kopecks else e.price_kopecks end), 0)::bigint
  from rentals_keyed k
  join rentals r on r.id = k.rental_id
  left join rentals_extensions e on e.id = k.extension_id
  where k.key_id = p_key_id and k.created_at >= date_trunc('day', app_now(), 'UTC') and r.state <> 'canceled'
$$;
