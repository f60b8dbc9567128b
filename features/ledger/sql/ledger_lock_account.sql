-- Locks a user's account that has a balance ('user', 'referral', 'partner', 'store') and answers what it can spend.
create or replace function ledger_lock_account(p_kind text, p_user_id bigint) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_id bigint := ledger_account(p_kind, p_user_id, null);
  v_available bigint;
begin
  select posted_kopecks - held_kopecks into strict v_available from ledger_accounts where id = v_id for update;
  return v_available;
end $$;
revoke execute on function ledger_lock_account from public;
grant execute on function ledger_lock_account to sms_den_app;
