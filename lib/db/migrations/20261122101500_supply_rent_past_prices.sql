-- What an hour cost until a little while ago, where it costs more now: buyers who name no limit are held to it.
alter table supply_rent_prices add column past_hour_cost_kopecks bigint, add column past_until timestamptz,
  add constraint supply_rent_prices_past check ((past_hour_cost_kopecks is null) = (past_until is null));
