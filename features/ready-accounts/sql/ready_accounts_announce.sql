-- Tells streams and webhooks about an order of accounts, in the transaction that ended it.
create or replace function ready_accounts_announce(p_order_id bigint) returns void
language sql as $$
  insert into job_events (user_id, kind, data)
  select user_id, 'account_order', jsonb_build_object('accountOrderId', id, 'state', state) from ready_accounts_orders where id = p_order_id
$$;
