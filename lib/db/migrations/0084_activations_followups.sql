-- Orders for a number that the buyer has, or has had: the same service again, or another service beside it.
create table activations_followups (
  activation_id bigint primary key references activations (id),
  parent_id bigint not null references activations (id),
  kind text not null check (kind in ('again', 'additional')),
  created_at timestamptz not null default app_now()
);
create index activations_followups_parent on activations_followups (parent_id);
revoke update, delete, truncate on activations_followups from sms_den_app;

/*
 * May this order's number be had for the same service again, and for how much? Own stock only, after an order that got its code.
 * Outcomes: go, not_found, open (it still runs), not_renewable, taken (it runs again, or rests after that), offline.
 */
create function activations_judge_again(p_user_id bigint, p_parent_id bigint, p_excluded_suppliers integer[],
  out outcome text, out price_kopecks bigint)
language plpgsql stable as $$
declare
  v_parent activations;
  v_offer pricing_offers;
begin
  select * into v_parent from activations where id = p_parent_id and user_id = p_user_id;
  if not found then outcome := 'not_found'; return; end if;
  if v_parent.closed_at is null then outcome := 'open'; return; end if;
  select * into v_offer from pricing_offers where id = v_parent.level_id;
  if not found or v_parent.supplier_kind <> 'own' or v_parent.state <> 'completed'
      or v_parent.supplier_id = any (p_excluded_suppliers) then
    outcome := 'not_renewable';
    return;
  end if;
  price_kopecks := pricing_for_user(v_offer, p_user_id);
  outcome := case
    when exists (select from activations a where a.supplier_id = v_parent.supplier_id and a.number = v_parent.number
      and a.service_id = v_parent.service_id and a.closed_at is null) then 'taken'
    when not supply_is_online(v_parent.supplier_id, v_parent.number) then 'offline'
    when not supply_is_used(v_parent.level_id, v_parent.number) then 'taken'
    else 'go' end;
end $$;

-- Writes an order for a number in hand down, with its hold. The caller has locked the wallet and looked at price and balance.
create function activations_open_followup(
  p_parent activations, p_kind text, p_level_id integer, p_key text, p_hash text, p_max_price bigint, p_channel text, p_hold_minutes integer
) returns activations
language plpgsql as $$
declare
  v_offer pricing_offers;
  v_row activations;
  v_id bigint := nextval('activations_id_seq');
  v_price bigint;
  v_hold bigint;
  v_now timestamptz := app_now();
begin
  select * into strict v_offer from pricing_offers where id = p_level_id;
  v_price := pricing_for_user(v_offer, p_parent.user_id);
  v_hold := ledger_hold_one('activation', p_parent.user_id, v_price, 'activation:' || v_id || ':hold', p_hash);
  insert into activations (id, user_id, service_id, country_id, wanted_operator, level_id, supplier_id, supplier_kind, operator,
      number, state, price_kopecks, max_price_kopecks, cost_kopecks, offer_version, hold_id, idempotency_key, input_hash,
      channel, hold_minutes, due_at, expires_at, requested_at, issued_at)
    values (v_id, p_parent.user_id, v_offer.service_id, v_offer.country_id, 'any', v_offer.id, v_offer.supplier_id, 'own',
      v_offer.operator, p_parent.number, 'waiting', v_price, p_max_price, v_offer.cost_kopecks, v_offer.version, v_hold, p_key, p_hash,
      p_channel, p_hold_minutes, v_now + make_interval(mins => p_hold_minutes), v_now + make_interval(mins => p_hold_minutes), v_now, v_now)
    returning * into v_row;
  insert into activations_followups (activation_id, parent_id, kind) values (v_id, p_parent.id, p_kind);
  perform activations_announce(v_row);
  return v_row;
end $$;

/*
 * Buys the number of a finished order for the same service again. Outcomes: those of activations_judge_again but `go`, and waiting,
 * replayed, mismatch, price, no_balance (min_price_kopecks says from where).
 */
create function activations_buy_again(
  p_user_id bigint, p_key text, p_hash text, p_parent_id bigint, p_max_price bigint, p_channel text, p_hold_minutes integer,
  p_excluded_suppliers integer[], out outcome text, out activation_id bigint, out number bigint, out min_price_kopecks bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  v_parent activations;
  v_old record;
  v_available bigint;
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
  select j.outcome, j.price_kopecks into outcome, min_price_kopecks
    from activations_judge_again(p_user_id, p_parent_id, p_excluded_suppliers) j;
  if outcome <> 'go' then return; end if;
  if min_price_kopecks > p_max_price then outcome := 'price'; return; end if;
  if min_price_kopecks > v_available then outcome := 'no_balance'; return; end if;
  if not supply_lend_again(v_parent.level_id, v_parent.number) then outcome := 'offline'; return; end if;
  outcome := 'waiting';
  select f.id, f.number into activation_id, number
    from activations_open_followup(v_parent, 'again', v_parent.level_id, p_key, p_hash, p_max_price, p_channel, p_hold_minutes) f;
end $$;

/*
 * Buys another service on the number of a running order of own stock. Outcomes: waiting, replayed, mismatch, not_found, inactive
 * (it has ended, or its number is a partner's own to lend), repeat, no_service (not on sale on this number), price, no_balance.
 */
create function activations_buy_additional(
  p_user_id bigint, p_key text, p_hash text, p_parent_id bigint, p_service_id integer, p_max_price bigint, p_channel text,
  p_hold_minutes integer, p_excluded_suppliers integer[],
  out outcome text, out activation_id bigint, out number bigint, out min_price_kopecks bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  v_parent activations;
  v_old record;
  v_available bigint;
  v_level integer;
begin
  select * into v_parent from activations where id = p_parent_id and user_id = p_user_id for update;
  if not found then outcome := 'not_found'; return; end if;
  v_available := ledger_lock_wallet(p_user_id);
  select a.id, a.input_hash, a.number into v_old from activations a where a.user_id = p_user_id and a.idempotency_key = p_key;
  if found then
    outcome := case when v_old.input_hash = p_hash then 'replayed' else 'mismatch' end;
    activation_id := v_old.id; number := v_old.number;
    return;
  end if;
  if v_parent.supplier_kind <> 'own' or v_parent.closed_at is not null or v_parent.expires_at <= app_now()
      or v_parent.supplier_id = any (p_excluded_suppliers) then
    outcome := 'inactive';
    return;
  end if;
  if v_parent.service_id = p_service_id
      or exists (select from activations a where a.supplier_id = v_parent.supplier_id and a.number = v_parent.number
        and a.service_id = p_service_id and a.closed_at is null and a.user_id = p_user_id)
      or exists (select from activations_followups f join activations a on a.id = f.activation_id
        where f.parent_id = p_parent_id and a.service_id = p_service_id) then
    outcome := 'repeat';
    return;
  end if;
  select o.id, pricing_for_user(o, p_user_id) into v_level, min_price_kopecks
    from pricing_offers o join supply_stock s on s.level_id = o.id and s.number = v_parent.number
    where o.supplier_id = v_parent.supplier_id and o.country_id = v_parent.country_id and o.service_id = p_service_id and o.healthy
    limit 1;
  if not found then outcome := 'no_service'; return; end if;
  if min_price_kopecks > p_max_price then outcome := 'price'; return; end if;
  if min_price_kopecks > v_available then outcome := 'no_balance'; return; end if;
  -- Somebody else's purchase may have been quicker.
  if not supply_claim_number(v_level, v_parent.number) then outcome := 'no_service'; return; end if;
  outcome := 'waiting';
  select f.id, f.number into activation_id, number
    from activations_open_followup(v_parent, 'additional', v_level, p_key, p_hash, p_max_price, p_channel, p_hold_minutes) f;
end $$;

/*
 * The first order that was asked for at or after a time, found by halving the ids: they grow with time but for the seconds that
 * orders made at once lie apart, so a caller allows a minute. Null when there is none. Spares an index by time, which every
 * purchase would pay for.
 */
create function activations_first_id_at(p_at timestamptz) returns bigint
language plpgsql stable as $$
declare
  v_low bigint;
  v_high bigint;
  v_id bigint;
  v_at timestamptz;
begin
  select min(id), max(id) into v_low, v_high from activations;
  while v_low < v_high loop
    -- the first order of the upper half, or of what is left of it behind a gap
    select id, requested_at into v_id, v_at from activations where id >= (v_low + v_high) / 2 order by id limit 1;
    if v_at >= p_at then v_high := (v_low + v_high) / 2; else v_low := v_id + 1; end if;
  end loop;
  select id into v_id from activations where id >= v_low and requested_at >= p_at order by id limit 1;
  return v_id;
end $$;
