-- Makes numbers a partner's own that another one has not had on line for two weeks, has told nothing of for as long, or had when its
-- supplier ended. What a number was used for stays used; what was on sale is parked for the new partner's report. A number that is rented
-- stays whose it is. Numbers go one way or the other in id order, so that two reports wait and never cross.
create or replace function supply_take_over(p_supplier_id integer, p_numbers bigint[]) returns void
language plpgsql
as $$
declare
  v_before timestamptz := app_now() - interval '14 days';
  v_numbers bigint[];
  v_offers integer[];
begin
  with gone as (
    select n.number from supply_numbers n join supply_suppliers s on s.id = n.supplier_id
    where n.number = any (p_numbers) and n.supplier_id <> p_supplier_id
      and case when s.ended_at is not null then s.ended_at when n.online or n.held_online then s.last_success_at else n.changed_at end < v_before
      and not exists (select from supply_resting r where r.number = n.number)
    order by n.number for update of n
  ), taken as (
    update supply_numbers n
      set supplier_id = p_supplier_id, online = false, held_at = null, held_online = false, held_service_ids = null,
          first_seen_at = app_now(), changed_at = app_now()
      from gone where n.number = gone.number returning n.number
  ) select array_agg(number) into v_numbers from taken;
  if v_numbers is not null then
    with leaving as (
      delete from supply_stock s using supply_units u
        where u.number = any (v_numbers) and s.offer_id = u.offer_id and s.number = u.number returning u.number, u.service_id, u.offer_id
    ), parked as (
      update supply_units u set parked = true from leaving l where u.number = l.number and u.service_id = l.service_id returning l.offer_id
    ) select coalesce(array_agg(distinct offer_id), '{}') into v_offers from parked;
    update supply_units set supplier_id = p_supplier_id where number = any (v_numbers);
    perform supply_recount_offers(v_offers);
  end if;

  with gone as (
    select n.number from supply_rent_numbers n join supply_suppliers s on s.id = n.supplier_id
    where n.number = any (p_numbers) and n.supplier_id <> p_supplier_id
      and case when s.ended_at is not null then s.ended_at when n.online or n.held_online then s.last_success_at else n.changed_at end < v_before
    order by n.number for update of n
  )
  update supply_rent_numbers n
    set supplier_id = p_supplier_id, online = false, held_at = null, held_online = false, first_seen_at = app_now(), changed_at = app_now()
    from gone
    where n.number = gone.number and not exists (select from supply_rent_leases l where l.number = n.number and l.ended_at is null);
end
$$;
