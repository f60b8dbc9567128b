-- A licence of a product. What it is good for follows from its sales.
create table licences (
  -- far from the numbers of other orders, so that nobody takes one for the other
  id bigint generated always as identity (start with 800000001) primary key,
  -- keys call it by this
  uid uuid not null default gen_random_uuid(),
  user_id bigint not null,
  product_id bigint not null references licences_products (id),
  device_limit integer not null check (device_limit > 0),
  -- what was paid for it so far: the purchase and the renewals; the transaction that makes a licence sells it
  sales_count integer not null default 0 check (sales_count >= 0),
  sold_at timestamptz not null default app_now(),
  -- null = for ever
  valid_until timestamptz,
  revoked_at timestamptz,
  revoked_by bigint,
  -- told to its owner
  revoke_reason text check (length(revoke_reason) between 1 and 500),
  constraint licences_revoked check (
    (revoked_at is null) = (revoked_by is null) and (revoked_at is null) = (revoke_reason is null))
) with (fillfactor = 80);
create unique index licences_uid on licences (uid);
create index licences_of_user on licences (user_id, id desc);
create index licences_of_product on licences (product_id, id desc);
create index licences_revoked_first on licences (revoked_at) where revoked_at is not null;
revoke delete, truncate on licences from sms_den_app;

-- What was paid for a licence: the purchase, then each renewal. One transfer each, never two.
create table licences_sales (
  id bigint generated always as identity primary key,
  licence_id bigint not null references licences (id),
  -- 1 = the purchase
  nth integer not null check (nth > 0),
  user_id bigint not null,
  price_kopecks bigint not null check (price_kopecks > 0),
  -- the most that the buyer agreed to; null = not said
  max_price_kopecks bigint,
  -- as the product said when it was sold; null = for ever
  term_days integer,
  -- the licence was good until then afterwards
  valid_until timestamptz,
  transfer_id bigint not null,
  channel text not null,
  idempotency_key text not null,
  input_hash text not null,
  sold_at timestamptz not null default app_now(),
  constraint licences_sales_term check ((term_days is null) = (valid_until is null))
);
create unique index licences_sales_nth on licences_sales (licence_id, nth);
create unique index licences_sales_key on licences_sales (user_id, idempotency_key);
create unique index licences_sales_transfer on licences_sales (transfer_id);
revoke update, delete, truncate on licences_sales from sms_den_app;
