-- Writes down who has a claimed number, and until when.
-- door: rentals
create or replace function supply_rent_lease(p_number bigint, p_service_id integer, p_rental_id bigint, p_until timestamptz) returns void
language sql as $$
  insert into supply_rent_leases (number, service_id, rental_id, until) values (p_number, p_service_id, p_rental_id, p_until)
$$;
