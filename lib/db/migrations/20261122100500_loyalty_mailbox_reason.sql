-- Mailboxes that are thrown away get no welcome bonus.
alter table loyalty_welcomes drop constraint loyalty_welcomes_reason_check,
  add constraint loyalty_welcomes_reason_check check (reason in ('payer', 'person', 'device', 'mailbox'));
