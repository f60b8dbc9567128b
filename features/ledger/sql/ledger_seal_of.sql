-- Count and hash of the transfers p_from_id to p_to_id as they stand now, after a seal with the hash p_previous.
create or replace function ledger_seal_of(p_previous bytea, p_from_id bigint, p_to_id bigint)
returns table (transfers_count bigint, hash bytea)
language sql stable parallel safe
as $$
  select count(*), sha256(coalesce(p_previous, '\x'::bytea)
    || convert_to(p_from_id || ':' || p_to_id || ':' || count(*) || E'\n'
      || coalesce(string_agg(ledger_transfer_text(t), E'\n' order by t.id), ''), 'UTF8'))
  from ledger_transfers t where t.id between p_from_id and p_to_id
$$;
