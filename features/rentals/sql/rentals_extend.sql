/*
 * Extends a rental that is still running, at once and for money at once; a price that is still held is taken with it. Without a limit
 * (p_tolerance_bp is set then) it costs at most so many basis points more than was last listed. Outcomes:
 * extended, replayed, mismatch, not_found, over (it has ended), too_long (max_hours says how many would fit), risen, price, no_balance,
 * key_spent (key_left_kopecks says what is left of the day of a key with a limit).
 */
create or replace function rentals_extend(
  p_user_id bigint, p_id bigint, p_key text, p_hash text, p_hours integer, p_max_price bigint, p_longest_hours integer, p_from text[],
  p_tolerance_bp integer, p_key_id bigint, p_day_limit bigint,
  out outcome text, out extension_id bigint, out price_kopecks bigint, out max_hours integer, out expires_at timestamptz,
  out key_left_kopecks bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  v_row rentals;
  v_old rentals_extensions;
  v_available bigint;
  v_cost bigint;
  v_listed bigint;
  v_now timestamptz;
  v_reference text;
begin
  select * into v_row from rentals r where r.id = p_id and r.user_id = p_user_id for update;
  if not found then
    outcome := 'not_found';
    return;
  end if;
  v_available := ledger_lock_wallet(p_user_id);
  v_now := app_now();
  -- Behind the wallet's lock a key of this user has either finished or not begun.
  select * into v_old from rentals_extensions e where e.user_id = p_user_id and e.idempotency_key = p_key;
  if found then
    outcome := case when v_old.input_hash = p_hash then 'replayed' else 'mismatch' end;
    extension_id := v_old.id; price_kopecks := v_old.price_kopecks; expires_at := v_old.expires_after;
    return;
  end if;
  expires_at := v_row.expires_at;
  if not (v_row.state = any (p_from)) or v_row.expires_at <= v_now then
    outcome := 'over';
    return;
  end if;
  max_hours := greatest(0, floor(extract(epoch from v_now + make_interval(hours => p_longest_hours) - v_row.expires_at) / 3600))::integer;
  if p_hours > max_hours then
    outcome := 'too_long';
    return;
  end if;
  select e.price_kopecks, e.cost_kopecks, e.listed_kopecks into price_kopecks, v_cost, v_listed from rentals_extension_price(v_row, p_hours) e;
  if price_kopecks > v_listed + v_listed * p_tolerance_bp / 10000 then
    outcome := 'risen';
    return;
  end if;
  if p_day_limit is not null then key_left_kopecks := ledger_key_left(p_key_id, p_day_limit); end if;
  outcome := activations_judge_price(price_kopecks, p_max_price, key_left_kopecks, null, v_available);
  if outcome is not null then return; end if;

  if v_row.captured_at is null then perform rentals_capture(v_row, 'extended'); end if;
  expires_at := v_row.expires_at + make_interval(hours => p_hours);
  insert into rentals_extensions (rental_id, user_id, idempotency_key, input_hash, hours, price_kopecks, cost_kopecks, expires_before,
      expires_after, created_at)
    values (p_id, p_user_id, p_key, p_hash, p_hours, price_kopecks, v_cost, v_row.expires_at, expires_at, v_now)
    returning id into extension_id;
  v_reference := 'rental:' || p_id || ':extension:' || extension_id;
  perform ledger_move('rental_extension', p_user_id, 'main', price_kopecks, v_reference, 'extended');
  if p_day_limit is not null then perform ledger_count_for_key(p_key_id, p_day_limit, v_reference); end if;
  perform ledger_house_transfer('supplier_share', 'revenue', 'main', 'supplier', 'supplier:' || v_row.supplier_id, v_cost,
    v_reference || ':share', 'extended');
  update rentals r set hours = r.hours + p_hours, expires_at = rentals_extend.expires_at, due_at = rentals_extend.expires_at,
      captured_at = coalesce(r.captured_at, v_now),
      remind_at = rentals_next_reminder(rentals_extend.expires_at, r.hours + p_hours, v_now)
    where r.id = p_id returning * into v_row;
  perform supply_rent_prolong(p_id, expires_at);
  perform rentals_announce(v_row);
  outcome := 'extended';
end $$;
