-- What a seal says about a transfer: every column there was when seals began, quoted as a record, so that no two rows have one
-- text. Never change it: old seals would no longer fit. A column that comes later needs a second form beside this one.
create or replace function ledger_transfer_text(p ledger_transfers) returns text
language sql immutable parallel safe
as $$
  select row(p.id, p.kind, p.phase, p.debit_account_id, p.credit_account_id, p.amount_kopecks, p.reference, p.input_hash,
    p.pending_id, p.posted_after_kopecks, p.held_after_kopecks, p.account_version, p.reason,
    (extract(epoch from p.created_at) * 1000000)::bigint)::text
$$;
