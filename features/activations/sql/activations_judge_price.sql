/*
 * What speaks against a price: price (above the limit that was named), key_spent (above what is left of a key's day, ledger_key_left),
 * risen (above the most that an account pays without a limit, pricing_most), no_balance, or nothing. Null = no such limit.
 */
-- door: rentals
create or replace function activations_judge_price(p_price bigint, p_max_price bigint, p_key_left bigint, p_most bigint, p_available bigint)
returns text
language sql immutable as $$
  select case when p_price > p_max_price then 'price' when p_price > p_key_left then 'key_spent' when p_price > p_most then 'risen'
    when p_price > p_available then 'no_balance' end
$$;
