-- Above a limit a second person approves a batch; until then nobody can redeem its codes.
alter table payments_coupon_batches
  add column needs_second boolean not null default false,
  add column approved_by bigint,
  add column approved_at timestamptz,
  add constraint payments_coupon_batches_approved check (
    (approved_at is null) = (approved_by is null) and (approved_by is null or approved_by <> created_by));
