-- A hold takes another one's place: if that one counted towards a key's day, this one does from now on, on the same day.
-- door: activations
create or replace function ledger_count_instead(p_old_hold_id bigint, p_hold_id bigint) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update ledger_key_spending set transfer_id = p_hold_id where transfer_id = p_old_hold_id
$$;
revoke execute on function ledger_count_instead from public;
grant execute on function ledger_count_instead to sms_den_app;
