-- What of a list of numbers is for rent. Reports for single SMS ask before they write; those for rent wait for them.
create or replace function supply_refuse_rent_numbers(p_numbers bigint[]) returns setof bigint
language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('supply_kinds_of_numbers'));
  return query select n.number from supply_rent_numbers n where n.number = any (p_numbers);
end $$;
