-- Transfers that the support takes: the user agrees an amount, pays by a way that the support names, the staff say what came.
-- The payment itself is a row of payments (provider 'support').
create table payments_transfers (
  payment_id bigint primary key references payments (id),
  note text not null default '',
  -- what the payer says of his transfer: number, bank, time
  receipt text not null default '',
  receipt_at timestamptz,
  closed_by bigint,
  constraint payments_transfers_receipt check ((receipt = '') = (receipt_at is null))
);
revoke delete, truncate on payments_transfers from sms_den_app;

-- What each of the staff says has come in, in all; above a limit two people must say the same. Their latest words.
create table payments_transfer_words (
  payment_id bigint not null references payments_transfers (payment_id),
  actor_id bigint not null,
  received_kopecks bigint not null check (received_kopecks > 0),
  said_at timestamptz not null default app_now(),
  primary key (payment_id, actor_id)
);
revoke delete, truncate on payments_transfer_words from sms_den_app;

-- Credited payments that were told to the site's analytics: once each.
create table payments_commerce_reports (
  payment_id bigint primary key references payments (id),
  reported_at timestamptz not null default app_now()
);
revoke update, delete, truncate on payments_commerce_reports from sms_den_app;
create index payments_credited_user on payments (user_id, id) where credited_at is not null;
