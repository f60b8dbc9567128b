-- The second half of a purchase, once all units were opened: they are sold, the held money is taken, and of it what the store gets waits for the warranty's end.
-- Answers whether this call did it; it does not once the service is taken down.
-- needs: ready_accounts_is_taken_down
create or replace function ready_accounts_deliver(p_order_id bigint, p_from text[]) returns boolean
language plpgsql as $$
declare
  v_order ready_accounts_orders;
  v_share bigint;
  v_service_id integer;
  v_now timestamptz := app_now();
begin
  select * into v_order from ready_accounts_orders where id = p_order_id for update;
  if not found or not (v_order.state = any (p_from)) then return false; end if;
  -- A takedown locks the offers of its service: what is delivered before it has the lock is sold, everything else is refunded. The
  -- wallet comes first, as it does in a purchase.
  perform ledger_lock_wallet(v_order.user_id);
  select service_id into v_service_id from ready_accounts_offers where id = v_order.offer_id for share;
  if ready_accounts_is_taken_down(v_service_id) then return false; end if;
  update ready_accounts_orders set state = 'delivered', prepared_count = count, closed_at = v_now, close_reason = 'delivered',
      warranty_until = case when warranty_hours > 0 then v_now + make_interval(hours => warranty_hours) end
    where id = p_order_id;
  update ready_accounts_units set state = 'sold'
    where id in (select unit_id from ready_accounts_items where order_id = p_order_id and released_at is null);
  perform ledger_resolve_hold(v_order.hold_id, 'post', 'accounts_delivered');
  v_share := v_order.seller_unit_kopecks * v_order.count;
  if v_share > 0 then
    insert into ready_accounts_earnings (order_id, seller_id, share_kopecks, due_at)
      values (p_order_id, v_order.seller_id, v_share, v_now + make_interval(hours => v_order.warranty_hours));
    perform ledger_house_transfer('store_share', 'revenue', 'main', 'store_pending', 'user:' || v_order.seller_id, v_share,
      'ready_account:' || p_order_id || ':share', 'accounts_delivered');
  end if;
  perform ready_accounts_announce(p_order_id);
  return true;
end $$;
