-- Who is told once when numbers of a service, of a country, or of both are on sale again.
create table community_stock_alerts (
  id bigint generated always as identity primary key,
  -- who is signed in is written to at the address of the account; a guest's is kept until the one mail is on its way
  user_id bigint,
  email text,
  locale text not null,
  -- keyed hash of the account or mailbox: who asks twice is told once
  person_hash bytea not null,
  -- null = any
  service_id integer,
  country_id integer,
  told_at timestamptz,
  mail_due boolean not null default false,
  idempotency_key text not null,
  input_hash text not null,
  created_at timestamptz not null default app_now(),
  constraint community_stock_alerts_goods check (num_nonnulls(service_id, country_id) > 0),
  constraint community_stock_alerts_who check (
    num_nonnulls(user_id, email) <= 1 and ((told_at is not null and not mail_due) or num_nonnulls(user_id, email) = 1)),
  constraint community_stock_alerts_address_goes check (email is null or told_at is null or mail_due),
  constraint community_stock_alerts_mail check (not mail_due or told_at is not null)
);
create unique index community_stock_alerts_key on community_stock_alerts (idempotency_key);
create unique index community_stock_alerts_person on community_stock_alerts
  (person_hash, coalesce(service_id, -1), coalesce(country_id, -1)) where told_at is null;
create index community_stock_alerts_goods on community_stock_alerts (service_id, country_id) where told_at is null;
create index community_stock_alerts_mail_due on community_stock_alerts (id) where mail_due;
create index community_stock_alerts_told on community_stock_alerts (told_at) where told_at is not null;
create index community_stock_alerts_age on community_stock_alerts (created_at);
revoke truncate on community_stock_alerts from sms_den_app;
