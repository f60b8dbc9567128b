-- How the ledger knows what an order holds.
create or replace function activations_hold_reference(p_id bigint) returns text
language sql stable as $$ select 'activation:' || p_id || ':hold' $$;
