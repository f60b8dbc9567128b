-- Wakes the searches that wait for money and whose account can spend the price that they saw last; answers how many.
create or replace function activations_wake_for_money() returns integer
language sql as $$
  with rich as materialized (
    select w.id from activations_searches w join ledger_spendable m on m.user_id = w.user_id
    where w.waiting_for = 'money' and m.kopecks >= w.lowest_kopecks for update of w skip locked
  ), woken as (
    update activations_searches s
    set waiting_for = null, rests_until = null, next_at = least(s.next_at, greatest(app_now(), s.rests_until))
    from rich where s.id = rich.id
    returning s.id
  ) select count(*)::integer from woken
$$;
