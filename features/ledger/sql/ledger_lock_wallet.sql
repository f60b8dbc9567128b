-- Locks one wallet and answers what it can spend; 0 for a user without a wallet. As ledger_lock_wallets, at a third of its work.
-- door: activations, rentals, ready-accounts
create or replace function ledger_lock_wallet(p_user_id bigint) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare v_available bigint;
begin
  select posted_kopecks - held_kopecks into v_available from ledger_accounts where user_id = p_user_id for update;
  return coalesce(v_available, 0);
end $$;
revoke execute on function ledger_lock_wallet from public;
grant execute on function ledger_lock_wallet to sms_den_app;
