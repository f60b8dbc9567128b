/*
 * Rents one number: the whole step in one call. Wallet locked; the same key answers the first rental again; the cheapest partner with
 * a free number, never above the buyer's maximum and within what the account may have open (a rental counts while its money may still
 * come back, a cancelled one while its number rests); hold, lease and event. Without a limit (p_tolerance_bp is set then) it costs at
 * most so many basis points more than was last listed: beyond it the outcome is risen (min_price_kopecks says by what). A key with a day's
 * limit (p_day_limit) pays no more than is left of it. Outcomes: active, replayed, mismatch, banned, limit, no_numbers, no_balance,
 * price (min_price_kopecks says from where), key_spent (key_left_kopecks says what is left). Extending opens nothing: rentals_extend.
 */
create or replace function rentals_buy(
  p_user_id bigint, p_key text, p_hash text, p_service_id integer, p_country_id integer, p_operator text, p_hours integer,
  p_max_price bigint, p_channel text, p_cancel_minutes integer, p_excluded_suppliers integer[],
  p_tolerance_bp integer, p_listed_seconds integer, p_key_id bigint, p_day_limit bigint,
  out outcome text, out rental_id bigint, out min_price_kopecks bigint, out number bigint, out expires_at timestamptz,
  out key_left_kopecks bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  v_available bigint := ledger_lock_wallet(p_user_id);
  v_old record;
  v_slots integer;
  v_offer record;
  v_price bigint;
  v_listed bigint;
  v_hold bigint;
  v_reference text;
  v_row rentals;
  v_now timestamptz := app_now();
  v_cancel_until timestamptz := v_now + make_interval(mins => p_cancel_minutes);
begin
  -- Under the wallet's lock a key has either finished or not begun.
  select r.id, r.input_hash, r.number, r.expires_at into v_old
    from rentals r where r.user_id = p_user_id and r.idempotency_key = p_key;
  if found then
    outcome := case when v_old.input_hash = p_hash then 'replayed' else 'mismatch' end;
    rental_id := v_old.id; number := v_old.number; expires_at := v_old.expires_at;
    return;
  end if;
  v_slots := activations_open_slots_left(p_user_id);
  -- A number that rests after a cancelled rental still counts: renting and cancelling, which costs nothing, would empty the stock.
  if v_slots > 0 then
    select greatest(0, v_slots - count(*)) into v_slots from rentals r
      where r.user_id = p_user_id and r.close_reason = 'canceled' and r.closed_at > v_now - make_interval(mins => p_cancel_minutes);
  end if;
  outcome := activations_judge_slots(v_slots);
  if outcome is not null then return; end if;

  for v_offer in
    select p.supplier_id, p.hour_cost_kopecks as hour_cost, asked.hour_price
    from supply_rent_prices p join supply_suppliers s on s.id = p.supplier_id
    cross join lateral (select pricing_rent_hour_for_user(p.hour_cost_kopecks, p_service_id, p_country_id, p_user_id) as hour_price) asked
    where p.country_id = p_country_id and p.service_id is not distinct from p_service_id
      and p.supplier_id <> all (p_excluded_suppliers) and supply_may_rent(s, p_service_id, p_country_id)
      -- a price may have been agreed that is below this partner's by now
      and asked.hour_price >= p.hour_cost_kopecks
    order by p.hour_cost_kopecks, p.supplier_id
  loop
    number := supply_rent_claim(v_offer.supplier_id, p_country_id, p_service_id, p_operator);
    exit when number is not null;
  end loop;
  if number is null then
    outcome := 'no_numbers';
    return;
  end if;
  v_price := pricing_rent_total(v_offer.hour_price, p_hours);
  if p_tolerance_bp is not null then
    v_listed := pricing_rent_total(least(v_offer.hour_price, rentals_listed_hour(p_user_id, p_service_id, p_country_id, p_operator,
      p_excluded_suppliers, p_listed_seconds)), p_hours);
    if v_price > v_listed + v_listed * p_tolerance_bp / 10000 then
      outcome := 'risen'; min_price_kopecks := v_price; number := null;
      return;
    end if;
  end if;
  if p_day_limit is not null then key_left_kopecks := ledger_key_left(p_key_id, p_day_limit); end if;
  outcome := activations_judge_price(v_price, p_max_price, key_left_kopecks, null, v_available);
  if outcome is not null then
    min_price_kopecks := v_price; number := null;
    return;
  end if;

  rental_id := nextval(pg_get_serial_sequence('rentals', 'id'));
  v_reference := 'rental:' || rental_id || ':hold';
  expires_at := v_now + make_interval(hours => p_hours);
  outcome := 'active';
  v_hold := ledger_hold_one('rental', p_user_id, v_price, v_reference, p_hash);
  if p_day_limit is not null then perform ledger_count_for_key(p_key_id, p_day_limit, v_reference); end if;
  insert into rentals (id, user_id, service_id, country_id, supplier_id, operator, number, state, hours, price_kopecks, max_price_kopecks,
      cost_kopecks, hour_cost_kopecks, hour_kopecks, hold_id, idempotency_key, input_hash, channel, requested_at, issued_at,
      cancel_until, expires_at, due_at, remind_at)
    select rental_id, p_user_id, p_service_id, p_country_id, v_offer.supplier_id, n.operator, n.number, 'active', p_hours, v_price,
      least(p_max_price, key_left_kopecks),
      pricing_rent_total(v_offer.hour_cost, p_hours), v_offer.hour_cost, v_offer.hour_price, v_hold, p_key, p_hash, p_channel, v_now, v_now,
      v_cancel_until, expires_at, v_cancel_until, rentals_next_reminder(expires_at, p_hours, v_now)
    from supply_rent_numbers n where n.number = rentals_buy.number
    returning * into strict v_row;
  perform supply_rent_lease(number, p_service_id, rental_id, expires_at);
  perform rentals_announce(v_row);
end $$;
