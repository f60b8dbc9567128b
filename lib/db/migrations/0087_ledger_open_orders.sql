-- How many of a wallet's holds are orders whose money may still come back: what the limit of parallel orders counts. It is kept on
-- the wallet's own row, which every hold and every resolution writes anyway, so an exact count costs a purchase nothing.
alter table ledger_accounts add column open_orders integer not null default 0 check (open_orders >= 0);

-- Holds of these kinds count; a withdrawal holds money too and is no order.
create function ledger_is_order(p_kind text) returns boolean
language sql immutable as $$ select p_kind in ('activation', 'rental') $$;

update ledger_accounts a set open_orders = o.count
  from (
    select h.debit_account_id, count(*)::integer as count from ledger_transfers h
    where h.phase = 'pending' and ledger_is_order(h.kind)
      and not exists (select from ledger_transfers r where r.pending_id = h.id)
    group by 1
  ) o
  where o.debit_account_id = a.id;

-- The functions that hold and resolve, as they were, with the count.

create or replace function ledger_hold_one(p_kind text, p_user_id bigint, p_amount bigint, p_reference text, p_hash text) returns bigint
language plpgsql as $$
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
      set held_kopecks = a.held_kopecks + t.amount, version = a.version + t.items,
          open_orders = a.open_orders + case when ledger_is_order(p_kind) then t.items::integer else 0 end
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
