-- activations_open_slots_left for many at once, in the order of the list.
create or replace function activations_open_slots_left_many(p_user_ids bigint[]) returns integer[]
language sql stable as $$
  select array_agg(case when b.user_id is not null then -1
      else greatest(0, coalesce(greatest(s.earned_max, s.granted_max), activations_open_max_default()) - coalesce(a.open_orders, 0)) end
    order by u.ord)
  from unnest(p_user_ids) with ordinality u(id, ord)
  left join ledger_open_orders a on a.user_id = u.id
  left join activations_standings s on s.user_id = u.id
  left join (
    select distinct user_id from activations_bans where user_id = any (p_user_ids) and lifted_at is null and ends_at > app_now()
  ) b on b.user_id = u.id
$$;
