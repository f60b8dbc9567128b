-- A price and so many basis points more: how far above what was listed a purchase without a limit goes.
-- door: activations
create or replace function pricing_tolerated(p_price bigint, p_tolerance_bp integer) returns bigint
language sql immutable as $$ select p_price + p_price * p_tolerance_bp / 10000 $$;
