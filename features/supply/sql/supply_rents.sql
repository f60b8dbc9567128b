-- Does this supplier rent numbers out for this service (null = whole) in this country? What it may sell binds rentals, too: a number that is
-- lent for a service sells that service. One that is lent whole sells all of them, so where only some may be sold none is lent whole, as
-- with a number for which its partner has named services. Operators are those of the numbers: supply_rent_claim looks at them.
create or replace function supply_rents(supplier supply_suppliers, p_service_id integer, p_country_id integer) returns boolean
language sql immutable
as $$
  select supplier.rents
    and (supplier.allowed_country_ids = '{}' or p_country_id = any (supplier.allowed_country_ids))
    and (supplier.allowed_service_ids = '{}' or p_service_id is not null and p_service_id = any (supplier.allowed_service_ids))
$$;
