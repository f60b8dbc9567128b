-- Holds of these kinds count; a withdrawal holds money too and is no order.
create or replace function ledger_is_order(p_kind text) returns boolean
language sql immutable as $$ select p_kind in ('activation', 'rental') $$;
