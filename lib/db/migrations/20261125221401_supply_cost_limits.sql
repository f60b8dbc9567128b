-- Between which costs the owner of a supplier may set its own prices; null = the house's limits.
alter table supply_suppliers
  add column cost_floor_kopecks bigint check (cost_floor_kopecks > 0),
  add column cost_ceiling_kopecks bigint check (cost_ceiling_kopecks > 0),
  add constraint supply_suppliers_cost_limits check (cost_floor_kopecks <= cost_ceiling_kopecks);
