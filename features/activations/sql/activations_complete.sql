-- Ends an order that has its code; its money was captured with the first SMS.
create or replace function activations_complete(p_id bigint, p_user_id bigint, p_from text[], p_reason text)
returns setof activations
language plpgsql as $$
declare v_row activations;
begin
  select * into v_row from activations where id = p_id for update;
  if not found or not (v_row.state = any (p_from)) or (p_user_id is not null and v_row.user_id <> p_user_id) then return; end if;
  update activations set state = 'completed', closed_at = app_now(), close_reason = p_reason where id = p_id returning * into v_row;
  perform supply_enqueue_finish(v_row.supplier_id, coalesce(v_row.supplier_ref, p_id), 3, p_id);
  perform activations_announce(v_row);
  return next v_row;
end $$;
