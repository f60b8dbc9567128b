-- May a number of this supplier be rented now?
-- door: rentals
create or replace function supply_may_rent(supplier supply_suppliers) returns boolean
language sql stable
as $$
  select supplier.rents and supply_is_healthy(supplier)
$$;
