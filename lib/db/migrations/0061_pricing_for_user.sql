-- The price of an offer for one account: agreed price, else wholesale for accounts of that tier, else retail.
create function pricing_for_user(p_offer pricing_offers, p_user_id bigint) returns bigint
language sql stable
as $$
  select coalesce(
    (select p.price_kopecks from pricing_personal_prices p
      where p.user_id = p_user_id and p.service_id = p_offer.service_id and p.country_id = p_offer.country_id),
    case when exists (select from pricing_wholesale_accounts w where w.user_id = p_user_id)
      then p_offer.wholesale_kopecks else p_offer.retail_kopecks end)
$$;
