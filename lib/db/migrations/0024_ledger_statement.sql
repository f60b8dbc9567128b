-- A wallet's history, page by page. Which account's balance a row continues is told by the row itself, on whichever side that
-- account stands, so that one index serves all of a history in its own order.
alter table ledger_transfers add column account_id bigint;

-- Only the new column is filled; what a row said before stays as it was.
alter table ledger_transfers disable trigger ledger_transfers_append_only;
update ledger_transfers t
  set account_id = case when d.posted_kopecks is not null then d.id else t.credit_account_id end
  from ledger_accounts d where d.id = t.debit_account_id and t.account_version is not null;
alter table ledger_transfers enable trigger ledger_transfers_append_only;

-- No foreign key: both sides have theirs.
alter table ledger_transfers add constraint ledger_transfers_account check (
  (account_id is null) = (account_version is null)
  and (account_id is null or account_id = debit_account_id or account_id = credit_account_id));

drop index ledger_transfers_debit_user;
drop index ledger_transfers_credit_user;
-- One entry per row, as before; unique, so that no two rows can claim one place in a history.
create unique index ledger_transfers_history on ledger_transfers (account_id, account_version) where account_id is not null;
-- What comes in, and whatever is no order, also kind by kind: rare, and never written by a purchase or a capture.
create index ledger_transfers_history_rare on ledger_transfers (account_id, account_version)
  where account_id is not null and (phase = 'void' or kind <> 'activation');
create index ledger_transfers_history_kind on ledger_transfers (account_id, kind, account_version)
  where account_id is not null and kind <> 'activation';

-- The last row of an account's history from before a moment; 0 when there is none. Versions have no gap and grow with time, so
-- halving finds it: some twenty rows looked at in a history of a million.
create function ledger_version_before(p_account_id bigint, p_at timestamptz) returns bigint
language plpgsql stable as $$
declare
  v_low bigint := 0;
  v_high bigint;
  v_middle bigint;
  v_at timestamptz;
begin
  select version into v_high from ledger_accounts where id = p_account_id;
  while v_low < v_high loop
    v_middle := (v_low + v_high + 1) / 2;
    select created_at into v_at from ledger_transfers where account_id = p_account_id and account_version = v_middle;
    if v_at < p_at then v_low := v_middle; else v_high := v_middle - 1; end if;
  end loop;
  return v_low;
end $$;

-- The functions that write transfers, as they were, with the new column.

create or replace function ledger_hold_one(p_kind text, p_user_id bigint, p_amount bigint, p_reference text, p_hash text) returns bigint
language plpgsql as $$
declare
  v_wallet ledger_accounts;
  v_id bigint;
begin
  update ledger_accounts set held_kopecks = held_kopecks + p_amount, version = version + 1 where user_id = p_user_id
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

create or replace function ledger_hold_many(p_kind text, p_user_ids bigint[], p_amounts bigint[], p_references text[], p_hashes text[])
returns table (reference text, hold_id bigint)
language sql
as $$
  with item as (
    select i.ord, i.user_id, i.amount, i.reference, i.hash,
           sum(i.amount) over w as running_amount, row_number() over w as running_count
    from unnest(p_user_ids, p_amounts, p_references, p_hashes) with ordinality as i(user_id, amount, reference, hash, ord)
    window w as (partition by i.user_id order by i.ord)
  ), before as (
    -- the snapshot of this statement: balances before the update below
    select a.id, a.user_id, a.posted_kopecks, a.held_kopecks, a.version
    from ledger_accounts a where a.user_id = any (p_user_ids)
  ), reserved as (
    update ledger_accounts a
      set held_kopecks = a.held_kopecks + t.amount, version = a.version + t.items
      from (select user_id, sum(amount)::bigint as amount, count(*) as items from item group by user_id) t
      where a.user_id = t.user_id
  )
  insert into ledger_transfers (kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference, input_hash, account_id,
      posted_after_kopecks, held_after_kopecks, account_version)
    select p_kind, 'pending', b.id, house.id, item.amount, item.reference, item.hash, b.id,
           b.posted_kopecks, b.held_kopecks + item.running_amount, b.version + item.running_count
    from item
    join before b on b.user_id = item.user_id
    join ledger_kinds k on k.kind = p_kind and k.two_phase and k.debit_kind = 'user'
    join ledger_accounts house on house.kind = k.credit_kind and house.code = 'main'
    order by item.ord
    returning reference, id
$$;

create or replace function ledger_resolve_hold(p_pending_id bigint, p_phase text, p_reason text) returns bigint
language plpgsql as $$
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
        version = version + 1
    where id = v_hold.debit_account_id
    returning * into v_row;
  insert into ledger_transfers (kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference, pending_id, account_id,
      posted_after_kopecks, held_after_kopecks, account_version, reason)
    values (v_hold.kind, p_phase, v_hold.debit_account_id, v_hold.credit_account_id, v_hold.amount_kopecks,
      v_hold.reference || ':' || p_phase, v_hold.id, v_row.id, v_row.posted_kopecks, v_row.held_kopecks, v_row.version, p_reason)
    returning id into v_id;
  return v_id;
end $$;

create or replace function ledger_move(
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
    insert into ledger_transfers (kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference, account_id,
        posted_after_kopecks, held_after_kopecks, account_version, reason)
      values (p_kind, 'single', v_debit, v_credit, p_amount, p_reference, v_balanced, v_row.posted_kopecks, v_row.held_kopecks,
        v_row.version, p_reason)
      returning id, false;
end $$;

create or replace function ledger_reserve(
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
    insert into ledger_transfers (kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference, account_id,
        posted_after_kopecks, held_after_kopecks, account_version)
      values (p_kind, 'pending', v_debit, v_credit, p_amount, p_reference, v_debit, v_row.posted_kopecks, v_row.held_kopecks, v_row.version)
      returning id, false;
end $$;
