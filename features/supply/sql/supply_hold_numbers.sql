-- Takes numbers of a partner off sale, for single SMS and for rent, until it puts them on sale again: reports change nothing of that.
-- What is lent or rented of them goes on. Numbers of other partners are left alone. Returns how many were taken off.
create or replace function supply_hold_numbers(p_supplier_id integer, p_numbers bigint[]) returns integer
language plpgsql
as $$
declare
  v_held bigint[];
  v_offers integer[];
  v_for_rent integer;
begin
  -- The same lock as a partner's report.
  perform pg_advisory_xact_lock(hashtext('supply_report_numbers'), p_supplier_id);
  with held as (
    update supply_numbers n
      set held_at = app_now(), held_online = n.online, online = false, changed_at = app_now(),
          -- What it may be sold for by the last report: units that left with an earlier one are parked.
          held_service_ids = coalesce((select array_agg(u.service_id order by u.service_id) from supply_units u
            where u.number = n.number and not u.parked), '{}')
      where n.supplier_id = p_supplier_id and n.held_at is null and n.number = any (p_numbers)
      returning n.number
  ) select coalesce(array_agg(number), '{}') into v_held from held;
  with leaving as (
    delete from supply_stock s using supply_units u
      where u.offer_id = s.offer_id and u.number = s.number and u.supplier_id = p_supplier_id and u.number = any (v_held)
      returning u.number, u.service_id
  ), parked as (
    update supply_units u set parked = true from leaving
      where u.number = leaving.number and u.service_id = leaving.service_id returning u.offer_id
  ) select coalesce(array_agg(distinct offer_id), '{}') into v_offers from parked;
  perform supply_recount_offers(v_offers);
  update supply_rent_numbers n set held_at = app_now(), held_online = n.online, online = false, changed_at = app_now()
    where n.supplier_id = p_supplier_id and n.held_at is null and n.number = any (p_numbers);
  get diagnostics v_for_rent = row_count;
  return cardinality(v_held) + v_for_rent;
end
$$;
