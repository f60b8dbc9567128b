/*
 * Buys one or many: the whole local step in one call. For every item: wallet locked (in id order), the same key answers the first
 * order again, the cheapest offer the buyer may have, never above the buyer's maximum; own stock is claimed here and the order is
 * 'waiting' at once, an agent's offer makes a 'requested' order whose number the caller fetches after commit. Outcomes: waiting,
 * requested, replayed, mismatch, banned, limit, no_numbers, no_balance, price (min_price says from where), risen (all is dearer than was
 * listed; min_price says by what). What a batch buys for one
 * account counts within its limit of open orders, too.
 *
 * p_tolerances: how many basis points above what was listed (pricing_most) an order without a limit may cost; null where the buyer
 * named a limit. The order keeps what came of it as its highest price, so that the way to another supplier keeps to it too. What is
 * dearer is risen.
 *
 * p_routings: per order 'worth' or 'explore' as in activations_buy_one, or null for the cheapest; null as a whole where all take the
 * cheapest, and then nothing is asked for it.
 *
 * Settings: the plan is made once per connection instead of at every call; planning took a good part of a small batch's time, and no
 * value changes which indexes are right. A plan that is kept must be right for the day when the tables are full, too: on an empty
 * database reading all orders looks cheap, so every row that is looked for is reached by its index.
 */
create or replace function activations_buy(
  p_user_ids bigint[], p_keys text[], p_hashes text[], p_service_ids integer[], p_country_ids integer[],
  p_operators text[], p_max_prices bigint[], p_channels text[], p_hold_minutes integer[],
  p_excluded_suppliers integer[], p_cursor_offers integer[], p_cursor_ids bigint[],
  p_tolerances integer[] default null, p_routings text[] default null
) returns table (ord integer, outcome text, activation_id bigint, min_price_kopecks bigint, offer_id integer, stock_id bigint,
  number bigint, state text)
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  v_open integer[];
  v_dry integer[] := '{}';
  v_rewound integer[] := '{}';
  -- what an order without a limit may cost at most, known after its first round
  v_most bigint[] := '{}';
  v_missed integer[];
  -- what routing chose for an order in this round
  v_worthiest integer[] := '{}';
  v_wallet_users bigint[];
  v_wallet_left bigint[];
  v_wallet_slots integer[];
  v_row record;
  v_now timestamptz := app_now();
begin
  select array_agg(w.user_id), array_agg(w.available_kopecks) into v_wallet_users, v_wallet_left
    from ledger_lock_wallets(p_user_ids) w;
  -- in a statement of its own: with the wallets locked, nobody moves these counts any more
  v_wallet_slots := activations_open_slots_left_many(v_wallet_users);
  select array_agg(i.ord::integer order by i.ord) into v_open from unnest(p_keys) with ordinality i(key, ord);

  for v_row in
    select i.ord::integer as ord, r.*
    from unnest(p_user_ids, p_keys, p_hashes) with ordinality i(user_id, key, hash, ord)
    cross join lateral activations_replay(i.user_id, i.key, i.hash) r
  loop
    ord := v_row.ord; activation_id := v_row.id; min_price_kopecks := null; offer_id := v_row.offer_id; stock_id := null;
    number := v_row.number; state := v_row.state; outcome := v_row.outcome;
    v_open := array_remove(v_open, v_row.ord);
    return next;
  end loop;
  -- The same key twice in one batch: the later ones wait for the next call.
  if cardinality(v_open) > 1 then
    select array_agg(first_ord order by first_ord) into v_open from (
      select min(i.ord)::integer as first_ord from unnest(p_user_ids, p_keys) with ordinality i(user_id, key, ord)
      where i.ord = any (v_open) group by i.user_id, i.key) firsts;
  end if;

  -- Every round ends an item or rules an offer out, so this ends.
  while cardinality(v_open) > 0 loop
    v_missed := '{}';
    if p_routings is not null then
      select array_agg(w.offer_id order by i.ord) into v_worthiest
        from unnest(p_user_ids, p_service_ids, p_country_ids, p_operators, p_channels, p_max_prices, p_routings)
          with ordinality i(user_id, service_id, country_id, operator, channel, max_price, routing, ord)
        left join lateral activations_worthiest(i.user_id, i.service_id, i.country_id, i.operator, i.channel, p_excluded_suppliers,
            least(i.max_price, v_wallet_left[array_position(v_wallet_users, i.user_id)]), i.routing = 'explore', v_dry, null, null, null) w
          on i.routing is not null and i.ord = any (v_open);
    end if;
    for v_row in
      with item as (
        select i.ord::integer as ord, i.user_id, i.key, i.hash, i.service_id, i.country_id, i.operator, i.max_price, i.channel, i.minutes,
               i.tolerance, v_most[i.ord] as known_most, v_worthiest[i.ord] as worthiest,
               coalesce(v_wallet_left[array_position(v_wallet_users, i.user_id)], 0) as available,
               coalesce(v_wallet_slots[array_position(v_wallet_users, i.user_id)], activations_open_slots_left(i.user_id)) as slots_left
        from unnest(p_user_ids, p_keys, p_hashes, p_service_ids, p_country_ids, p_operators, p_max_prices, p_channels, p_hold_minutes,
            p_tolerances)
          with ordinality i(user_id, key, hash, service_id, country_id, operator, max_price, channel, minutes, tolerance, ord)
        where i.ord = any (v_open)
      ), priced as (
        -- in an order's first round its offer is the cheapest that the lists show now
        select item.*, offer.*,
               least(item.max_price, coalesce(item.known_most, pricing_tolerated(offer.price, item.tolerance))) as ceiling,
               case when past.is_listed then 'listed'
                    else activations_judge_price(offer.price, item.max_price, null, item.known_most, null) end as refusal
        from item
        left join lateral (
          select o.id as offer_id, o.supplier_id, o.supplier_kind, o.operator as offer_operator, o.cost_kopecks, o.version,
                 asked.price
          from pricing_on_sale(item.service_id, item.country_id, item.operator, item.channel, p_excluded_suppliers) o
          cross join lateral pricing_of(o, item.user_id) asked
          where o.id <> all (v_dry) and (item.worthiest is null or o.id = item.worthiest)
          order by o.retail_kopecks, o.id
          limit 1
        ) offer on true
        left join lateral pricing_listed_before(item.service_id, item.country_id) past
          on item.tolerance is not null and item.known_most is null
      ), judged as (
        select p.*,
               case when p.slots_left < 1 then activations_judge_slots(p.slots_left)
                    when p.offer_id is null and p.worthiest is not null then 'gone'
                    when p.offer_id is null then 'no_numbers'
                    when p.refusal is not null then p.refusal
                    -- all that it buys here has to be paid from one wallet
                    when sum(p.price) filter (where p.refusal is null)
                      over (partition by p.user_id order by p.ord) > p.available then 'no_balance'
                    -- those before it may still fail and leave it their slot: the next round knows
                    when count(*) filter (where p.offer_id is not null and p.refusal is null)
                      over (partition by p.user_id order by p.ord) > p.slots_left then 'wait'
                    else 'go' end as verdict
        from priced p
      ), wanted_stock as (
        select j.offer_id, count(*)::integer as wanted,
               case when j.offer_id = any (v_rewound) then 0
                    else coalesce(p_cursor_ids[array_position(p_cursor_offers, j.offer_id)], 0) end as after_id
        from judged j where j.verdict = 'go' and j.supplier_kind = 'own' group by j.offer_id
      ), claimed as (
        select c.offer_id, c.stock_id, c.number, row_number() over (partition by c.offer_id order by c.stock_id) as place
        from (select array_agg(offer_id) as ids, array_agg(wanted) as counts, array_agg(after_id) as afters from wanted_stock) l,
             supply_claim_stock(l.ids, l.counts, l.afters) c
      ), won as (
        select j.*, c.stock_id, c.number, nextval(pg_get_serial_sequence('activations', 'id')) as new_id
        from (select judged.*, row_number() over (partition by offer_id order by ord) as place from judged where verdict = 'go') j
        left join claimed c on c.offer_id = j.offer_id and c.place = j.place
        where j.supplier_kind <> 'own' or c.number is not null
      ), held as (
        select h.reference, h.hold_id
        from (select array_agg(user_id order by ord) as users, array_agg(price order by ord) as prices,
                     array_agg(activations_hold_reference(new_id) order by ord) as refs, array_agg(hash order by ord) as hashes from won) w,
             ledger_hold_many('activation', w.users, w.prices, w.refs, w.hashes) h
      ), placed as (
        insert into activations
          select n.*
          from won w join held on held.reference = activations_hold_reference(w.new_id)
          cross join lateral activations_new_row(w.new_id, w.user_id, w.service_id, w.country_id, w.operator, w.offer_id, w.supplier_id,
            w.supplier_kind, w.offer_operator, w.number, w.price, w.ceiling, w.cost_kopecks, w.version, held.hold_id, w.key, w.hash,
            w.channel, w.minutes, v_now) n
          returning activations.*
      ), announced as (
        insert into job_events (user_id, kind, data)
          select user_id, 'activation', activations_event(id, state) from placed where state = 'waiting'
      )
      select j.ord, j.verdict, j.slots_left, j.offer_id, j.price, j.user_id, j.supplier_kind, j.tolerance, j.ceiling, w.new_id, w.stock_id, w.number
      from judged j left join won w on w.ord = j.ord
      order by j.ord
    loop
      if v_row.verdict = 'listed' then
        -- other prices were listed a little while ago: the next round keeps to the lowest
        v_most[v_row.ord] := (select m.most
          from pricing_most(v_row.user_id, p_service_ids[v_row.ord], p_country_ids[v_row.ord], p_operators[v_row.ord],
            p_channels[v_row.ord], v_row.price, v_row.tolerance, null, null, null) m);
        continue;
      end if;
      if v_row.verdict = 'gone' then
        -- what was chosen has just gone from the lists: the others may still be there
        v_dry := v_dry || v_worthiest[v_row.ord];
        continue;
      end if;
      if v_row.tolerance is not null then v_most[v_row.ord] := v_row.ceiling; end if;
      if v_row.verdict = 'wait' then
        continue;
      elsif v_row.verdict <> 'go' then
        ord := v_row.ord; outcome := v_row.verdict; activation_id := null; stock_id := null; number := null; state := null;
        offer_id := case when v_row.slots_left > 0 and v_row.verdict <> 'no_numbers' then v_row.offer_id end;
        min_price_kopecks := case when v_row.slots_left > 0 and v_row.verdict <> 'no_numbers' then v_row.price end;
        v_open := array_remove(v_open, v_row.ord);
        return next;
      elsif v_row.new_id is not null then
        ord := v_row.ord; activation_id := v_row.new_id; offer_id := v_row.offer_id; stock_id := v_row.stock_id;
        min_price_kopecks := null; outcome := case when v_row.number is null then 'requested' else 'waiting' end;
        number := v_row.number; state := outcome;
        v_wallet_left[array_position(v_wallet_users, v_row.user_id)] :=
          v_wallet_left[array_position(v_wallet_users, v_row.user_id)] - v_row.price;
        v_wallet_slots[array_position(v_wallet_users, v_row.user_id)] :=
          v_wallet_slots[array_position(v_wallet_users, v_row.user_id)] - 1;
        v_open := array_remove(v_open, v_row.ord);
        return next;
      else
        v_missed := v_missed || v_row.offer_id;
      end if;
    end loop;
    -- An offer that gave too little behind its cursor is tried once from its start; after that it is empty.
    v_dry := v_dry || array(select m from unnest(v_missed) m where m = any (v_rewound) or m <> all (p_cursor_offers));
    v_rewound := v_rewound || v_missed;
  end loop;
end $$;
