-- Owes the supplier a FINISH_ACTIVATION; said once per outcome however often it is called. An upstream is asked for no more codes.
-- door: activations
create or replace function supply_enqueue_finish(
  p_supplier_id integer, p_supplier_ref bigint, p_outcome integer, p_activation_id bigint
) returns void
language sql
as $$
  delete from supply_upstream_watches where supplier_id = p_supplier_id and supplier_ref = p_supplier_ref;
  insert into supply_finishes (supplier_id, supplier_ref, outcome, activation_id)
  values (p_supplier_id, p_supplier_ref, p_outcome, p_activation_id)
  on conflict (supplier_id, supplier_ref, outcome) do nothing
$$;
