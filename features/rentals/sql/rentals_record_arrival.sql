-- What both an SMS and a call do: the first takes the money. The caller has locked the rental and kept the message.
create or replace function rentals_record_arrival(p_rental rentals, p_messages integer, p_calls integer) returns rentals
language plpgsql as $$
declare v_row rentals;
begin
  if p_rental.captured_at is null then
    perform rentals_capture(p_rental, case when p_messages > 0 then 'sms_received' else 'call_received' end);
  end if;
  update rentals set state = 'received', received_at = coalesce(received_at, app_now()), captured_at = coalesce(captured_at, app_now()),
      due_at = expires_at, messages_count = messages_count + p_messages, calls_count = calls_count + p_calls
    where id = p_rental.id returning * into v_row;
  perform supply_rent_record_use(v_row.number, v_row.service_id);
  perform rentals_announce(v_row);
  return v_row;
end $$;
