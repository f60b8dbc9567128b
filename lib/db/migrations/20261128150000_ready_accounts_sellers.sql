-- What the owner of a store says about where the accounts of an offer come from, and whether the house keeps it off sale.
alter table ready_accounts_offers
  add column provenance text check (length(provenance) between 20 and 1000),
  -- stopped by the staff, or by too many claims: its seller cannot put it on sale again
  add column barred_at timestamptz,
  add constraint ready_accounts_offers_seller check (seller_id is not null or (provenance is null and barred_at is null)),
  add constraint ready_accounts_offers_barred check (barred_at is null or state <> 'on_sale');
create index ready_accounts_offers_seller on ready_accounts_offers (seller_id, id) where seller_id is not null;
