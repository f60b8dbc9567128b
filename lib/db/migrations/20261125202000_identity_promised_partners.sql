-- Whoever registers with one of these addresses is a partner from the first moment.
create table identity_promised_partners (
  email_key text primary key,
  promised_at timestamptz not null default app_now()
);
revoke update, truncate on identity_promised_partners from sms_den_app;
