/*
 * The supplier of a requested order had nothing: moves the order to the next cheapest offer within the buyer's maximum, choices and
 * key's day, or closes it with the money back. A dearer or cheaper offer replaces the hold (void and hold again, same transaction). Answers the
 * order; state 'requested' asks the caller to try the new supplier, 'waiting' means own stock. p_by_worth: the order was placed by worth,
 * and goes on to where a code is expected to cost the least.
 */
create or replace function activations_reroute(p_id bigint, p_excluded_offers integer[], p_excluded_suppliers integer[], p_by_worth boolean default false)
returns setof activations
language plpgsql as $$
declare
  v_row activations;
  v_choice activations_choices;
  v_offer record;
  v_available bigint;
  v_key_left bigint;
  v_number bigint;
  v_hold bigint := null;
  v_reference text;
begin
  -- order before wallet, as every step of an order locks
  select * into v_row from activations where id = p_id for update;
  if not found or v_row.state <> 'requested' then return; end if;
  select * into v_choice from activations_choices where activation_id = p_id;
  select w.available_kopecks into v_available from ledger_lock_wallets(array[v_row.user_id]) w;
  v_key_left := ledger_key_left_beside(v_row.hold_id);

  for v_offer in
    select o.*, asked.price
    from pricing_on_sale(v_row.service_id, v_row.country_id, v_row.wanted_operator, v_row.channel, p_excluded_suppliers) o
    cross join lateral pricing_of(o, v_row.user_id) asked
    where o.id <> all (p_excluded_offers)
    order by case when p_by_worth then (asked.price + o.wait_kopecks) * o.tries_percent end, o.retail_kopecks, o.id
  loop
    continue when not activations_is_chosen(v_offer.supplier_id, v_offer.price, v_choice.min_price_kopecks,
      v_choice.supplier_ids, v_choice.excluded_suppliers);
    continue when v_row.max_price_kopecks is not null and v_offer.price > v_row.max_price_kopecks;
    continue when v_offer.price > v_available + v_row.price_kopecks or v_offer.price > v_key_left;
    v_number := null;
    if v_offer.supplier_kind = 'own' then
      if v_choice.activation_id is null then
        select c.number into v_number from supply_claim_stock(array[v_offer.id], array[1], array[0::bigint]) c;
      else
        select c.number into v_number from supply_claim_unit_except(v_offer.id, v_choice.excluded_prefixes) c;
      end if;
      continue when v_number is null;
    end if;
    if v_offer.price <> v_row.price_kopecks then
      perform ledger_resolve_hold(v_row.hold_id, 'void', 'rerouted');
      v_reference := activations_hold_reference(p_id) || ':' || v_offer.id;
      select h.hold_id into v_hold
        from ledger_hold_many('activation', array[v_row.user_id], array[v_offer.price], array[v_reference], array[v_row.input_hash]) h;
      perform ledger_count_instead(v_row.hold_id, v_hold);
    end if;
    update activations set
        offer_id = v_offer.id, supplier_id = v_offer.supplier_id, supplier_kind = v_offer.supplier_kind, operator = v_offer.operator,
        price_kopecks = v_offer.price, cost_kopecks = v_offer.cost_kopecks, offer_version = v_offer.version,
        hold_id = coalesce(v_hold, hold_id), number = v_number,
        state = case when v_number is null then 'requested' else 'waiting' end,
        issued_at = case when v_number is null then null else app_now() end,
        expires_at = app_now() + make_interval(mins => hold_minutes),
        due_at = case when v_number is null then app_now() + interval '30 seconds' else app_now() + make_interval(mins => hold_minutes) end
      where id = p_id returning * into v_row;
    if v_number is not null then perform activations_announce(v_row); end if;
    return next v_row;
    return;
  end loop;

  return query select * from activations_refund(p_id, null, array['requested'], 'failed', 'no_numbers');
end $$;
