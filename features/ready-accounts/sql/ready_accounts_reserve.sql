/*
 * The first half of a purchase in one call: the wallet locked, the same key answered with its first order again; the offer locked, so that
 * its buyers come one after the other and nobody counts a unit twice; units and money held, and the order written. Whoever changes what
 * an offer has in stock locks the offer as well, always behind the wallet. A key with a day's limit (p_day_limit) pays no more than is
 * left of it. The house's commission on what stores sell is in percent and rounded up, for each account. A buyer may name the least
 * warranty (p_min_warranty, in hours). Outcomes: held, replayed, mismatch, not_found, too_few (least_count), no_stock (left_count),
 * price, no_balance (both total_kopecks), warranty (given_hours), key_spent (key_left_kopecks).
 */
create or replace function ready_accounts_reserve(
  p_user_id bigint, p_key text, p_hash text, p_offer_id bigint, p_count integer, p_max_total bigint, p_channel text,
  p_delivery_seconds integer, p_commission_percent integer, p_key_id bigint default null, p_day_limit bigint default null,
  p_min_warranty integer default null,
  out outcome text, out order_id bigint, out total_kopecks bigint, out least_count integer, out left_count integer, out key_left_kopecks bigint,
  out given_hours integer)
language plpgsql as $$
#variable_conflict use_column
declare
  v_available bigint := ledger_lock_wallet(p_user_id);
  v_old record;
  v_offer ready_accounts_offers;
  v_units bigint[];
  v_hold bigint;
  v_reference text;
begin
  -- Under the wallet's lock a key has either finished or not begun.
  select o.id, o.input_hash, o.total_kopecks into v_old
    from ready_accounts_orders o where o.user_id = p_user_id and o.idempotency_key = p_key;
  if found then
    outcome := case when v_old.input_hash = p_hash then 'replayed' else 'mismatch' end;
    order_id := v_old.id; total_kopecks := v_old.total_kopecks;
    return;
  end if;
  select * into v_offer from ready_accounts_offers where id = p_offer_id for no key update;
  if not found or v_offer.state <> 'on_sale' then
    outcome := 'not_found';
    return;
  end if;
  least_count := v_offer.min_count;
  total_kopecks := v_offer.price_kopecks * p_count;
  -- What was cut a moment ago is what its buyer has seen.
  given_hours := greatest(v_offer.warranty_hours, case when v_offer.past_warranty_until > app_now() then v_offer.past_warranty_hours end);
  if p_day_limit is not null then key_left_kopecks := ledger_key_left(p_key_id, p_day_limit); end if;
  outcome := case when p_count < v_offer.min_count then 'too_few'
                  when total_kopecks > p_max_total then 'price'
                  when given_hours < p_min_warranty then 'warranty'
                  when total_kopecks > key_left_kopecks then 'key_spent'
                  when total_kopecks > v_available then 'no_balance' end;
  if outcome is not null then return; end if;

  select array_agg(u.id order by u.id) into v_units from (
    select id from ready_accounts_units
    where offer_id = p_offer_id and state = 'available' and (expires_at is null or expires_at > app_now())
    order by id limit p_count for update) u;
  left_count := coalesce(cardinality(v_units), 0);
  if left_count < p_count then
    outcome := 'no_stock';
    return;
  end if;
  outcome := 'held';
  update ready_accounts_units set state = 'held' where id = any (v_units);
  -- The sequence is asked first: the hold's reference names the order.
  order_id := nextval(pg_get_serial_sequence('ready_accounts_orders', 'id'));
  v_reference := 'ready_account:' || order_id || ':hold';
  v_hold := ledger_hold_one('ready_account', p_user_id, total_kopecks, v_reference, p_hash);
  if p_day_limit is not null then perform ledger_count_for_key(p_key_id, p_day_limit, v_reference); end if;
  insert into ready_accounts_orders (id, user_id, offer_id, count, price_kopecks, total_kopecks, max_total_kopecks, warranty_hours, state,
      hold_id, idempotency_key, input_hash, channel, due_at, service_id, country_id, offer_name, seller_id, seller_unit_kopecks)
    overriding system value
    values (order_id, p_user_id, p_offer_id, p_count, v_offer.price_kopecks, total_kopecks, least(p_max_total, key_left_kopecks),
      given_hours, 'held', v_hold, p_key, p_hash, p_channel, app_now() + make_interval(secs => p_delivery_seconds),
      v_offer.service_id, v_offer.country_id, v_offer.name,
      v_offer.seller_id, case when v_offer.seller_id is not null
        then v_offer.price_kopecks - (v_offer.price_kopecks * p_commission_percent + 99) / 100 end);
  insert into ready_accounts_items (order_id, position, unit_id)
    select ready_accounts_reserve.order_id, place, unit from unnest(v_units) with ordinality u(unit, place);
end $$;
