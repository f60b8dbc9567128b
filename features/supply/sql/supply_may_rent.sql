-- May a number of this supplier be rented now for this service (null = whole) in this country?
-- needs: supply_rents
-- door: rentals
create or replace function supply_may_rent(supplier supply_suppliers, p_service_id integer, p_country_id integer) returns boolean
language sql stable
as $$
  select supply_rents(supplier, p_service_id, p_country_id) and supply_is_healthy(supplier)
$$;
