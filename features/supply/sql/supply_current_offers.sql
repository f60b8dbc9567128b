-- The offers as pricing reads them: an unhealthy supplier counts as having nothing.
create or replace view supply_current_offers as
select l.id, l.supplier_id, l.service_id, l.country_id, l.operator, l.cost_kopecks, s.kind,
       case when h.healthy then l.claimed_count else 0 end as count, h.healthy, l.reported_at
from supply_offers l
join supply_suppliers s on s.id = l.supplier_id
cross join lateral (select supply_is_healthy(s) as healthy offset 0) h;
