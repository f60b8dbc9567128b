-- Ends an order that cannot be delivered: the whole price comes back. Units that cannot be read (p_broken) are withdrawn as they
-- are, since a wrong key may be the cause; the others go back into stock. Answers whether this call did it.
-- needs: ready_accounts_is_taken_down
create or replace function ready_accounts_refund_order(p_order_id bigint, p_from text[], p_broken bigint[]) returns boolean
language plpgsql as $$
declare
  v_order ready_accounts_orders;
  v_service_id integer;
begin
  select * into v_order from ready_accounts_orders where id = p_order_id for update;
  if not found or not (v_order.state = any (p_from)) then return false; end if;
  perform ledger_resolve_hold(v_order.hold_id, 'void', 'accounts_not_delivered');
  select service_id into v_service_id from ready_accounts_offers where id = v_order.offer_id for no key update;
  update ready_accounts_orders set state = 'cancelled', closed_at = app_now(),
      close_reason = case when ready_accounts_is_taken_down(v_service_id) then 'taken_down' else 'not_delivered' end
    where id = p_order_id;
  update ready_accounts_units u set state = 'available'
    from ready_accounts_items i where i.order_id = p_order_id and i.released_at is null and u.id = i.unit_id and not u.id = any (p_broken);
  update ready_accounts_units u set state = 'withdrawn', withdrawn_at = app_now(), withdrawal_reason = 'unreadable'
    from ready_accounts_items i where i.order_id = p_order_id and i.released_at is null and u.id = i.unit_id and u.id = any (p_broken);
  update ready_accounts_items set released_at = app_now() where order_id = p_order_id and released_at is null;
  perform ready_accounts_announce(p_order_id);
  return true;
end $$;
