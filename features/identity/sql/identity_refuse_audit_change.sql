-- Rows of the audit stay as they were written, whoever asks.
create or replace function identity_refuse_audit_change() returns trigger
language plpgsql as $$ begin raise exception 'identity_audit is append-only' using errcode = 'restrict_violation'; end $$;
