-- What of a list of numbers is for rent. Reports for single SMS ask before they write; those for rent wait for them. The locks in the order
-- of supply_report_rent_numbers: the partner's own, then that of all.
create or replace function supply_refuse_rent_numbers(p_supplier_id integer, p_numbers bigint[]) returns setof bigint
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('supply_report_numbers'), p_supplier_id);
  perform pg_advisory_xact_lock_shared(hashtext('supply_kinds_of_numbers'));
  return query select n.number from supply_rent_numbers n where n.number = any (p_numbers);
end $$;
