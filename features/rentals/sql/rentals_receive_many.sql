/*
 * SMS for many open rentals, at most one for each: as rentals_receive_sms for every item of the list, in its order, set-based.
 * One moment of the database's clock judges all of them. Rentals are locked in id order, wallets behind them. Answers the
 * rentals that got theirs.
 */
create or replace function rentals_receive_many(
  p_ids bigint[], p_from text[], p_sms_ids bigint[], p_senders text[], p_texts text[], p_codes text[]
) returns table (rental_id bigint, sms_id bigint)
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
    raise exception 'one SMS for a rental at a time' using errcode = 'cardinality_violation';
  end if;
  perform from rentals r where r.id = any (p_ids) order by r.id for update;
  v_now := app_now();
  select array_agg(r.id) into v_ids
    from rentals r where r.id = any (p_ids) and r.state = any (p_from) and r.expires_at > v_now;

  with kept as (
    insert into rentals_messages (rental_id, sms_id, sealed_sender, sealed_text, sealed_code, received_at)
      select i.id, i.sms_id, i.sender, i.sealed_text, i.sealed_code, v_now
      from unnest(p_ids, p_sms_ids, p_senders, p_texts, p_codes) with ordinality i(id, sms_id, sender, sealed_text, sealed_code, ord)
      where i.id = any (v_ids)
      order by i.ord
      on conflict do nothing
      returning rental_id
  )
  select array_agg(kept.rental_id) into v_kept from kept;
  if v_kept is null then return; end if;

  select array_agg(r.hold_id order by i.ord), array_agg('supplier:' || r.supplier_id order by i.ord),
         array_agg(r.cost_kopecks order by i.ord), array_agg('rental:' || r.id || ':share' order by i.ord)
    into v_holds, v_codes, v_costs, v_references
    from unnest(p_ids) with ordinality i(id, ord)
    join rentals r on r.id = i.id
    where r.id = any (v_kept) and r.captured_at is null;
  if v_holds is not null then
    perform ledger_post_holds(v_holds, 'sms_received');
    perform ledger_house_transfers('supplier_share', 'revenue', 'main', 'supplier', v_codes, v_costs, v_references, 'sms_received');
  end if;
  perform supply_rent_record_use(r.number, r.service_id) from rentals r where r.id = any (v_kept);

  return query
    with moved as (
      update rentals r
        set state = 'received', received_at = coalesce(r.received_at, v_now), captured_at = coalesce(r.captured_at, v_now),
            due_at = r.expires_at, messages_count = r.messages_count + 1
        where r.id = any (v_kept)
        returning r.id, r.user_id, r.state
    ), announced as (
      insert into job_events (user_id, kind, data)
        select moved.user_id, 'rental', jsonb_build_object('rentalId', moved.id, 'state', moved.state)
        from moved order by array_position(p_ids, moved.id)
    )
    select moved.id, i.sms_id from moved join unnest(p_ids, p_sms_ids) i(id, sms_id) on i.id = moved.id;
end $$;
