/*
 * What a search without a limit is quoted at this moment: the lowest price on sale for its buyer, the lowest listed price of now or
 * a little while ago, and the most that it pays after that quote. All are null where nothing is or was on sale.
 */
create or replace function activations_search_quote(p_user_id bigint, p_service_id integer, p_country_id integer, p_operator text,
  p_channel text, p_closed_suppliers integer[], p_tolerance_bp integer, out lowest bigint, out quoted bigint, out most bigint)
language sql stable as $$
  select seen.price, listed.most, pricing_tolerated(listed.most, p_tolerance_bp)
  from activations_lowest_price(p_user_id, p_service_id, p_country_id, p_operator, p_channel, p_closed_suppliers, null, null, null)
    seen(price)
  left join lateral pricing_most(p_user_id, p_service_id, p_country_id, p_operator, p_channel, seen.price, 0, null,
    p_closed_suppliers, null) listed on true
$$;
