/*
 * May this order's number be had for the same service again, and for how much, of which offer? Own stock only, after an order that got its
 * code.
 * Outcomes: go, not_found, open (it still runs), not_renewable, taken (it runs again, or rests after that), offline.
 */
create or replace function activations_judge_again(p_user_id bigint, p_parent_id bigint, p_excluded_suppliers integer[],
  out outcome text, out price_kopecks bigint, out offer pricing_offers)
language plpgsql stable as $$
declare
  v_parent activations;
begin
  select * into v_parent from activations where id = p_parent_id and user_id = p_user_id;
  if not found then outcome := 'not_found'; return; end if;
  if v_parent.closed_at is null then outcome := 'open'; return; end if;
  select * into offer from pricing_offers where id = v_parent.offer_id;
  price_kopecks := pricing_for_user(offer, p_user_id);
  -- No price: there is no such offer any more, or it is not on sale to this buyer.
  if price_kopecks is null or v_parent.supplier_kind <> 'own' or v_parent.state <> 'completed'
      or v_parent.supplier_id = any (p_excluded_suppliers) then
    outcome := 'not_renewable';
    return;
  end if;
  outcome := case
    when exists (select from activations a where a.supplier_id = v_parent.supplier_id and a.number = v_parent.number
      and a.service_id = v_parent.service_id and a.closed_at is null) then 'taken'
    when not supply_is_online(v_parent.supplier_id, v_parent.number) then 'offline'
    when not supply_is_used(v_parent.offer_id, v_parent.number) then 'taken'
    else 'go' end;
end $$;
