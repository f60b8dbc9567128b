/*
 * A row where the lists showed other prices of a sale a little while ago, none where they did not: whether pricing_most has anything to
 * look for. That is rare, and asking costs one index; pricing_most, as a part of every purchase, cost a tenth of it. Rows whose time is
 * over may still stand here: pricing_most judges them. In a form that becomes part of the statement that finds the offer: the statement
 * that takes a price from the lists leaves the row, so whoever sees the new price sees it, too.
 */
-- door: activations
create or replace function pricing_listed_before(p_service_id integer, p_country_id integer) returns table (is_listed boolean)
language sql stable rows 1
as $$
  select true from pricing_past_offers p where p.service_id = p_service_id and p.country_id = p_country_id limit 1
$$;
