-- Throws the figures away; the sweep counts them anew, and until then pages add the purchases up themselves.
create or replace function statistics_recount_purchases() returns void
language sql as $$
  select from statistics_users_progress for update;
  delete from statistics_running;
  delete from statistics_users;
  update statistics_users_progress set last_activation_id = 0, last_rental_id = 0, last_extension_id = 0,
    last_account_order_id = 0;
$$;
