-- Brings a partner's numbers for rent up to date: p_numbers is a list of {number, country_id, operator, port_id, service_ids}.
-- Numbers that other partners still have, and those that are for single SMS, are answered as taken. A number that its partner has taken off sale
-- stays off; only that it is on line is kept, for when it is put on sale again.
create or replace function supply_report_rent_numbers(p_supplier_id integer, p_numbers jsonb, p_removed bigint[])
returns table (online integer, put_on_sale integer, taken_off integer, taken bigint[])
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('supply_report_numbers'), p_supplier_id);
  perform pg_advisory_xact_lock(hashtext('supply_kinds_of_numbers'));
  perform supply_take_over(p_supplier_id, array(select g.number from jsonb_to_recordset(p_numbers) as g(number bigint)));
  with given as (
    select distinct on (g.number) g.number, g.country_id, g.operator, g.port_id, g.service_ids
    from jsonb_to_recordset(p_numbers) as g(number bigint, country_id integer, operator text, port_id text, service_ids integer[])
    order by g.number
  ), put as (
    insert into supply_rent_numbers as n (number, supplier_id, country_id, operator, port_id, service_ids)
      select g.number, p_supplier_id, g.country_id, g.operator, g.port_id, g.service_ids from given g
      where not exists (select from supply_numbers s where s.number = g.number)
      on conflict (number) do update
        set online = n.held_at is null, held_online = n.held_at is not null, country_id = excluded.country_id,
            operator = excluded.operator, port_id = excluded.port_id, service_ids = excluded.service_ids, changed_at = app_now()
        where n.supplier_id = p_supplier_id
          and (not (n.online or n.held_online) or (n.country_id, n.operator, n.port_id, n.service_ids)
            is distinct from (excluded.country_id, excluded.operator, excluded.port_id, excluded.service_ids))
      returning n.number, n.held_at
  ), gone as (
    update supply_rent_numbers n set online = false, held_online = false, changed_at = app_now()
      where n.supplier_id = p_supplier_id and (n.online or n.held_online) and n.number = any (p_removed) and n.number not in (select number from given)
      returning n.number, n.held_at
  )
  select (select count(*) from put where held_at is null), (select count(*) from gone where held_at is null) into put_on_sale, taken_off;
  select coalesce(array_agg(g.number), '{}') into taken
    from jsonb_to_recordset(p_numbers) as g(number bigint)
    where not exists (select from supply_rent_numbers n where n.number = g.number and n.supplier_id = p_supplier_id);
  select count(*) into online from supply_rent_numbers n where n.supplier_id = p_supplier_id and (n.online or n.held_online);
  return next;
end $$;
