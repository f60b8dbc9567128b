-- Browsers are told that somebody asked to remove the second factor, too.
alter table notifications_pushes drop constraint notifications_pushes_type_check;
alter table notifications_pushes
  add constraint notifications_pushes_type_check
  check (type in ('activation.sms_received', 'rental.sms_received', 'account.factor_recovery'));
