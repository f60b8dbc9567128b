-- Seals stay as they were made, whoever asks.
create or replace function ledger_refuse_seal_change() returns trigger
language plpgsql as $$ begin raise exception 'ledger_seals is append-only' using errcode = 'restrict_violation'; end $$;
