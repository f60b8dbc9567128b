/*
 * Takes off sale what suppliers may not sell any more (one of them, or all with null): they have ended, or their lists of what they may
 * sell have changed; of the named one also what no longer has a cost. Counts become 0 at once, own stock goes up to p_limit units at a time and is parked, so that it comes back with
 * the partner's next report once it may be sold again. Returns how many units and offers it took.
 */
create or replace function supply_withdraw(p_supplier_id integer, p_limit integer) returns integer
language plpgsql
as $$
declare
  v_supplier supply_suppliers;
  v_offers integer[];
  v_units integer;
  v_taken integer := 0;
begin
  for v_supplier in
    select s.* from supply_suppliers s
    where (p_supplier_id is null or s.id = p_supplier_id)
      and (p_supplier_id is not null or s.ended_at is not null or s.allowed_country_ids <> '{}' or s.allowed_service_ids <> '{}' or s.allowed_operators <> '{}')
    order by s.id
  loop
    select coalesce(array_agg(o.id order by o.id), '{}') into v_offers
      from supply_offers o
      where o.supplier_id = v_supplier.id
        and (o.claimed_count > 0 or v_supplier.kind = 'own' and exists (select from supply_stock s where s.offer_id = o.id))
        and (not supply_may_sell(v_supplier, o.service_id, o.country_id, o.operator)
          or p_supplier_id is not null and v_supplier.kind <> 'upstream' and v_supplier.default_cost_kopecks is null and not exists (
            select from supply_prices p
            where p.supplier_id = o.supplier_id and p.service_id = o.service_id and p.country_id = o.country_id));
    continue when v_offers = '{}';
    -- The same lock as a partner's report.
    perform pg_advisory_xact_lock(hashtext('supply_report_numbers'), v_supplier.id);
    with leaving as (
      delete from supply_stock s using (
        select c.offer_id, c.id from supply_stock c where c.offer_id = any (v_offers) limit p_limit for update skip locked
      ) picked
      where s.offer_id = picked.offer_id and s.id = picked.id
      returning s.offer_id, s.number
    ), parked as (
      insert into supply_units as u (supplier_id, service_id, number, offer_id, parked)
        select v_supplier.id, o.service_id, leaving.number, o.id, true
        from leaving join supply_offers o on o.id = leaving.offer_id
        on conflict (number, service_id) do update set parked = true
        returning 1
    ) select count(*) into v_units from parked;
    update supply_offers set claimed_count = 0, reported_at = app_now() where id = any (v_offers) and claimed_count > 0;
    v_taken := v_taken + v_units + cardinality(v_offers);
  end loop;
  return v_taken;
end
$$;
