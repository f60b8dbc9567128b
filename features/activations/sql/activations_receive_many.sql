/*
 * SMS for many open orders, at most one for each: as activations_receive for every item of the list, in its order, set-based.
 * One moment of the database's clock judges all of them. Orders are locked in id order, wallets behind them. Answers the
 * orders that got theirs.
 */
create or replace function activations_receive_many(
  p_ids bigint[], p_from text[], p_sms_ids bigint[], p_senders text[], p_sealed_texts text[], p_sealed_codes text[]
) returns table (activation_id bigint, sms_id bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_ids bigint[];
  v_kept bigint[];
  v_holds bigint[];
  v_codes text[];
  v_costs bigint[];
  v_references text[];
begin
  if (select count(distinct i.id) from unnest(p_ids) i(id)) <> cardinality(p_ids) then
    raise exception 'one SMS for an order at a time' using errcode = 'cardinality_violation';
  end if;
  perform from activations a where a.id = any (p_ids) order by a.id for update;
  -- Behind the locks, as the single one.
  v_now := app_now();
  select array_agg(a.id) into v_ids
    from activations a where a.id = any (p_ids) and a.state = any (p_from) and a.expires_at > v_now;

  with kept as (
    insert into activations_messages (activation_id, sms_id, sender, sealed_text, sealed_code, received_at)
      select i.id, i.sms_id, i.sender, i.sealed_text, i.sealed_code, v_now
      from unnest(p_ids, p_sms_ids, p_senders, p_sealed_texts, p_sealed_codes) with ordinality
        i(id, sms_id, sender, sealed_text, sealed_code, ord)
      where i.id = any (v_ids)
      order by i.ord
      on conflict do nothing
      returning activation_id
  )
  select array_agg(kept.activation_id) into v_kept from kept;
  if v_kept is null then return; end if;

  select array_agg(a.hold_id order by i.ord), array_agg('supplier:' || a.supplier_id order by i.ord),
         array_agg(a.cost_kopecks order by i.ord), array_agg('activation:' || a.id || ':share' order by i.ord)
    into v_holds, v_codes, v_costs, v_references
    from unnest(p_ids) with ordinality i(id, ord)
    join activations a on a.id = i.id
    where a.id = any (v_kept) and a.state = 'waiting';
  if v_holds is not null then
    perform ledger_post_holds(v_holds, 'sms_received');
    perform ledger_house_transfers('supplier_share', 'revenue', 'main', 'supplier', v_codes, v_costs, v_references, 'sms_received');
  end if;

  return query
    with moved as (
      update activations a
        set state = 'received', received_at = coalesce(a.received_at, v_now), wants_more = false, messages_count = a.messages_count + 1
        where a.id = any (v_kept)
        returning a.id, a.user_id, a.state
    ), announced as (
      insert into job_events (user_id, kind, data)
        select moved.user_id, 'activation', activations_event(moved.id, moved.state)
        from moved order by array_position(p_ids, moved.id)
    )
    select moved.id, i.sms_id from moved join unnest(p_ids, p_sms_ids) i(id, sms_id) on i.id = moved.id;
end $$;
