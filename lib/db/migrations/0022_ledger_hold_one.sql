-- The steps of a single hold, without what only a batch needs: a third of the work of the set-based ones.

-- Locks one wallet and answers what it can spend; 0 for a user without a wallet.
create function ledger_lock_wallet(p_user_id bigint) returns bigint
language plpgsql as $$
declare v_available bigint;
begin
  select posted_kopecks - held_kopecks into v_available from ledger_accounts where user_id = p_user_id for update;
  return coalesce(v_available, 0);
end $$;

-- Reserves money for one order; as `ledger_hold_many` with one item. The caller has locked the wallet. A sum that does not
-- fit breaks the wallet's CHECK; a kind that is not on the list or a user without a wallet raises. Answers the hold.
create function ledger_hold_one(p_kind text, p_user_id bigint, p_amount bigint, p_reference text, p_hash text) returns bigint
language plpgsql as $$
declare
  v_wallet ledger_accounts;
  v_id bigint;
begin
  update ledger_accounts set held_kopecks = held_kopecks + p_amount, version = version + 1 where user_id = p_user_id
    returning * into strict v_wallet;
  insert into ledger_transfers (kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference, input_hash,
      posted_after_kopecks, held_after_kopecks, account_version)
    select p_kind, 'pending', v_wallet.id, house.id, p_amount, p_reference, p_hash,
           v_wallet.posted_kopecks, v_wallet.held_kopecks, v_wallet.version
    from ledger_kinds k
    join ledger_accounts house on house.kind = k.credit_kind and house.code = 'main'
    where k.kind = p_kind and k.two_phase and k.debit_kind = 'user'
    returning id into strict v_id;
  return v_id;
end $$;
