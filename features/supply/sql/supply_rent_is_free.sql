-- Can this number be lent for this service (null = whole) now? Not while it is lent for it or whole, nor while it rests after that, nor
-- when it has got an SMS for it. The whole number needs all of it free.
create or replace function supply_rent_is_free(p_number bigint, p_service_id integer) returns boolean
language sql stable as $$
  select not exists (
      select from supply_rent_leases l
      where l.number = p_number and (l.ended_at is null or l.ended_at > app_now() - make_interval(mins => l.rest_minutes))
        and (p_service_id is null or l.service_id is null or l.service_id = p_service_id))
    and not exists (
      select from supply_rent_used u
      where u.number = p_number and (p_service_id is null or u.service_id in (0, p_service_id)))
$$;
