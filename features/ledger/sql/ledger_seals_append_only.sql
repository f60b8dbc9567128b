-- A seal that could be rewritten would prove nothing.
create or replace trigger ledger_seals_append_only before update or delete on ledger_seals
  for each row execute function ledger_refuse_seal_change();
