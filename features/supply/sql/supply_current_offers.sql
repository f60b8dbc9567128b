-- The offers as pricing reads them: an unhealthy supplier counts as having nothing.
-- door: pricing
create or replace view supply_current_offers as
select o.id, o.supplier_id, o.service_id, o.country_id, o.operator, o.cost_kopecks, s.kind,
       case when h.healthy then o.claimed_count else 0 end as count, h.healthy, o.reported_at,
       case when h.healthy then supply_proven_count(o.claimed_count, o.proven_percent) else 0 end as proven_count
from supply_offers o
join supply_suppliers s on s.id = o.supplier_id
cross join lateral (select supply_is_healthy(s) as healthy offset 0) h;
