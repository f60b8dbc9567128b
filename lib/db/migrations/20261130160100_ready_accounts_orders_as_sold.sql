-- What was sold, as its offer said when it was bought: an offer that is edited later renames no order. Orders of before have what their
-- offers say now, which is the best that is known of them.
alter table ready_accounts_orders
  add column service_id integer,
  add column country_id integer,
  add column offer_name text;
update ready_accounts_orders r set service_id = o.service_id, country_id = o.country_id, offer_name = o.name
  from ready_accounts_offers o where o.id = r.offer_id;
alter table ready_accounts_orders
  alter column service_id set not null,
  alter column country_id set not null,
  alter column offer_name set not null;
