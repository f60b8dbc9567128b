-- Resolves a hold: 'post' captures it, 'void' gives it back. Exactly one resolution ever succeeds (unique pending_id);
-- a second call of either phase raises unique_violation. The caller holds the order's row lock.
-- door: activations, rentals, ready-accounts
create or replace function ledger_resolve_hold(p_pending_id bigint, p_phase text, p_reason text) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_hold ledger_transfers;
  v_row ledger_accounts;
  v_id bigint;
begin
  select * into strict v_hold from ledger_transfers where id = p_pending_id;
  if v_hold.phase <> 'pending' then
    raise exception 'transfer % is not a hold', p_pending_id using errcode = 'check_violation';
  end if;
  update ledger_accounts
    set posted_kopecks = posted_kopecks - case when p_phase = 'post' then v_hold.amount_kopecks else 0 end,
        held_kopecks = held_kopecks - v_hold.amount_kopecks,
        version = version + 1,
        open_orders = open_orders - ledger_is_order(v_hold.kind)::integer
    where id = v_hold.debit_account_id
    returning * into v_row;
  insert into ledger_transfers (kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference, pending_id, account_id,
      posted_after_kopecks, held_after_kopecks, account_version, reason)
    values (v_hold.kind, p_phase, v_hold.debit_account_id, v_hold.credit_account_id, v_hold.amount_kopecks,
      v_hold.reference || ':' || p_phase, v_hold.id, v_row.id, v_row.posted_kopecks, v_row.held_kopecks, v_row.version, p_reason)
    returning id into v_id;
  return v_id;
end $$;
revoke execute on function ledger_resolve_hold from public;
grant execute on function ledger_resolve_hold to sms_den_app;
