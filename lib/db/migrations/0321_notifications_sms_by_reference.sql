-- Deliveries about an SMS keep no copy of what it says: their bodies hold its id, and the rest is put in when they are sent or shown. What the
-- receiver answered to one may repeat it and is removed in its time.
alter table notifications_webhook_attempts add column answer_until timestamptz;
create index notifications_webhook_attempts_answers on notifications_webhook_attempts (answer_until) where answer_until is not null;
grant update (answer, answer_until) on notifications_webhook_attempts to sms_den_app;

-- Copies of before are sealed, so they cannot be cut out here: what waits is written anew at its next attempt, the log of the rest goes.
delete from notifications_webhook_deliveries where type in ('sms.received', 'rental.sms') and state <> 'pending';
update notifications_webhook_deliveries set sealed_body = null where type in ('sms.received', 'rental.sms');
update notifications_webhook_attempts a set answer = '' from notifications_webhook_deliveries d
  where d.id = a.delivery_id and d.type in ('sms.received', 'rental.sms');
