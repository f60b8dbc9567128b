/*
 * Buys one with choices: as `activations_buy_one`, from suppliers and prices that were asked for and with a number of no
 * excluded prefix, or not at all. A function of its own, so that the usual purchase pays nothing for it.
 */
create or replace function activations_buy_chosen(
  p_user_id bigint, p_key text, p_hash text, p_service_id integer, p_country_id integer, p_operator text, p_max_price bigint,
  p_channel text, p_hold_minutes integer, p_excluded_suppliers integer[],
  p_min_price bigint, p_supplier_ids integer[], p_not_suppliers integer[], p_prefixes text[],
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
          least(p_max_price, key_left_kopecks, v_available), p_routing = 'explore', v_dry, p_min_price, p_supplier_ids,
          p_not_suppliers) w;
    end if;
    select o.id, o.supplier_id, o.supplier_kind, o.operator, o.cost_kopecks, o.version, asked.price into v_offer
      from pricing_on_sale(p_service_id, p_country_id, p_operator, p_channel, p_excluded_suppliers) o
      cross join lateral pricing_of(o, p_user_id) asked
      where o.id <> all (v_dry) and (v_worthiest is null or o.id = v_worthiest)
        and activations_is_chosen(o.supplier_id, asked.price, p_min_price, p_supplier_ids, p_not_suppliers)
      order by asked.price, o.retail_kopecks, o.id
      limit 1;
    if not found then
      if v_worthiest is not null then
        v_dry := v_dry || v_worthiest;
        continue;
      end if;
      outcome := 'no_numbers'; offer_id := null;
      return;
    end if;
    -- The first offer is the cheapest that the lists show now.
    if v_most is null and p_tolerance_bp is not null then
      select m.most into v_most
        from pricing_most(p_user_id, p_service_id, p_country_id, p_operator, p_channel, v_offer.price, p_tolerance_bp,
          p_supplier_ids, p_not_suppliers, p_min_price) m;
    end if;
    outcome := activations_judge_price(v_offer.price, p_max_price, key_left_kopecks, v_most, v_available);
    offer_id := v_offer.id;
    if outcome is not null then
      min_price_kopecks := v_offer.price;
      return;
    end if;
    exit when v_offer.supplier_kind <> 'own';
    select c.stock_id, c.number into stock_id, number from supply_claim_unit_except(offer_id, p_prefixes) c;
    exit when number is not null;
    v_dry := v_dry || offer_id;
  end loop;

  activation_id := activations_place(p_user_id, p_service_id, p_country_id, p_operator, offer_id, v_offer.supplier_id,
    v_offer.supplier_kind, v_offer.operator, number, v_offer.price, least(p_max_price, key_left_kopecks, v_most),
    v_offer.cost_kopecks, v_offer.version, p_key, p_hash, p_channel, p_hold_minutes);
  if p_day_limit is not null then perform ledger_count_for_key(p_key_id, p_day_limit, activations_hold_reference(activation_id)); end if;
  state := case when number is null then 'requested' else 'waiting' end;
  outcome := state;
  insert into activations_choices (activation_id, min_price_kopecks, supplier_ids, excluded_suppliers, excluded_prefixes)
    values (activation_id, p_min_price, p_supplier_ids, p_not_suppliers, p_prefixes);
end $$;
