/*
 * Buys one: the same answers and effects as `activations_buy` with one item, in plain steps whose plans are kept.
 * The set-based function pays for arrays, windows and a plan per call, which only a batch earns back; measured alone it
 * costs two to three times as much. What was told is asked for in the statement that finds the offer: a statement of its own cost a
 * twentieth.
 */
create or replace function activations_buy_one(
  p_user_id bigint, p_key text, p_hash text, p_service_id integer, p_country_id integer, p_operator text, p_max_price bigint,
  p_channel text, p_hold_minutes integer, p_excluded_suppliers integer[], p_cursor_offers integer[], p_cursor_ids bigint[],
  p_tolerance_bp integer default null,
  out outcome text, out activation_id bigint, out min_price_kopecks bigint, out offer_id integer, out stock_id bigint,
  out number bigint, out state text)
language plpgsql as $$
#variable_conflict use_column
declare
  v_available bigint := ledger_lock_wallet(p_user_id);
  v_slots integer;
  v_old record;
  v_offer record;
  v_dry integer[] := '{}';
  v_most bigint;
  v_after bigint;
  v_hold bigint;
  v_now timestamptz := app_now();
  v_expires timestamptz := v_now + make_interval(mins => p_hold_minutes);
begin
  -- Under the wallet's lock a key has either finished or not begun.
  select a.id, a.input_hash, a.offer_id, a.number, a.state into v_old
    from activations a where a.user_id = p_user_id and a.idempotency_key = p_key;
  if found then
    outcome := case when v_old.input_hash = p_hash then 'replayed' else 'mismatch' end;
    activation_id := v_old.id; offer_id := v_old.offer_id; number := v_old.number; state := v_old.state;
    return;
  end if;

  v_slots := activations_open_slots_left(p_user_id);
  if v_slots < 1 then
    outcome := case when v_slots < 0 then 'banned' else 'limit' end;
    return;
  end if;

  loop
    -- The first offer is the cheapest that the lists tell of now; what they told a little while ago is asked for beside it.
    select o.id, o.supplier_id, o.supplier_kind, o.operator, o.cost_kopecks, o.version, pricing_for_user(o, p_user_id) as price,
           case when p_tolerance_bp is not null and v_most is null then (
             select m.most from pricing_most(p_user_id, p_service_id, p_country_id, p_operator, p_channel, null, p_tolerance_bp,
               null, null, null) m) end as told_most
      into v_offer
      from pricing_offers o
      where o.service_id = p_service_id and o.country_id = p_country_id and o.healthy and o.count > 0
        and (p_operator = 'any' or o.operator = any (string_to_array(p_operator, ',')))
        and (p_channel <> 'site' or not o.api_only)
        and o.supplier_id <> all (p_excluded_suppliers) and o.id <> all (v_dry)
      order by o.retail_kopecks, o.id
      limit 1;
    if not found then
      outcome := 'no_numbers'; offer_id := null;
      return;
    end if;
    if v_most is null then
      v_most := least(v_offer.price + v_offer.price * p_tolerance_bp / 10000, v_offer.told_most);
    end if;
    offer_id := v_offer.id;
    if v_offer.price > p_max_price or v_offer.price > v_available then
      outcome := case when v_offer.price > p_max_price then 'price' else 'no_balance' end;
      min_price_kopecks := v_offer.price;
      return;
    end if;
    if v_offer.price > v_most then
      outcome := 'no_numbers'; offer_id := null;
      return;
    end if;
    exit when v_offer.supplier_kind <> 'own';
    v_after := coalesce(p_cursor_ids[array_position(p_cursor_offers, v_offer.id)], 0);
    select c.stock_id, c.number into stock_id, number from supply_claim_unit(v_offer.id, v_after) c;
    -- An offer that gave nothing behind its cursor is tried once from its start; after that it is empty.
    if number is null and v_after > 0 then
      select c.stock_id, c.number into stock_id, number from supply_claim_unit(v_offer.id, 0) c;
    end if;
    exit when number is not null;
    v_dry := v_dry || v_offer.id;
  end loop;

  activation_id := nextval('activations_id_seq');
  v_hold := ledger_hold_one('activation', p_user_id, v_offer.price, 'activation:' || activation_id || ':hold', p_hash);
  state := case when number is null then 'requested' else 'waiting' end;
  outcome := state;
  insert into activations (id, user_id, service_id, country_id, wanted_operator, offer_id, supplier_id, supplier_kind, operator,
      number, state, price_kopecks, max_price_kopecks, cost_kopecks, offer_version, hold_id, idempotency_key, input_hash,
      channel, hold_minutes, due_at, expires_at, requested_at, issued_at)
    values (activation_id, p_user_id, p_service_id, p_country_id, p_operator, v_offer.id, v_offer.supplier_id, v_offer.supplier_kind,
      v_offer.operator, number, state, v_offer.price, least(p_max_price, v_most), v_offer.cost_kopecks, v_offer.version, v_hold, p_key, p_hash,
      p_channel, p_hold_minutes, case when number is null then v_now + interval '30 seconds' else v_expires end,
      v_expires, v_now, case when number is null then null else v_now end);
  if number is not null then
    insert into job_events (user_id, kind, data)
      values (p_user_id, 'activation', jsonb_build_object('activationId', activation_id, 'state', state));
  end if;
end $$;
