-- What a buyer asked for beside service, country, operator and price cap. Few orders have a row here.
create table activations_choices (
  activation_id bigint primary key references activations (id),
  min_price_kopecks bigint,
  -- null = any supplier
  supplier_ids integer[],
  excluded_suppliers integer[] not null default '{}',
  -- digits that the number must not begin with
  excluded_prefixes text[] not null default '{}',
  created_at timestamptz not null default app_now()
);
revoke update, delete, truncate on activations_choices from sms_den_app;

-- Is an offer among the suppliers and above the lowest price that were asked for?
create function activations_is_chosen(p_supplier_id integer, p_price bigint, p_min_price bigint, p_supplier_ids integer[], p_excluded integer[])
returns boolean
language sql immutable as $$
  select (p_min_price is null or p_price >= p_min_price)
    and (p_supplier_ids is null or p_supplier_id = any (p_supplier_ids))
    and (p_excluded is null or p_supplier_id <> all (p_excluded))
$$;

/*
 * Buys one with choices: as `activations_buy_one`, from suppliers and prices that were asked for and with a number of no
 * excluded prefix, or not at all. A function of its own, so that the usual purchase pays nothing for it.
 */
create function activations_buy_chosen(
  p_user_id bigint, p_key text, p_hash text, p_service_id integer, p_country_id integer, p_operator text, p_max_price bigint,
  p_channel text, p_hold_minutes integer, p_excluded_suppliers integer[],
  p_min_price bigint, p_supplier_ids integer[], p_not_suppliers integer[], p_prefixes text[],
  out outcome text, out activation_id bigint, out min_price_kopecks bigint, out level_id integer, out stock_id bigint,
  out number bigint, out state text)
language plpgsql as $$
#variable_conflict use_column
declare
  v_available bigint := ledger_lock_wallet(p_user_id);
  v_old record;
  v_offer record;
  v_dry integer[] := '{}';
  v_hold bigint;
  v_now timestamptz := app_now();
  v_expires timestamptz := v_now + make_interval(mins => p_hold_minutes);
begin
  select a.id, a.input_hash, a.level_id, a.number, a.state into v_old
    from activations a where a.user_id = p_user_id and a.idempotency_key = p_key;
  if found then
    outcome := case when v_old.input_hash = p_hash then 'replayed' else 'mismatch' end;
    activation_id := v_old.id; level_id := v_old.level_id; number := v_old.number; state := v_old.state;
    return;
  end if;

  loop
    select o.id, o.supplier_id, o.supplier_kind, o.operator, o.cost_kopecks, o.version, asked.price
      into v_offer
      from pricing_offers o cross join lateral (select pricing_for_user(o, p_user_id) as price) asked
      where o.service_id = p_service_id and o.country_id = p_country_id and o.healthy and o.count > 0
        and (p_operator = 'any' or o.operator = any (string_to_array(p_operator, ',')))
        and (p_channel <> 'site' or not o.api_only)
        and o.supplier_id <> all (p_excluded_suppliers) and o.id <> all (v_dry)
        and activations_is_chosen(o.supplier_id, asked.price, p_min_price, p_supplier_ids, p_not_suppliers)
      order by asked.price, o.retail_kopecks, o.id
      limit 1;
    if not found then
      outcome := 'no_numbers'; level_id := null;
      return;
    end if;
    level_id := v_offer.id;
    if v_offer.price > p_max_price or v_offer.price > v_available then
      outcome := case when v_offer.price > p_max_price then 'price' else 'no_balance' end;
      min_price_kopecks := v_offer.price;
      return;
    end if;
    exit when v_offer.supplier_kind <> 'own';
    select c.stock_id, c.number into stock_id, number from supply_claim_unit_except(v_offer.id, p_prefixes) c;
    exit when number is not null;
    v_dry := v_dry || v_offer.id;
  end loop;

  activation_id := nextval('activations_id_seq');
  v_hold := ledger_hold_one('activation', p_user_id, v_offer.price, 'activation:' || activation_id || ':hold', p_hash);
  state := case when number is null then 'requested' else 'waiting' end;
  outcome := state;
  insert into activations (id, user_id, service_id, country_id, wanted_operator, level_id, supplier_id, supplier_kind, operator,
      number, state, price_kopecks, max_price_kopecks, cost_kopecks, offer_version, hold_id, idempotency_key, input_hash,
      channel, hold_minutes, due_at, expires_at, requested_at, issued_at)
    values (activation_id, p_user_id, p_service_id, p_country_id, p_operator, v_offer.id, v_offer.supplier_id, v_offer.supplier_kind,
      v_offer.operator, number, state, v_offer.price, p_max_price, v_offer.cost_kopecks, v_offer.version, v_hold, p_key, p_hash,
      p_channel, p_hold_minutes, case when number is null then v_now + interval '30 seconds' else v_expires end,
      v_expires, v_now, case when number is null then null else v_now end);
  insert into activations_choices (activation_id, min_price_kopecks, supplier_ids, excluded_suppliers, excluded_prefixes)
    values (activation_id, p_min_price, p_supplier_ids, p_not_suppliers, p_prefixes);
  if number is not null then
    insert into job_events (user_id, kind, data)
      values (p_user_id, 'activation', jsonb_build_object('activationId', activation_id, 'state', state));
  end if;
end $$;

/*
 * The supplier of a requested order had nothing: moves the order to the next cheapest offer within the buyer's maximum and
 * his choices, or closes it with the money back. A dearer or cheaper offer replaces the hold (void and hold again, same
 * transaction). Answers the order; state 'requested' asks the caller to try the new supplier, 'waiting' means own stock.
 */
create or replace function activations_reroute(p_id bigint, p_excluded_levels integer[], p_excluded_suppliers integer[])
returns setof activations
language plpgsql as $$
declare
  v_row activations;
  v_choice activations_choices;
  v_offer record;
  v_available bigint;
  v_number bigint;
  v_hold bigint := null;
  v_reference text;
begin
  -- order before wallet, as every step of an order locks
  select * into v_row from activations where id = p_id for update;
  if not found or v_row.state <> 'requested' then return; end if;
  select * into v_choice from activations_choices where activation_id = p_id;
  select w.available_kopecks into v_available from ledger_lock_wallets(array[v_row.user_id]) w;

  for v_offer in
    select o.*, pricing_for_user(o, v_row.user_id) as price
    from pricing_offers o
    where o.service_id = v_row.service_id and o.country_id = v_row.country_id and o.healthy and o.count > 0
      and (v_row.wanted_operator = 'any' or o.operator = any (string_to_array(v_row.wanted_operator, ',')))
      and (v_row.channel <> 'site' or not o.api_only)
      and o.id <> all (p_excluded_levels) and o.supplier_id <> all (p_excluded_suppliers)
    order by o.retail_kopecks, o.id
  loop
    continue when not activations_is_chosen(v_offer.supplier_id, v_offer.price, v_choice.min_price_kopecks,
      v_choice.supplier_ids, v_choice.excluded_suppliers);
    exit when v_row.max_price_kopecks is not null and v_offer.price > v_row.max_price_kopecks;
    exit when v_offer.price > v_available + v_row.price_kopecks;
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
      v_reference := 'activation:' || p_id || ':hold:' || v_offer.id;
      select h.hold_id into v_hold
        from ledger_hold_many('activation', array[v_row.user_id], array[v_offer.price], array[v_reference], array[v_row.input_hash]) h;
    end if;
    update activations set
        level_id = v_offer.id, supplier_id = v_offer.supplier_id, supplier_kind = v_offer.supplier_kind, operator = v_offer.operator,
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

  return query select * from activations_give_back(p_id, null, array['requested'], 'failed', 'no_numbers');
end $$;
