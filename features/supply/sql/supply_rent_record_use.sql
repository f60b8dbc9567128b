-- The number has got an SMS for this service (null = it was lent whole): it is never lent for that again.
-- door: rentals
create or replace function supply_rent_record_use(p_number bigint, p_service_id integer) returns void
language sql as $$
  insert into supply_rent_used (number, service_id) values (p_number, coalesce(p_service_id, 0)) on conflict do nothing
$$;
