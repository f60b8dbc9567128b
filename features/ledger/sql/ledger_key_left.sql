/*
 * What an API key may still spend today (UTC) of its day's limit, never below 0. Orders that gave their money back do not count. The
 * caller has locked the wallet of the key's owner, from which all its orders are paid, and asks in a statement of its own behind
 * that: so parallel orders never pass the limit together.
 */
-- door: activations, rentals, ready-accounts
create or replace function ledger_key_left(p_key_id bigint, p_day_limit bigint) returns bigint
language sql stable as $$
  select greatest(p_day_limit - coalesce(sum(t.amount_kopecks), 0), 0)::bigint
  from ledger_key_spending s join ledger_transfers t on t.id = s.transfer_id
  where s.key_id = p_key_id and s.created_at >= date_trunc('day', app_now(), 'UTC')
    and not exists (select from ledger_transfers v where v.pending_id = s.transfer_id and v.phase = 'void')
$$;
