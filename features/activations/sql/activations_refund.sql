/*
 * Moves an order that ends without a code and gives the money back, in one statement's worth of work. Answers the new
 * row, or nothing when the order is not in one of p_from any more: someone else won.
 */
create or replace function activations_refund(p_id bigint, p_user_id bigint, p_from text[], p_to text, p_reason text)
returns setof activations
language plpgsql as $$
declare v_row activations;
begin
  select * into v_row from activations where id = p_id for update;
  if not found or not (v_row.state = any (p_from)) or (p_user_id is not null and v_row.user_id <> p_user_id) then return; end if;
  -- An order that never got a number lets its key go: the buyer may try again with it. No client's key has a space in it, so that none
  -- stands in the way of what it is called from then on.
  update activations set state = p_to, closed_at = app_now(), close_reason = p_reason,
      idempotency_key = case when p_to = 'failed' then idempotency_key || ' :failed:' || id else idempotency_key end
    where id = p_id returning * into v_row;
  perform ledger_resolve_hold(v_row.hold_id, 'void', p_reason);
  if v_row.number is not null then
    if v_row.supplier_kind = 'own' and p_to <> 'banned' then
      perform supply_return_stock(v_row.offer_id, v_row.number);
    end if;
    perform supply_enqueue_finish(v_row.supplier_id, coalesce(v_row.supplier_ref, p_id),
      case when p_to = 'banned' then 1 else 4 end, p_id);
  end if;
  perform activations_announce(v_row);
  return next v_row;
end $$;
