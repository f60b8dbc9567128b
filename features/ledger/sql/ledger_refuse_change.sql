-- Transfers stay as they were written, whoever asks.
create or replace function ledger_refuse_change() returns trigger
language plpgsql as $$ begin raise exception 'ledger_transfers is append-only' using errcode = 'restrict_violation'; end $$;
