-- Records the number that an attempt brought, and decides: 'number' = kept (one per activation), 'released' = given
-- back by FINISH 4 because it came too late, its order ended or another number is kept. May be called again. p_from: states in which there is none yet.
create or replace function supply_settle_number(p_client_id uuid, p_number bigint, p_supplier_ref bigint, p_keep boolean, p_from text[])
returns text
language plpgsql
as $$
declare
  v_attempt supply_attempts;
begin
  select * into strict v_attempt from supply_attempts where client_id = p_client_id for update;
  if not (v_attempt.state = any (p_from)) then
    -- A supplier that gave another number under the same client id takes that one back.
    if v_attempt.supplier_ref <> p_supplier_ref then
      perform supply_enqueue_finish(v_attempt.supplier_id, p_supplier_ref, 4, v_attempt.activation_id);
    end if;
    return v_attempt.state;
  end if;
  if p_keep and v_attempt.wanted then
    begin
      update supply_attempts
        set state = 'number', number = p_number, supplier_ref = p_supplier_ref, ended_at = app_now(), resolve_at = null
        where client_id = p_client_id;
      return 'number';
    exception when unique_violation then
      null; -- supply_attempts_one_kept: this order has its number
    end;
  end if;
  update supply_attempts
    set state = 'released', number = p_number, supplier_ref = p_supplier_ref, ended_at = app_now(), resolve_at = null
    where client_id = p_client_id;
  perform supply_enqueue_finish(v_attempt.supplier_id, p_supplier_ref, 4, v_attempt.activation_id);
  return 'released';
end
$$;
