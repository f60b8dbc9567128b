-- A movement between two accounts of the house (append-only on both sides).
-- door: activations, rentals, ready-accounts
create or replace function ledger_house_transfer(
  p_kind text, p_debit_kind text, p_debit_code text, p_credit_kind text, p_credit_code text, p_amount bigint, p_reference text, p_reason text
) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from ledger_kinds where kind = p_kind and debit_kind = p_debit_kind and credit_kind = p_credit_kind and not two_phase) then
    raise exception 'transfer % from % to % is not on the list', p_kind, p_debit_kind, p_credit_kind using errcode = 'check_violation';
  end if;
  insert into ledger_transfers (kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference, reason)
    values (p_kind, 'single', ledger_house_account(p_debit_kind, p_debit_code), ledger_house_account(p_credit_kind, p_credit_code),
      p_amount, p_reference, p_reason);
end $$;
revoke execute on function ledger_house_transfer from public;
grant execute on function ledger_house_transfer to sms_den_app;
