/*
 * The order that a key stands for already: 'replayed', or 'mismatch' when it stood for something else. Ask in a statement of its own
 * behind the wallet's lock: there a key has either finished or not begun.
 */
create or replace function activations_replay(p_user_id bigint, p_key text, p_hash text)
returns table (outcome text, id bigint, offer_id integer, number bigint, state text)
language sql stable rows 1 as $$
  select case when a.input_hash = p_hash then 'replayed' else 'mismatch' end, a.id, a.offer_id, a.number, a.state
  from activations a where a.user_id = p_user_id and a.idempotency_key = p_key
$$;
