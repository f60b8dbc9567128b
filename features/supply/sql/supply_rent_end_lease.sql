-- The number rests from here on: for a day, where nothing else is said.
-- door: rentals
create or replace function supply_rent_end_lease(p_rental_id bigint, p_rest_minutes integer default 1440) returns void
language sql as $$
  update supply_rent_leases set ended_at = greatest(started_at, app_now()), rest_minutes = p_rest_minutes
    where rental_id = p_rental_id and ended_at is null
$$;
