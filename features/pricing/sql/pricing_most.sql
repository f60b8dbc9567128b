/*
 * The most that an account pays where it names no limit: the lowest price listed for what it asks for, now (p_price, the cheapest offer on
 * sale) or a little while ago, and so many basis points more. Suppliers and the lowest price are the buyer's wishes; null = none. An
 * agreed price is listed by the agreement itself. A price that had too few numbers, or stood too short a time, was seen by hardly anybody
 * and binds nobody, unless no more than its numbers are on sale now: else one cheap number shown for a moment would stop all purchases.
 * In a form that becomes part of the statement that asks.
 */
-- door: activations
create or replace function pricing_most(p_user_id bigint, p_service_id integer, p_country_id integer, p_operator text, p_channel text,
  p_price bigint, p_tolerance_bp integer, p_supplier_ids integer[], p_not_suppliers integer[], p_min_price bigint)
returns table (most bigint)
language sql stable
as $$
  select pricing_tolerated(listed.price, p_tolerance_bp)
  from (
    select least(p_price, (
      select min(tier.price)
      from pricing_past_offers p
      cross join lateral (
        select case when exists (select from pricing_wholesale_accounts w where w.user_id = p_user_id)
          then p.wholesale_kopecks else p.retail_kopecks end as price
      ) tier
      where p.service_id = p_service_id and p.country_id = p_country_id and p.until > app_now()
        and (p_operator = 'any' or p.operator = any (string_to_array(p_operator, ',')))
        and (p_channel <> 'site' or not p.api_only)
        and (p_supplier_ids is null or p.supplier_id = any (p_supplier_ids))
        and (p_not_suppliers is null or p.supplier_id <> all (p_not_suppliers))
        and (p_min_price is null or tier.price >= p_min_price)
        and not exists (select from pricing_personal_prices own
          where own.user_id = p_user_id and own.service_id = p_service_id and own.country_id = p_country_id)
        and (p.is_listed or p.count >= (
          select coalesce(sum(o.count), 0)
          from pricing_on_sale(p_service_id, p_country_id, p_operator, p_channel, coalesce(p_not_suppliers, '{}')) o
          where p_supplier_ids is null or o.supplier_id = any (p_supplier_ids)))
    )) as price
  ) listed
$$;
