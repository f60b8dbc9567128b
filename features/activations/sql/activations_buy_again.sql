/*
 * Buys the number of a finished order for the same service again, for no more than was last told of its supplier (pricing_most): nobody
 * names a limit here. Outcomes: those of activations_judge_again but `go`, and waiting, replayed, mismatch, banned, limit, risen, price,
 * no_balance (min_price_kopecks says from where).
 */
create or replace function activations_buy_again(
  p_user_id bigint, p_key text, p_hash text, p_parent_id bigint, p_max_price bigint, p_channel text, p_hold_minutes integer,
  p_excluded_suppliers integer[], p_tolerance_bp integer, out outcome text, out activation_id bigint, out number bigint, out min_price_kopecks bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  v_parent activations;
  v_slots integer;
  v_old record;
  v_available bigint;
  v_most bigint;
begin
  -- order before wallet, as every step of an order locks
  select * into v_parent from activations where id = p_parent_id and user_id = p_user_id for update;
  v_available := ledger_lock_wallet(p_user_id);
  select a.id, a.input_hash, a.number into v_old from activations a where a.user_id = p_user_id and a.idempotency_key = p_key;
  if found then
    outcome := case when v_old.input_hash = p_hash then 'replayed' else 'mismatch' end;
    activation_id := v_old.id; number := v_old.number;
    return;
  end if;
  v_slots := activations_open_slots_left(p_user_id);
  if v_slots < 1 then
    outcome := case when v_slots < 0 then 'banned' else 'limit' end;
    return;
  end if;
  select j.outcome, j.price_kopecks into outcome, min_price_kopecks
    from activations_judge_again(p_user_id, p_parent_id, p_excluded_suppliers) j;
  if outcome <> 'go' then return; end if;
  select m.most into v_most
    from pricing_offers o, pricing_most(p_user_id, o.service_id, o.country_id, o.operator, p_channel, min_price_kopecks, p_tolerance_bp,
      array[o.supplier_id], null, null) m
    where o.id = v_parent.offer_id;
  if min_price_kopecks > v_most then outcome := 'risen'; return; end if;
  if min_price_kopecks > p_max_price then outcome := 'price'; return; end if;
  if min_price_kopecks > v_available then outcome := 'no_balance'; return; end if;
  if not supply_lend_again(v_parent.offer_id, v_parent.number) then outcome := 'offline'; return; end if;
  outcome := 'waiting';
  select f.id, f.number into activation_id, number
    from activations_open_followup(v_parent, 'again', v_parent.offer_id, p_key, p_hash, least(p_max_price, v_most), p_channel, p_hold_minutes) f;
end $$;
