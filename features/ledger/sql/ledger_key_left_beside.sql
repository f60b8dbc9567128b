-- What a hold may become at most for its key's day: what all others of the key leave of it. Null where no such limit is kept for the
-- hold. The caller has locked the wallet.
-- door: activations
create or replace function ledger_key_left_beside(p_hold_id bigint) returns bigint
language sql stable as $$
  select ledger_key_left(s.key_id, s.day_limit_kopecks
    + case when s.created_at >= date_trunc('day', app_now(), 'UTC') then t.amount_kopecks else 0 end)
  from ledger_key_spending s join ledger_transfers t on t.id = s.transfer_id
  where s.transfer_id = p_hold_id and s.day_limit_kopecks is not null
$$;
