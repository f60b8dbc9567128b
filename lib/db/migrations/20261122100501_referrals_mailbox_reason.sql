-- Mailboxes that are thrown away earn nothing for who brought them.
alter table referrals_flags drop constraint referrals_flags_reason_check,
  add constraint referrals_flags_reason_check check (reason in ('person', 'device', 'payer', 'address', 'mailbox', 'staff'));
