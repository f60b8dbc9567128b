-- Nor are they removed all at once.
create or replace trigger ledger_seals_no_truncate before truncate on ledger_seals
  for each statement execute function ledger_refuse_seal_change();
