-- Orders that may wait for their code at once, for an account that has earned nothing yet.
create or replace function activations_open_max_default() returns integer language sql immutable as $$ select 10 $$;
