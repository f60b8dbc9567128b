-- What an offer costs a user, in a form that becomes part of the statement that asks: a call per offer is spared.
-- door: activations
create or replace function pricing_of(p_offer pricing_offers, p_user_id bigint) returns table (price bigint)
language sql stable
as $$
  select coalesce(
    (select p.price_kopecks from pricing_personal_prices p
      where p.user_id = p_user_id and p.service_id = p_offer.service_id and p.country_id = p_offer.country_id),
    case when exists (select from pricing_wholesale_accounts w where w.user_id = p_user_id)
      then p_offer.wholesale_kopecks else p_offer.retail_kopecks end)
$$;
