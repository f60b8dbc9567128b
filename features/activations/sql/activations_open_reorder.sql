-- Places an order for a number in hand (activations_place) and keeps whose number it was. Answers its id.
create or replace function activations_open_reorder(
  p_parent activations, p_kind text, p_offer_id integer, p_key text, p_hash text, p_max_price bigint, p_channel text, p_hold_minutes integer
) returns bigint
language plpgsql as $$
declare
  v_offer pricing_offers;
  v_id bigint;
begin
  select * into strict v_offer from pricing_offers where id = p_offer_id;
  v_id := activations_place(p_parent.user_id, v_offer.service_id, v_offer.country_id, 'any', v_offer.id, v_offer.supplier_id, 'own',
    v_offer.operator, p_parent.number, pricing_for_user(v_offer, p_parent.user_id), p_max_price, v_offer.cost_kopecks, v_offer.version,
    p_key, p_hash, p_channel, p_hold_minutes);
  insert into activations_reorders (activation_id, parent_id, kind) values (v_id, p_parent.id, p_kind);
  return v_id;
end $$;
