-- Reserves money for several orders at once, set-based. The caller has locked the wallets (ledger_lock_wallets) and
-- has made sure that the sums fit; a sum that does not fit breaks the wallet's CHECK and rolls everything back.
-- Answers the hold of each reference.
-- door: activations
create or replace function ledger_hold_many(p_kind text, p_user_ids bigint[], p_amounts bigint[], p_references text[], p_hashes text[])
returns table (reference text, hold_id bigint)
language sql security definer set search_path = pg_catalog, public, pg_temp
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
revoke execute on function ledger_hold_many from public;
grant execute on function ledger_hold_many to sms_den_app;
