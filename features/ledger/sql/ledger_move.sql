-- One movement at once between an account of a user and one of the house; the kind says which is which. Once per
-- reference: the same one again answers the first transfer, with another amount, kind or account it raises. What a balance
-- does not hold breaks its CHECK: who debits locks first (ledger_lock_account) and looks.
-- door: rentals
create or replace function ledger_move(
  p_kind text, p_user_id bigint, p_house_code text, p_amount bigint, p_reference text, p_reason text
) returns table (transfer_id bigint, replayed boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_kind ledger_kinds;
  v_debit bigint;
  v_credit bigint;
  v_balanced bigint;
  v_row ledger_accounts;
  v_old ledger_transfers;
begin
  select * into v_kind from ledger_kinds where kind = p_kind and not two_phase;
  if not found then
    raise exception 'transfer % is not on the list', p_kind using errcode = 'check_violation';
  end if;
  v_debit := ledger_account(v_kind.debit_kind, p_user_id, p_house_code);
  v_credit := ledger_account(v_kind.credit_kind, p_user_id, p_house_code);
  v_balanced := case when v_kind.debit_kind in ('user', 'referral', 'partner', 'store') then v_debit
                     when v_kind.credit_kind in ('user', 'referral', 'partner', 'store') then v_credit end;
  if v_balanced is not null then
    perform from ledger_accounts where id = v_balanced for update;
  end if;
  select * into v_old from ledger_transfers where reference = p_reference;
  if found then
    if v_old.amount_kopecks <> p_amount or v_old.kind <> p_kind or v_old.debit_account_id <> v_debit
        or v_old.credit_account_id <> v_credit then
      raise exception 'reference % was used for another transfer', p_reference using errcode = 'unique_violation';
    end if;
    return query select v_old.id, true;
    return;
  end if;
  if v_balanced is not null then
    update ledger_accounts
      set posted_kopecks = posted_kopecks + case when v_balanced = v_credit then p_amount else -p_amount end, version = version + 1
      where id = v_balanced
      returning * into v_row;
  end if;
  return query
    insert into ledger_transfers (kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference, account_id,
        posted_after_kopecks, held_after_kopecks, account_version, reason)
      values (p_kind, 'single', v_debit, v_credit, p_amount, p_reference, v_balanced, v_row.posted_kopecks, v_row.held_kopecks,
        v_row.version, p_reason)
      returning id, false;
end $$;
revoke execute on function ledger_move from public;
grant execute on function ledger_move to sms_den_app;
