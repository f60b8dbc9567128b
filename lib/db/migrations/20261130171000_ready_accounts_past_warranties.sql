-- How many hours of warranty an offer had until a little while ago: buyers who have just seen them get no fewer.
alter table ready_accounts_offers add column past_warranty_hours integer, add column past_warranty_until timestamptz,
  add constraint ready_accounts_offers_past_warranty check ((past_warranty_hours is null) = (past_warranty_until is null));
