-- The steps of many captures at once, for SMS that are taken in together: what ledger_resolve_hold and ledger_house_transfer do
-- one by one.

/*
 * Captures several holds, in the order of the list: as ledger_resolve_hold(.., 'post', ..) for each. The caller holds the locks of
 * the orders; wallets are locked here, in id order. What is no hold raises, and what is resolved already breaks the unique
 * index: both roll everything back.
 */
-- door: activations, rentals
create or replace function ledger_post_holds(p_hold_ids bigint[], p_reason text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from unnest(p_hold_ids) h(id) left join ledger_transfers t on t.id = h.id where t.phase is distinct from 'pending'
  ) then
    raise exception 'not every transfer of % is a hold', p_hold_ids using errcode = 'check_violation';
  end if;
  perform from ledger_accounts a
    where a.id in (select t.debit_account_id from ledger_transfers t where t.id = any (p_hold_ids)) order by a.id for update;
  with item as (
    select i.ord, t.*, sum(t.amount_kopecks) over w as running_amount, row_number() over w as running_count
    from unnest(p_hold_ids) with ordinality i(hold_id, ord)
    join ledger_transfers t on t.id = i.hold_id
    window w as (partition by t.debit_account_id order by i.ord)
  ), total as (
    select debit_account_id, sum(amount_kopecks)::bigint as amount, count(*) as items,
           count(*) filter (where ledger_is_order(kind))::integer as orders
    from item group by debit_account_id
  ), before as (
    -- the snapshot of this statement: balances before the update below
    select a.id, a.posted_kopecks, a.held_kopecks, a.version from ledger_accounts a join total on total.debit_account_id = a.id
  ), captured as (
    update ledger_accounts a
      set posted_kopecks = a.posted_kopecks - total.amount, held_kopecks = a.held_kopecks - total.amount,
          version = a.version + total.items, open_orders = a.open_orders - total.orders
      from total where a.id = total.debit_account_id
  )
  insert into ledger_transfers (kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference, pending_id, account_id,
      posted_after_kopecks, held_after_kopecks, account_version, reason)
    select item.kind, 'post', item.debit_account_id, item.credit_account_id, item.amount_kopecks, item.reference || ':post', item.id,
           b.id, b.posted_kopecks - item.running_amount, b.held_kopecks - item.running_amount, b.version + item.running_count, p_reason
    from item join before b on b.id = item.debit_account_id
    order by item.ord;
end $$;
revoke execute on function ledger_post_holds from public;
grant execute on function ledger_post_holds to sms_den_app;
