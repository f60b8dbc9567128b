/*
 * Buys another service on the number of a running order of own stock, for no more than was last listed of its supplier (pricing_most): nobody
 * names a limit here. Outcomes: waiting, replayed, mismatch, banned, limit, not_found,
 * inactive (it has ended, or its number is a partner's own to lend), repeat, no_service (not on sale on this number), risen, price,
 * no_balance.
 */
create or replace function activations_buy_additional(
  p_user_id bigint, p_key text, p_hash text, p_parent_id bigint, p_service_id integer, p_max_price bigint, p_channel text,
  p_hold_minutes integer, p_excluded_suppliers integer[], p_tolerance_bp integer,
  p_key_id bigint, p_day_limit bigint,
  out outcome text, out activation_id bigint, out number bigint, out min_price_kopecks bigint, out key_left_kopecks bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  v_parent activations;
  v_available bigint;
  v_found record;
  v_offer pricing_offers;
begin
  select * into v_parent from activations where id = p_parent_id and user_id = p_user_id for update;
  if not found then outcome := 'not_found'; return; end if;
  v_available := ledger_lock_wallet(p_user_id);
  select r.outcome, r.id, r.number into outcome, activation_id, number from activations_replay(p_user_id, p_key, p_hash) r;
  if found then return; end if;
  outcome := activations_judge_slots(activations_open_slots_left(p_user_id));
  if outcome is not null then return; end if;
  if v_parent.supplier_kind <> 'own' or v_parent.closed_at is not null or v_parent.expires_at <= app_now()
      or v_parent.supplier_id = any (p_excluded_suppliers) then
    outcome := 'inactive';
    return;
  end if;
  if v_parent.service_id = p_service_id
      or exists (select from activations a where a.supplier_id = v_parent.supplier_id and a.number = v_parent.number
        and a.service_id = p_service_id and a.closed_at is null and a.user_id = p_user_id)
      or exists (select from activations_reorders f join activations a on a.id = f.activation_id
        where f.parent_id = p_parent_id and a.service_id = p_service_id) then
    outcome := 'repeat';
    return;
  end if;
  select o as offer, own.price, m.most into v_found
    from pricing_offers o join supply_stock s on s.offer_id = o.id and s.number = v_parent.number
    cross join lateral pricing_of(o, p_user_id) own
    cross join lateral pricing_most(p_user_id, o.service_id, o.country_id, o.operator, p_channel, own.price, p_tolerance_bp,
      array[o.supplier_id], null, null) m
    where o.supplier_id = v_parent.supplier_id and o.country_id = v_parent.country_id and o.service_id = p_service_id and o.healthy
    limit 1;
  if not found then outcome := 'no_service'; return; end if;
  v_offer := v_found.offer;
  min_price_kopecks := v_found.price;
  if p_day_limit is not null then key_left_kopecks := ledger_key_left(p_key_id, p_day_limit); end if;
  outcome := activations_judge_price(min_price_kopecks, p_max_price, key_left_kopecks, v_found.most, v_available);
  if outcome is not null then return; end if;
  -- Somebody else's purchase may have been quicker.
  if not supply_claim_number(v_offer.id, v_parent.number) then outcome := 'no_service'; return; end if;
  outcome := 'waiting';
  number := v_parent.number;
  activation_id := activations_open_reorder(v_parent, 'additional', v_offer, min_price_kopecks, p_key, p_hash,
    least(p_max_price, key_left_kopecks, v_found.most), p_channel, p_hold_minutes);
  if p_day_limit is not null then perform ledger_count_for_key(p_key_id, p_day_limit, activations_hold_reference(activation_id)); end if;
end $$;
