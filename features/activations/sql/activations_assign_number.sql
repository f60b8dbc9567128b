-- Records the number that an agent gave. Nothing when the order no longer waits for one: the caller releases the number. p_cost: what
-- the agent took where it says so; an order costs us that, when it is less than its offer said.
create or replace function activations_assign_number(
  p_id bigint, p_offer_id integer, p_number bigint, p_supplier_ref bigint, p_cost bigint, p_from text[]
) returns setof activations
language plpgsql as $$
declare v_row activations;
begin
  select * into v_row from activations where id = p_id for update;
  if not found or not (v_row.state = any (p_from)) or v_row.offer_id <> p_offer_id then return; end if;
  update activations
    set state = 'waiting', number = p_number, supplier_ref = p_supplier_ref, cost_kopecks = least(cost_kopecks, p_cost),
        issued_at = app_now(),
        expires_at = app_now() + make_interval(mins => hold_minutes), due_at = app_now() + make_interval(mins => hold_minutes)
    where id = p_id returning * into v_row;
  perform activations_announce(v_row);
  return next v_row;
end $$;
