/*
 * Records the number that an attempt brought, and decides: 'number' = kept (one per activation), 'released' = returned by FINISH 4
 * because it came too late, its order ended or another number is kept, also of this attempt, 'taken' = another attempt has this very
 * activation of an upstream, and nothing changes. May be called again. p_from: states in which there is none yet. p_cost: what the
 * supplier took, or null.
 */
create or replace function supply_settle_number(
  p_client_id uuid, p_number bigint, p_supplier_ref bigint, p_cost bigint, p_keep boolean, p_from text[]
) returns text
language plpgsql
as $$
declare
  v_attempt supply_attempts;
  v_is_upstream boolean;
  v_is_answered boolean;
begin
  select * into strict v_attempt from supply_attempts where client_id = p_client_id for update;
  select kind = 'upstream' into strict v_is_upstream from supply_suppliers where id = v_attempt.supplier_id;
  v_is_answered := not (v_attempt.state = any (p_from));
  if v_is_answered and v_attempt.supplier_ref = p_supplier_ref then return v_attempt.state; end if;
  if v_is_upstream then
    -- What got lost is looked for in a list of activations that do not name their attempt.
    perform pg_advisory_xact_lock(hashtext('supply_upstream_refs'), v_attempt.supplier_id);
    if supply_is_settled(v_attempt.supplier_id, p_supplier_ref) then return 'taken'; end if;
  end if;
  if v_is_answered then
    -- A supplier that gave another number under the same client id takes that one back, whoever was given it.
    perform supply_enqueue_finish(v_attempt.supplier_id, p_supplier_ref, 4, v_attempt.activation_id);
    return 'released';
  end if;
  if p_keep and v_attempt.wanted then
    begin
      update supply_attempts
        set state = 'number', number = p_number, supplier_ref = p_supplier_ref, cost_kopecks = p_cost, ended_at = app_now(), resolve_at = null
        where client_id = p_client_id;
      if v_is_upstream then
        insert into supply_upstream_watches (supplier_id, supplier_ref, number, service_id)
          select v_attempt.supplier_id, p_supplier_ref, p_number, o.service_id from supply_offers o where o.id = v_attempt.offer_id
          on conflict do nothing;
      end if;
      return 'number';
    exception when unique_violation then
      null; -- supply_attempts_one_kept: this order has its number
    end;
  end if;
  update supply_attempts
    set state = 'released', number = p_number, supplier_ref = p_supplier_ref, cost_kopecks = p_cost, ended_at = app_now(), resolve_at = null
    where client_id = p_client_id;
  perform supply_enqueue_finish(v_attempt.supplier_id, p_supplier_ref, 4, v_attempt.activation_id);
  return 'released';
end
$$;
