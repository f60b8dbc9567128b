-- How many accounts of an order have been opened: a large one is prepared in parts, and all of them are ready with the delivery.
alter table ready_accounts_orders
  add column prepared_count integer not null default 0,
  add constraint ready_accounts_orders_prepared check (prepared_count between 0 and count);
update ready_accounts_orders set prepared_count = count where state = 'delivered';
