-- What is due is looked for webhook by webhook, so that thousands that wait for a dead server cost nobody else anything.
create index notifications_webhook_deliveries_waiting on notifications_webhook_deliveries (webhook_id, due_at, id) where state = 'pending';
drop index notifications_webhook_deliveries_due;
