-- Counts a transfer, by its reference, towards the day of the API key whose order it pays. A transfer that is not there raises.
-- door: activations, rentals, ready-accounts
create or replace function ledger_count_for_key(p_key_id bigint, p_day_limit bigint, p_reference text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_id bigint;
begin
  select id into strict v_id from ledger_transfers where reference = p_reference;
  insert into ledger_key_spending (transfer_id, key_id, day_limit_kopecks) values (v_id, p_key_id, p_day_limit);
end $$;
revoke execute on function ledger_count_for_key from public;
grant execute on function ledger_count_for_key to sms_den_app;
