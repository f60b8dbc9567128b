/*
 * What an offer costs a user: the agreed price, else that of the account's tier. No row where less was agreed than the offer costs us
 * now: such an offer is not on sale to this buyer. In a form that becomes part of the statement that asks: a call per
 * offer is spared.
 */
-- door: activations
create or replace function pricing_of(p_offer pricing_offers, p_user_id bigint) returns table (price bigint)
language sql stable
as $$
  select coalesce(p.price_kopecks,
    case when exists (select from pricing_wholesale_accounts w where w.user_id = p_user_id)
      then p_offer.wholesale_kopecks else p_offer.retail_kopecks end)
  from (values (1)) one(row)
  left join pricing_personal_prices p
    on p.user_id = p_user_id and p.service_id = p_offer.service_id and p.country_id = p_offer.country_id
  where p.price_kopecks is null or p.price_kopecks >= p_offer.cost_kopecks
$$;
