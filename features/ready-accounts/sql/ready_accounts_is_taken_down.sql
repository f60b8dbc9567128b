-- Whether the house has taken accounts of this service off sale altogether.
create or replace function ready_accounts_is_taken_down(p_service_id integer) returns boolean
language sql stable as $$
  select exists (select from ready_accounts_takedowns where service_id = p_service_id and ended_at is null)
$$;
