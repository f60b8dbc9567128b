-- Movements of one kind from one account of the house to others: as ledger_house_transfer for each, in the order of the list.
-- door: activations, rentals
create or replace function ledger_house_transfers(
  p_kind text, p_debit_kind text, p_debit_code text, p_credit_kind text, p_credit_codes text[], p_amounts bigint[],
  p_references text[], p_reason text
) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare v_debit bigint := ledger_house_account(p_debit_kind, p_debit_code);
begin
  if not exists (select from ledger_kinds where kind = p_kind and debit_kind = p_debit_kind and credit_kind = p_credit_kind and not two_phase) then
    raise exception 'transfer % from % to % is not on the list', p_kind, p_debit_kind, p_credit_kind using errcode = 'check_violation';
  end if;
  insert into ledger_transfers (kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference, reason)
    select p_kind, 'single', v_debit, account.id, i.amount, i.reference, p_reason
    from unnest(p_credit_codes, p_amounts, p_references) with ordinality i(code, amount, reference, ord)
    join (
      select c.code, ledger_house_account(p_credit_kind, c.code) as id
      from (select distinct code from unnest(p_credit_codes) u(code) order by code) c offset 0
    ) account on account.code = i.code
    order by i.ord;
end $$;
revoke execute on function ledger_house_transfers from public;
grant execute on function ledger_house_transfers to sms_den_app;
