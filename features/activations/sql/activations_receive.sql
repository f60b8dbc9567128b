/*
 * An SMS for an open order: the first one captures the money, further ones are free. Judged by the database's clock:
 * at or after expires_at nothing is captured. Answers the order, or nothing when it was not open any more.
 */
create or replace function activations_receive(p_id bigint, p_from text[], p_sms_id bigint, p_sender text, p_sealed_text text, p_sealed_code text)
returns setof activations
language plpgsql as $$
declare v_row activations;
begin
  select * into v_row from activations where id = p_id for update;
  if not found or not (v_row.state = any (p_from)) or v_row.expires_at <= app_now() then return; end if;
  insert into activations_messages (activation_id, sms_id, sender, sealed_text, sealed_code)
    values (p_id, p_sms_id, p_sender, p_sealed_text, p_sealed_code) on conflict do nothing;
  if not found then return; end if;
  if v_row.state = 'waiting' then
    perform ledger_resolve_hold(v_row.hold_id, 'post', 'sms_received');
    perform ledger_house_transfer('supplier_share', 'revenue', 'main', 'supplier', 'supplier:' || v_row.supplier_id,
      v_row.cost_kopecks, 'activation:' || p_id || ':share', 'sms_received');
  end if;
  update activations set state = 'received', received_at = coalesce(received_at, app_now()), wants_more = false,
      messages_count = messages_count + 1
    where id = p_id returning * into v_row;
  perform activations_announce(v_row);
  return next v_row;
end $$;
