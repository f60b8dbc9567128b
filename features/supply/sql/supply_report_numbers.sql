-- Brings an own-stock partner's numbers up to date: p_numbers is a list of {number, country_id, operator, port_id,
-- service_ids (null = every service that the partner has a price for)}, p_removed the numbers that are off line now.
-- Set-based: a unit (number x service) is put on sale when it is new or parked, and parked when its number
-- or service leaves; units that are lent or used are never put on sale. A number whose operator or country is corrected is sold by the new one.
-- Numbers that another partner still has are answered as taken. A number that its partner has taken off sale stays off: of it only what the report
-- says is kept, for when it is put on sale again.
create or replace function supply_report_numbers(p_supplier_id integer, p_numbers jsonb, p_removed bigint[])
returns table (online integer, put_on_sale integer, taken_off integer, taken bigint[])
language plpgsql
as $$
declare
  v_supplier supply_suppliers;
  v_given bigint[];
  v_gone bigint[];
  v_offers integer[] := '{}';
  v_touched integer[];
begin
  -- One report of a partner at a time; purchases and SMS are not held up.
  perform pg_advisory_xact_lock(hashtext('supply_report_numbers'), p_supplier_id);
  select * into strict v_supplier from supply_suppliers where id = p_supplier_id;
  perform supply_take_over(p_supplier_id, array(select g.number from jsonb_to_recordset(p_numbers) as g(number bigint)));

  insert into supply_numbers as n (number, supplier_id, country_id, operator, port_id)
    select distinct on (g.number) g.number, p_supplier_id, g.country_id, g.operator, g.port_id
    from jsonb_to_recordset(p_numbers) as g(number bigint, country_id integer, operator text, port_id text)
    order by g.number
    on conflict (number) do update
      set online = true, country_id = excluded.country_id, operator = excluded.operator, port_id = excluded.port_id, changed_at = app_now()
      where n.supplier_id = p_supplier_id and n.held_at is null
        and (not n.online or (n.country_id, n.operator, n.port_id) is distinct from (excluded.country_id, excluded.operator, excluded.port_id));

  update supply_numbers n
    set held_online = true, held_service_ids = g.service_ids, country_id = g.country_id, operator = g.operator, port_id = g.port_id,
        changed_at = app_now()
    from (
      select distinct on (r.number) r.number, r.country_id, r.operator, r.port_id, r.service_ids
      from jsonb_to_recordset(p_numbers) as r(number bigint, country_id integer, operator text, port_id text, service_ids integer[])
      order by r.number
    ) g
    where n.number = g.number and n.supplier_id = p_supplier_id and n.held_at is not null
      and (n.held_online, n.held_service_ids, n.country_id, n.operator, n.port_id)
        is distinct from (true, g.service_ids, g.country_id, g.operator, g.port_id);

  select coalesce(array_agg(n.number) filter (where n.supplier_id = p_supplier_id), '{}'),
         coalesce(array_agg(n.number) filter (where n.supplier_id <> p_supplier_id), '{}')
    into v_given, taken
    from supply_numbers n
    where n.number in (select g.number from jsonb_to_recordset(p_numbers) as g(number bigint));

  update supply_numbers n set held_online = false, changed_at = app_now()
    where n.supplier_id = p_supplier_id and n.held_online
      and n.number in (select unnest(p_removed) except select unnest(v_given));

  with gone as (
    update supply_numbers n set online = false, changed_at = app_now()
      where n.supplier_id = p_supplier_id and n.online
        and n.number in (select unnest(p_removed) except select unnest(v_given))
      returning n.number
  ) select coalesce(array_agg(number), '{}') into v_gone from gone;

  -- What each given number may be sold for, by today's costs and by what the partner may sell. A service that is named may have the
  -- partner's common cost; "every service" means those with a cost of their own.
  if to_regclass('pg_temp.supply_wanted_units') is null then
    create temporary table supply_wanted_units (
      number bigint not null, service_id integer not null, country_id integer not null, operator text not null,
      primary key (number, service_id)
    ) on commit delete rows;
  end if;
  truncate supply_wanted_units;
  insert into supply_wanted_units
    select n.number, w.service_id, n.country_id, n.operator
    from (
      select distinct on (g.number) g.number, g.service_ids
      from jsonb_to_recordset(p_numbers) as g(number bigint, service_ids integer[]) order by g.number
    ) g
    join supply_numbers n on n.number = g.number and n.supplier_id = p_supplier_id and n.held_at is null
    cross join lateral (
      select p.service_id from supply_prices p
        where p.supplier_id = p_supplier_id and p.country_id = n.country_id
          and (g.service_ids is null or p.service_id = any (g.service_ids))
      union
      select unnest(g.service_ids) where v_supplier.default_cost_kopecks is not null
    ) w
    where supply_may_sell(v_supplier, w.service_id, n.country_id, n.operator);
  analyze supply_wanted_units;

  insert into supply_offers (supplier_id, service_id, country_id, operator, cost_kopecks)
    select distinct p_supplier_id, w.service_id, w.country_id, w.operator, coalesce(p.cost_kopecks, v_supplier.default_cost_kopecks)
    from supply_wanted_units w
    left join supply_prices p on p.supplier_id = p_supplier_id and p.service_id = w.service_id and p.country_id = w.country_id
    where not exists (
      select from supply_offers o where o.supplier_id = p_supplier_id and o.service_id = w.service_id
        and o.country_id = w.country_id and o.operator = w.operator)
    order by 2, 3, 4
    on conflict (supplier_id, service_id, country_id, operator) do nothing;

  -- Off sale: the number is gone, or its partner no longer offers this service on it.
  with leaving as (
    delete from supply_stock s using supply_units u
      where u.offer_id = s.offer_id and u.number = s.number and u.supplier_id = p_supplier_id
        and (u.number = any (v_gone) or (u.number = any (v_given) and not exists (
          select from supply_wanted_units w where w.number = u.number and w.service_id = u.service_id)))
      returning u.number, u.service_id, u.offer_id
  ), parked as (
    update supply_units u set parked = true from leaving
      where u.number = leaving.number and u.service_id = leaving.service_id returning u.offer_id
  ) select count(*), coalesce(array_agg(distinct offer_id), '{}') into taken_off, v_touched from parked;
  v_offers := v_offers || v_touched;

  -- Of another operator or country than before: what is on sale is parked for the new offer, to which what is lent comes back. What
  -- rests is left where its order looks for it; the report behind its rest moves it.
  with moved as (
    select u.number, u.service_id, u.offer_id as old_offer_id, o.id as offer_id
    from supply_wanted_units w
    join supply_units u on u.number = w.number and u.service_id = w.service_id and u.supplier_id = p_supplier_id
    join supply_offers o on o.supplier_id = p_supplier_id and o.service_id = w.service_id
      and o.country_id = w.country_id and o.operator = w.operator
    where u.offer_id <> o.id
      and not exists (select from supply_resting r where r.offer_id = u.offer_id and r.number = u.number)
  ), leaving as (
    delete from supply_stock s using moved m where s.offer_id = m.old_offer_id and s.number = m.number
      returning m.number, m.service_id
  ), put as (
    update supply_units u set offer_id = m.offer_id, parked = u.parked or l.number is not null
      from moved m left join leaving l on l.number = m.number and l.service_id = m.service_id
      where u.number = m.number and u.service_id = m.service_id returning m.old_offer_id
  ) select coalesce(array_agg(distinct old_offer_id), '{}') into v_touched from put;
  v_offers := v_offers || v_touched;

  -- On sale: units never seen before, and those parked while they were away.
  with new_units as (
    insert into supply_units (supplier_id, service_id, number, offer_id)
      select p_supplier_id, w.service_id, w.number, o.id
      from supply_wanted_units w
      join supply_offers o on o.supplier_id = p_supplier_id and o.service_id = w.service_id
        and o.country_id = w.country_id and o.operator = w.operator
      left join supply_units known on known.number = w.number and known.service_id = w.service_id
      where known.number is null
      on conflict (number, service_id) do nothing
      returning offer_id, number
  ), back as (
    update supply_units u set parked = false from supply_wanted_units w
      where u.parked and u.supplier_id = p_supplier_id and w.number = u.number and w.service_id = u.service_id
      returning u.offer_id, u.number
  ), stocked as (
    insert into supply_stock (offer_id, number)
      select offer_id, number from new_units union all select offer_id, number from back
      on conflict (offer_id, number) do nothing
      returning offer_id
  ) select count(*), coalesce(array_agg(distinct offer_id), '{}') into put_on_sale, v_touched from stocked;
  v_offers := v_offers || v_touched;

  perform supply_recount_offers(v_offers);
  select count(*) into online from supply_numbers n where n.supplier_id = p_supplier_id and (n.online or n.held_online);
  return next;
end
$$;
