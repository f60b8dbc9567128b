-- Reserves money of a user's account for something that is decided later (a withdrawal). Once per reference, as ledger_move.
-- The caller has locked the account and looked. Resolved by ledger_resolve_hold.
create or replace function ledger_reserve(
  p_kind text, p_user_id bigint, p_house_code text, p_amount bigint, p_reference text
) returns table (hold_id bigint, replayed boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_kind ledger_kinds;
  v_debit bigint;
  v_credit bigint;
  v_row ledger_accounts;
  v_old ledger_transfers;
begin
  select * into v_kind from ledger_kinds where kind = p_kind and two_phase and debit_kind in ('user', 'referral', 'partner', 'store');
  if not found then
    raise exception 'hold % is not on the list', p_kind using errcode = 'check_violation';
  end if;
  v_debit := ledger_account(v_kind.debit_kind, p_user_id, p_house_code);
  v_credit := ledger_account(v_kind.credit_kind, p_user_id, p_house_code);
  perform from ledger_accounts where id = v_debit for update;
  select * into v_old from ledger_transfers where reference = p_reference;
  if found then
    if v_old.amount_kopecks <> p_amount or v_old.kind <> p_kind or v_old.debit_account_id <> v_debit
        or v_old.credit_account_id <> v_credit then
      raise exception 'reference % was used for another transfer', p_reference using errcode = 'unique_violation';
    end if;
    return query select v_old.id, true;
    return;
  end if;
  update ledger_accounts set held_kopecks = held_kopecks + p_amount, version = version + 1 where id = v_debit
    returning * into v_row;
  return query
    insert into ledger_transfers (kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference, account_id,
        posted_after_kopecks, held_after_kopecks, account_version)
      values (p_kind, 'pending', v_debit, v_credit, p_amount, p_reference, v_debit, v_row.posted_kopecks, v_row.held_kopecks, v_row.version)
      returning id, false;
end $$;
revoke execute on function ledger_reserve from public;
grant execute on function ledger_reserve to sms_den_app;
