-- Whoever has the number keeps it until a later time.
-- door: rentals
create or replace function supply_rent_prolong(p_rental_id bigint, p_until timestamptz) returns void
language sql as $$
  update supply_rent_leases set until = p_until where rental_id = p_rental_id and ended_at is null
$$;
