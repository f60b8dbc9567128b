-- May this supplier sell this? Asked when it reports its stock, so that a purchase need not ask.
create or replace function supply_may_sell(supplier supply_suppliers, p_service_id integer, p_country_id integer, p_operator text)
returns boolean
language sql immutable
as $$
  select supplier.ended_at is null
    and (supplier.allowed_country_ids = '{}' or p_country_id = any (supplier.allowed_country_ids))
    and (supplier.allowed_service_ids = '{}' or p_service_id = any (supplier.allowed_service_ids))
    and (supplier.allowed_operators = '{}' or p_operator = any (supplier.allowed_operators))
$$;
