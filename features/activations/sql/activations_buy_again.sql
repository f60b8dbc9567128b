/*
 * Buys the number of a finished order for the same service again, for no more than was last listed of its supplier (pricing_most): nobody
 * names a limit here. Outcomes: those of activations_judge_again but `go`, and waiting, replayed, mismatch, banned, limit, risen, price,
 * no_balance (min_price_kopecks says from where).
 */
create or replace function activations_buy_again(
  p_user_id bigint, p_key text, p_hash text, p_parent_id bigint, p_max_price bigint, p_channel text, p_hold_minutes integer,
  p_excluded_suppliers integer[], p_tolerance_bp integer, p_key_id bigint, p_day_limit bigint,
  out outcome text, out activation_id bigint, out number bigint, out min_price_kopecks bigint, out key_left_kopecks bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  v_parent activations;
  v_available bigint;
  v_judged record;
  v_offer pricing_offers;
  v_most bigint;
begin
  -- order before wallet, as every step of an order locks
  select * into v_parent from activations where id = p_parent_id and user_id = p_user_id for update;
  v_available := ledger_lock_wallet(p_user_id);
  select r.outcome, r.id, r.number into outcome, activation_id, number from activations_replay(p_user_id, p_key, p_hash) r;
  if found then return; end if;
  outcome := activations_judge_slots(activations_open_slots_left(p_user_id));
  if outcome is not null then return; end if;
  select j.* into v_judged from activations_judge_again(p_user_id, p_parent_id, p_excluded_suppliers) j;
  outcome := v_judged.outcome;
  min_price_kopecks := v_judged.price_kopecks;
  if outcome <> 'go' then return; end if;
  v_offer := v_judged.offer;
  select m.most into v_most
    from pricing_most(p_user_id, v_offer.service_id, v_offer.country_id, v_offer.operator, p_channel, min_price_kopecks, p_tolerance_bp,
      array[v_offer.supplier_id], null, null) m;
  if p_day_limit is not null then key_left_kopecks := ledger_key_left(p_key_id, p_day_limit); end if;
  outcome := activations_judge_price(min_price_kopecks, p_max_price, key_left_kopecks, v_most, v_available);
  if outcome is not null then return; end if;
  if not supply_lend_again(v_parent.offer_id, v_parent.number) then outcome := 'offline'; return; end if;
  outcome := 'waiting';
  number := v_parent.number;
  activation_id := activations_open_reorder(v_parent, 'again', v_offer, min_price_kopecks, p_key, p_hash,
    least(p_max_price, key_left_kopecks, v_most), p_channel, p_hold_minutes);
  if p_day_limit is not null then perform ledger_count_for_key(p_key_id, p_day_limit, activations_hold_reference(activation_id)); end if;
end $$;
