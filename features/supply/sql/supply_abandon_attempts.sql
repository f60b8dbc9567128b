-- The order ended without taking a number: one that was kept for it goes back, one that still comes will.
create or replace function supply_abandon_attempts(p_activation_id bigint) returns void
language plpgsql
as $$
declare
  v_attempt supply_attempts;
begin
  for v_attempt in
    update supply_attempts set wanted = false
      where activation_id = p_activation_id and state in ('calling', 'unknown', 'number')
      returning *
  loop
    continue when v_attempt.state <> 'number';
    update supply_attempts set state = 'released' where client_id = v_attempt.client_id;
    perform supply_enqueue_finish(v_attempt.supplier_id, v_attempt.supplier_ref, 4, p_activation_id);
  end loop;
end
$$;
