-- Writes an order for a number in hand down, with its hold. The caller has locked the wallet and looked at price and balance.
create or replace function activations_open_followup(
  p_parent activations, p_kind text, p_offer_id integer, p_key text, p_hash text, p_max_price bigint, p_channel text, p_hold_minutes integer
) returns activations
language plpgsql as $$
declare
  v_offer pricing_offers;
  v_row activations;
  v_id bigint := nextval('activations_id_seq');
  v_price bigint;
  v_hold bigint;
  v_now timestamptz := app_now();
begin
  select * into strict v_offer from pricing_offers where id = p_offer_id;
  v_price := pricing_for_user(v_offer, p_parent.user_id);
  v_hold := ledger_hold_one('activation', p_parent.user_id, v_price, 'activation:' || v_id || ':hold', p_hash);
  insert into activations (id, user_id, service_id, country_id, wanted_operator, offer_id, supplier_id, supplier_kind, operator,
      number, state, price_kopecks, max_price_kopecks, cost_kopecks, offer_version, hold_id, idempotency_key, input_hash,
      channel, hold_minutes, due_at, expires_at, requested_at, issued_at)
    values (v_id, p_parent.user_id, v_offer.service_id, v_offer.country_id, 'any', v_offer.id, v_offer.supplier_id, 'own',
      v_offer.operator, p_parent.number, 'waiting', v_price, p_max_price, v_offer.cost_kopecks, v_offer.version, v_hold, p_key, p_hash,
      p_channel, p_hold_minutes, v_now + make_interval(mins => p_hold_minutes), v_now + make_interval(mins => p_hold_minutes), v_now, v_now)
    returning * into v_row;
  insert into activations_followups (activation_id, parent_id, kind) values (v_id, p_parent.id, p_kind);
  perform activations_announce(v_row);
  return v_row;
end $$;
