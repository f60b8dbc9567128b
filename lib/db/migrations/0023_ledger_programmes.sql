-- Money beside top-ups and orders: programmes, debts, payouts, corrections.
--   referral    what a user earned by those he brought; has a balance row like a wallet; code 'user:<id>'
--   debt        what a user owes after a provider took a top-up back; append-only, never above what was taken; code 'user:<id>'
--   payout      money on its way out of the house
--   adjustment  corrections that two people of the staff signed
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check
  check (kind in ('user', 'referral', 'clearing', 'bonus', 'revenue', 'supplier', 'debt', 'payout', 'adjustment'));
alter table ledger_accounts drop constraint ledger_accounts_balance;
alter table ledger_accounts add constraint ledger_accounts_balance check (
  case when kind in ('user', 'referral')
    then posted_kopecks is not null and held_kopecks is not null and held_kopecks >= 0 and posted_kopecks - held_kopecks >= 0
    else posted_kopecks is null and held_kopecks is null end);

insert into ledger_kinds (kind, debit_kind, credit_kind, two_phase) values
  ('welcome_bonus', 'bonus', 'user', false),
  ('cashback', 'bonus', 'user', false),
  -- a top-up that its provider took back: the whole of it becomes debt, which the wallet then pays as far as it reaches
  ('charge_back', 'debt', 'clearing', false),
  ('payment_refund', 'debt', 'clearing', false),
  ('debt_repayment', 'user', 'debt', false),
  ('debt_write_off', 'bonus', 'debt', false),
  -- unused top-ups back to where they came from
  ('top_up_refund', 'user', 'clearing', true),
  -- money that came in another amount than agreed, credited by hand after a claim
  ('top_up_claim', 'clearing', 'user', false),
  ('referral_accrual', 'revenue', 'referral', false),
  ('referral_reversal', 'referral', 'revenue', false),
  ('referral_withdrawal', 'referral', 'payout', true),
  ('referral_to_balance', 'payout', 'user', false),
  ('adjustment_credit', 'adjustment', 'user', false),
  ('adjustment_debit', 'user', 'adjustment', false),
  -- a captured order given back by the staff
  ('activation_refund', 'revenue', 'user', false);

insert into ledger_accounts (kind, code) values ('payout', 'main'), ('adjustment', 'main');

-- The account of a kind: of a user ('user', 'referral', 'debt') or of the house (by code). Made at its first use, so that even
-- an empty one can be locked.
create function ledger_account(p_kind text, p_user_id bigint, p_code text) returns bigint
language plpgsql as $$
declare
  v_code text := case when p_kind in ('referral', 'debt') then 'user:' || p_user_id else p_code end;
  v_id bigint;
begin
  if p_kind = 'user' then return ledger_user_account(p_user_id); end if;
  if p_kind <> 'referral' then return ledger_house_account(p_kind, v_code); end if;
  select id into v_id from ledger_accounts where kind = p_kind and code = v_code;
  if v_id is null then
    insert into ledger_accounts (kind, code, posted_kopecks, held_kopecks) values (p_kind, v_code, 0, 0) on conflict do nothing;
    select id into v_id from ledger_accounts where kind = p_kind and code = v_code;
  end if;
  return v_id;
end $$;

-- Locks a user's account that has a balance ('user', 'referral') and answers what it can spend.
create function ledger_lock_account(p_kind text, p_user_id bigint) returns bigint
language plpgsql as $$
declare
  v_id bigint := ledger_account(p_kind, p_user_id, null);
  v_available bigint;
begin
  select posted_kopecks - held_kopecks into strict v_available from ledger_accounts where id = v_id for update;
  return v_available;
end $$;

-- One movement at once between an account of a user and one of the house; the kind says which is which. Once per
-- reference: the same one again answers the first transfer, with another amount, kind or account it raises. What a balance
-- does not hold breaks its CHECK: who debits locks first (ledger_lock_account) and looks.
create function ledger_move(
  p_kind text, p_user_id bigint, p_house_code text, p_amount bigint, p_reference text, p_reason text
) returns table (transfer_id bigint, replayed boolean)
language plpgsql as $$
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
  v_balanced := case when v_kind.debit_kind in ('user', 'referral') then v_debit
                     when v_kind.credit_kind in ('user', 'referral') then v_credit end;
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
    insert into ledger_transfers (kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference,
        posted_after_kopecks, held_after_kopecks, account_version, reason)
      values (p_kind, 'single', v_debit, v_credit, p_amount, p_reference, v_row.posted_kopecks, v_row.held_kopecks,
        v_row.version, p_reason)
      returning id, false;
end $$;

-- Reserves money of a user's account for something that is decided later (a payout). Once per reference, as ledger_move.
-- The caller has locked the account and looked. Resolved by ledger_resolve_hold.
create function ledger_reserve(
  p_kind text, p_user_id bigint, p_house_code text, p_amount bigint, p_reference text
) returns table (hold_id bigint, replayed boolean)
language plpgsql as $$
declare
  v_kind ledger_kinds;
  v_debit bigint;
  v_credit bigint;
  v_row ledger_accounts;
  v_old ledger_transfers;
begin
  select * into v_kind from ledger_kinds where kind = p_kind and two_phase and debit_kind in ('user', 'referral');
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
    insert into ledger_transfers (kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference,
        posted_after_kopecks, held_after_kopecks, account_version)
      values (p_kind, 'pending', v_debit, v_credit, p_amount, p_reference, v_row.posted_kopecks, v_row.held_kopecks, v_row.version)
      returning id, false;
end $$;

drop function ledger_credit_user(text, text, text, bigint, bigint, text, text);
