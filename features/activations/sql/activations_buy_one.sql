/*
 * Buys one: the same answers and effects as `activations_buy` with one item, in plain steps whose plans are kept.
 * The set-based function pays for arrays, windows and a plan per call, which only a batch earns back; measured alone it
 * costs two to three times as much. Whether other prices were listed a little while ago is asked in the statement that finds the offer;
 * only where they were, a statement of its own asks which.
 *
 * p_routing: 'worth' or 'explore' chooses among the offers within the buyer's limit (activations_worthiest); null is the cheapest, whose
 * statements stay as they are.
 */
create or replace function activations_buy_one(
  p_user_id bigint, p_key text, p_hash text, p_service_id integer, p_country_id integer, p_operator text, p_max_price bigint,
  p_channel text, p_hold_minutes integer, p_excluded_suppliers integer[], p_cursor_offers integer[], p_cursor_ids bigint[],
  p_tolerance_bp integer default null, p_key_id bigint default null, p_day_limit bigint default null,
  p_routing text default null,
  out outcome text, out activation_id bigint, out min_price_kopecks bigint, out offer_id integer, out stock_id bigint,
  out number bigint, out state text, out key_left_kopecks bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  v_available bigint := ledger_lock_wallet(p_user_id);
  v_offer record;
  v_dry integer[] := '{}';
  v_most bigint;
  v_after bigint;
  v_worthiest integer;
begin
  select r.outcome, r.id, r.offer_id, r.number, r.state into outcome, activation_id, offer_id, number, state
    from activations_replay(p_user_id, p_key, p_hash) r;
  if found then return; end if;
  outcome := activations_judge_slots(activations_open_slots_left(p_user_id));
  if outcome is not null then return; end if;
  if p_day_limit is not null then key_left_kopecks := ledger_key_left(p_key_id, p_day_limit); end if;

  loop
    if p_routing is not null then
      select w.offer_id into v_worthiest
        from activations_worthiest(p_user_id, p_service_id, p_country_id, p_operator, p_channel, p_excluded_suppliers,
          least(p_max_price, key_left_kopecks, v_available), p_routing = 'explore', v_dry, null, null, null) w;
    end if;
    select o.id, o.supplier_id, o.supplier_kind, o.operator, o.cost_kopecks, o.version, asked.price,
           p_tolerance_bp is not null and v_most is null
             and exists (select from pricing_listed_before(p_service_id, p_country_id)) as is_listed_before
      into v_offer
      from pricing_on_sale(p_service_id, p_country_id, p_operator, p_channel, p_excluded_suppliers) o
      cross join lateral pricing_of(o, p_user_id) asked
      where o.id <> all (v_dry) and (v_worthiest is null or o.id = v_worthiest)
      order by o.retail_kopecks, o.id
      limit 1;
    if not found then
      -- what was chosen has just gone from the lists: the others may still be there
      if v_worthiest is not null then
        v_dry := v_dry || v_worthiest;
        continue;
      end if;
      outcome := 'no_numbers'; offer_id := null;
      return;
    end if;
    -- The first offer is the cheapest that the lists show now.
    if v_offer.is_listed_before then
      select m.most into v_most
        from pricing_most(p_user_id, p_service_id, p_country_id, p_operator, p_channel, v_offer.price, p_tolerance_bp,
          null, null, null) m;
    elsif v_most is null then
      v_most := pricing_tolerated(v_offer.price, p_tolerance_bp);
    end if;
    outcome := activations_judge_price(v_offer.price, p_max_price, key_left_kopecks, v_most, v_available);
    offer_id := v_offer.id;
    if outcome is not null then
      min_price_kopecks := v_offer.price;
      return;
    end if;
    exit when v_offer.supplier_kind <> 'own';
    v_after := coalesce(p_cursor_ids[array_position(p_cursor_offers, offer_id)], 0);
    select c.stock_id, c.number into stock_id, number from supply_claim_unit(offer_id, v_after) c;
    -- An offer that gave nothing behind its cursor is tried once from its start; after that it is empty.
    if number is null and v_after > 0 then
      select c.stock_id, c.number into stock_id, number from supply_claim_unit(offer_id, 0) c;
    end if;
    exit when number is not null;
    v_dry := v_dry || offer_id;
  end loop;

  activation_id := activations_place(p_user_id, p_service_id, p_country_id, p_operator, offer_id, v_offer.supplier_id,
    v_offer.supplier_kind, v_offer.operator, number, v_offer.price, least(p_max_price, key_left_kopecks, v_most),
    v_offer.cost_kopecks, v_offer.version, p_key, p_hash, p_channel, p_hold_minutes);
  if p_day_limit is not null then perform ledger_count_for_key(p_key_id, p_day_limit, activations_hold_reference(activation_id)); end if;
  state := case when number is null then 'requested' else 'waiting' end;
  outcome := state;
end $$;
