-- Puts numbers that their partner took off sale on sale again: at once when the program has them on line, else with the report that
-- brings them back. Returns how many were put on sale again.
create or replace function supply_release_numbers(p_supplier_id integer, p_numbers bigint[]) returns integer
language plpgsql
as $$
declare
  v_back jsonb;
  v_single integer;
  v_for_rent integer;
begin
  -- The same lock as a partner's report.
  perform pg_advisory_xact_lock(hashtext('supply_report_numbers'), p_supplier_id);
  select coalesce(jsonb_agg(jsonb_build_object('number', n.number, 'country_id', n.country_id, 'operator', n.operator,
           'port_id', n.port_id, 'service_ids', n.held_service_ids)), '[]') into v_back
    from supply_numbers n
    where n.supplier_id = p_supplier_id and n.held_online and n.number = any (p_numbers);
  update supply_numbers n set held_at = null, held_online = false, held_service_ids = null, changed_at = app_now()
    where n.supplier_id = p_supplier_id and n.held_at is not null and n.number = any (p_numbers);
  get diagnostics v_single = row_count;
  if v_back <> '[]' then
    perform supply_report_numbers(p_supplier_id, v_back, '{}');
  end if;
  update supply_rent_numbers n set held_at = null, held_online = false, online = n.held_online, changed_at = app_now()
    where n.supplier_id = p_supplier_id and n.held_at is not null and n.number = any (p_numbers);
  get diagnostics v_for_rent = row_count;
  return v_single + v_for_rent;
end
$$;
