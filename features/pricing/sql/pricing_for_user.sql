-- The price of an offer for one account, or null where it is not on sale to this account: pricing_of as a value.
-- door: activations
create or replace function pricing_for_user(p_offer pricing_offers, p_user_id bigint) returns bigint
language sql stable
as $$
  select price from pricing_of(p_offer, p_user_id)
$$;
