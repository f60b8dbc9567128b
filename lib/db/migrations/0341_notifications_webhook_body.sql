-- A webhook may be told in the classic body of the bots' protocol, which exists for SMS alone.
alter table notifications_webhooks add column format text not null default 'standard' check (format in ('standard', 'classic'));
alter table notifications_webhooks add constraint notifications_webhooks_classic_events
  check (format = 'standard' or events <@ array['sms.received', 'rental.sms']);
