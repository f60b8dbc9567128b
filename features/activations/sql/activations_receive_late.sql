/*
 * An SMS that came after the deadline and the refund: shown to the last buyer free of charge. Only orders that waited their
 * whole time get it; who cancelled gave the number up. Answers the order, or nothing.
 */
create or replace function activations_receive_late(
  p_supplier_id integer, p_number bigint, p_sms_id bigint, p_sender text, p_sealed_text text, p_sealed_code text
) returns setof activations
language plpgsql as $$
declare v_row activations;
begin
  select * into v_row from activations
    where supplier_id = p_supplier_id and number = p_number and state = 'expired' and close_reason = 'expired'
      and closed_at > app_now() - interval '24 hours'
    order by closed_at desc limit 1;
  if not found then return; end if;
  insert into activations_messages (activation_id, sms_id, sender, sealed_text, sealed_code, late)
    values (v_row.id, p_sms_id, p_sender, p_sealed_text, p_sealed_code, true) on conflict do nothing;
  if not found then return; end if;
  perform activations_announce(v_row);
  return next v_row;
end $$;
