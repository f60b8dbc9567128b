-- Places an order for a number in hand (activations_place) and keeps whose number it was. Offer and price are those that were judged: by now
-- they may be others. Answers its id.
create or replace function activations_open_reorder(
  p_parent activations, p_kind text, p_offer pricing_offers, p_price bigint, p_key text, p_hash text, p_max_price bigint, p_channel text,
  p_hold_minutes integer
) returns bigint
language plpgsql as $$
declare
  v_id bigint;
begin
  v_id := activations_place(p_parent.user_id, p_offer.service_id, p_offer.country_id, 'any', p_offer.id, p_offer.supplier_id, 'own',
    p_offer.operator, p_parent.number, p_price, p_max_price, p_offer.cost_kopecks, p_offer.version, p_key, p_hash, p_channel,
    p_hold_minutes);
  insert into activations_reorders (activation_id, parent_id, kind) values (v_id, p_parent.id, p_kind);
  return v_id;
end $$;
