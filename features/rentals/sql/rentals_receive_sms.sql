-- An SMS for an open rental. At or after expires_at nothing is taken. Answers the rental, or nothing.
create or replace function rentals_receive_sms(p_id bigint, p_from text[], p_sms_id bigint, p_sender text, p_text text, p_code text)
returns setof rentals
language plpgsql as $$
declare v_row rentals;
begin
  select * into v_row from rentals where id = p_id for update;
  if not found or not (v_row.state = any (p_from)) or v_row.expires_at <= app_now() then return; end if;
  insert into rentals_messages (rental_id, sms_id, sealed_sender, sealed_text, sealed_code)
    values (p_id, p_sms_id, p_sender, p_text, p_code) on conflict do nothing;
  if not found then return; end if;
  return next rentals_record_arrival(v_row, 1, 0);
end $$;
