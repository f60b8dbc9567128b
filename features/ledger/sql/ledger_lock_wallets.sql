-- Locks the wallets of users in id order and answers what each can spend. A user without a wallet is not in the answer.
-- door: activations
create or replace function ledger_lock_wallets(p_user_ids bigint[]) returns table (user_id bigint, available_kopecks bigint)
language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  select a.user_id, a.posted_kopecks - a.held_kopecks
  from ledger_accounts a where a.user_id = any (p_user_ids) order by a.id for update
$$;
revoke execute on function ledger_lock_wallets from public;
grant execute on function ledger_lock_wallets to sms_den_app;
