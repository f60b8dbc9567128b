-- A transfer is never changed or removed: what was wrong is answered by another transfer.
create or replace trigger ledger_transfers_append_only before update or delete on ledger_transfers
  for each row execute function ledger_refuse_change();
