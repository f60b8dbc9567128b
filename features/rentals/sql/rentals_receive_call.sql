-- A call to an open rental, as rentals_receive_sms. Answers the rental, or nothing.
create or replace function rentals_receive_call(p_id bigint, p_from text[], p_call_id bigint, p_caller text, p_called_at timestamptz)
returns setof rentals
language plpgsql as $$
declare v_row rentals;
begin
  select * into v_row from rentals where id = p_id for update;
  if not found or not (v_row.state = any (p_from)) or v_row.expires_at <= app_now() then return; end if;
  insert into rentals_calls (rental_id, call_id, sealed_caller, called_at) values (p_id, p_call_id, p_caller, p_called_at)
    on conflict do nothing;
  if not found then return; end if;
  return next rentals_record_arrival(v_row, 0, 1);
end $$;
