-- The names of webhook events begin with what they are about: activation.sms_received and rental.sms_received beside the former sms.received and
-- rental.sms. What webhooks chose and what was delivered stays as it is: former names go on (decision 0572).
alter table notifications_webhooks
  drop constraint notifications_webhooks_classic_events,
  add constraint notifications_webhooks_classic_events check (
    format = 'standard' or events <@ array['activation.sms_received', 'rental.sms_received', 'sms.received', 'rental.sms']);

-- Nobody outside sees what a push is called.
alter table notifications_pushes drop constraint notifications_pushes_type_check;
update notifications_pushes set type = case type when 'sms.received' then 'activation.sms_received' else 'rental.sms_received' end;
alter table notifications_pushes
  add constraint notifications_pushes_type_check check (type in ('activation.sms_received', 'rental.sms_received'));
