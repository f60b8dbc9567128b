-- The number rests for a day from here on.
-- door: rentals
create or replace function supply_rent_end_lease(p_rental_id bigint) returns void
language sql as $$
  update supply_rent_leases set ended_at = greatest(started_at, app_now()) where rental_id = p_rental_id and ended_at is null
$$;
