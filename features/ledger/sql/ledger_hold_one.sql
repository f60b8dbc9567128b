-- Reserves money for one order; as `ledger_hold_many` with one item. The caller has locked the wallet. A sum that does not
-- fit breaks the wallet's CHECK; a kind that is not on the list or a user without a wallet raises. Answers the hold.
-- door: activations, rentals, ready-accounts
create or replace function ledger_hold_one(p_kind text, p_user_id bigint, p_amount bigint, p_reference text, p_hash text) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_wallet ledger_accounts;
  v_id bigint;
begin
  update ledger_accounts set held_kopecks = held_kopecks + p_amount, version = version + 1,
      open_orders = open_orders + ledger_is_order(p_kind)::integer
    where user_id = p_user_id
    returning * into strict v_wallet;
  insert into ledger_transfers (kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference, input_hash, account_id,
      posted_after_kopecks, held_after_kopecks, account_version)
    select p_kind, 'pending', v_wallet.id, house.id, p_amount, p_reference, p_hash, v_wallet.id,
           v_wallet.posted_kopecks, v_wallet.held_kopecks, v_wallet.version
    from ledger_kinds k
    join ledger_accounts house on house.kind = k.credit_kind and house.code = 'main'
    where k.kind = p_kind and k.two_phase and k.debit_kind = 'user'
    returning id into strict v_id;
  return v_id;
end $$;
revoke execute on function ledger_hold_one from public;
grant execute on function ledger_hold_one to sms_den_app;
