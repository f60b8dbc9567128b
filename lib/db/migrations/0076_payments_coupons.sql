-- Coupon codes that are sold outside (AliPay, QQ) and redeemed here. Batches are made by the staff; codes are told once.
create table payments_coupon_batches (
  id bigint generated always as identity primary key,
  method text not null check (method in ('alipay', 'qq')),
  -- the language in which it is sold: its smallest amount in yuan is configuration
  locale text not null,
  coupon_count integer not null check (coupon_count > 0),
  -- what each code credits, and what it is sold for in fen (hundredths of a yuan)
  amount_kopecks bigint not null check (amount_kopecks > 0),
  price_fen bigint not null check (price_fen > 0),
  expires_at timestamptz not null,
  note text not null default '',
  created_by bigint not null,
  created_at timestamptz not null default app_now(),
  idempotency_key text not null,
  voided_at timestamptz,
  voided_by bigint,
  constraint payments_coupon_batches_void check ((voided_at is null) = (voided_by is null))
);
create unique index payments_coupon_batches_key on payments_coupon_batches (created_by, idempotency_key);

-- Redeemed once for ever: the row is never freed and never deleted.
create table payments_coupons (
  id bigint generated always as identity primary key,
  batch_id bigint not null references payments_coupon_batches (id),
  -- HMAC with a key that is not in the database
  code_hash bytea not null,
  -- the last characters, by which the staff can find a code that a buyer reads to them
  ending text not null,
  redeemed_by bigint,
  redeemed_at timestamptz,
  payment_id bigint references payments (id),
  constraint payments_coupons_redeemed check (
    (redeemed_at is null) = (redeemed_by is null) and (redeemed_at is null) = (payment_id is null))
) with (fillfactor = 80);
create unique index payments_coupons_code on payments_coupons (code_hash);
create unique index payments_coupons_payment on payments_coupons (payment_id) where payment_id is not null;
create index payments_coupons_batch on payments_coupons (batch_id, id);
create index payments_coupons_ending on payments_coupons (ending);
revoke delete, truncate on payments_coupon_batches, payments_coupons from sms_den_app;

-- A coupon's payment stands for ever; so does the link to it.
create function payments_keep_redeemed() returns trigger
language plpgsql as $$
begin
  raise exception 'coupon % is redeemed for ever', old.id using errcode = 'restrict_violation';
end $$;
create trigger payments_coupons_once before update on payments_coupons
  for each row when (old.redeemed_at is not null) execute function payments_keep_redeemed();
