-- Does this supplier answer, and is it allowed to sell? Agents must have answered within 45 s, upstreams (asked half as often) within
-- 2 minutes, and one whose circuit is open is off sale at once, as is one with which we have too little money; own-stock partners must
-- have called within 2 minutes (one that never calls is stock kept by hand). A supplier that is paused or has ended is not enabled;
-- one that is full has as many open orders as it may.
create or replace function supply_is_healthy(supplier supply_suppliers) returns boolean
language sql stable
as $$
  select supplier.enabled and not supplier.is_full and not supplier.is_out_of_money
    and (supplier.penalty_until is null or supplier.penalty_until <= app_now())
    and supplier.circuit_state <> 'open'
    and case supplier.kind
      when 'agent' then coalesce(supplier.last_success_at > app_now() - interval '45 seconds', false)
      when 'upstream' then coalesce(supplier.last_success_at > app_now() - interval '2 minutes', false)
      else coalesce(supplier.last_success_at > app_now() - interval '2 minutes', true)
    end
$$;
