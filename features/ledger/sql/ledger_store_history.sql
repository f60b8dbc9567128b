-- What a store earned as one history, although it lies in two accounts: what waits for the warranty's end (`store_pending`, whose id this
-- takes) and what can be withdrawn (`store`). What waits counts as held. Its versions and balances are reckoned, in the order in which the
-- transfers were made; nothing of them is kept.
create or replace function ledger_store_history(p_pending_id bigint) returns setof ledger_transfers
language sql stable as $$
  with own as (
    select p.id as pending_id, s.id as store_id from ledger_accounts p
    left join ledger_accounts s on s.kind = 'store' and s.code = p.code
    where p.id = p_pending_id and p.kind = 'store_pending'
  ), moved as (
    select t.*, t.amount_kopecks as posted, t.amount_kopecks as held
      from own join ledger_transfers t on t.credit_account_id = own.pending_id and t.kind = 'store_share'
    union all
    select t.*, -t.amount_kopecks, -t.amount_kopecks
      from own join ledger_transfers t on t.debit_account_id = own.pending_id and t.kind = 'store_share_reversal'
    union all
    select t.*, case when t.phase = 'post' then -t.amount_kopecks else 0 end,
        case when t.phase = 'pending' then t.amount_kopecks else -t.amount_kopecks end
      from own join ledger_transfers t on t.account_id = own.store_id
  )
  select id, kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference, input_hash, pending_id,
    (sum(posted) over history)::bigint, (sum(held) over history)::bigint, row_number() over history, reason, created_at, p_pending_id
  from moved window history as (order by created_at, id)
$$;
