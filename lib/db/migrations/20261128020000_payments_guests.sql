-- What guests pay before they have an account: nobody owns such a payment until an account takes it by its proved address, and
-- nothing is credited before.
alter table payments alter column user_id drop not null;
alter table payments add constraint payments_owned check (user_id is not null or credited_transfer_id is null);

create table payments_guests (
  payment_id bigint primary key references payments (id),
  -- what an account must have proved to take it; gone when nobody can take it any more
  email_key text,
  idempotency_key text not null unique,
  claimed_by bigint,
  claimed_at timestamptz,
  -- when what nobody has taken goes back to its source
  return_due_at timestamptz not null,
  asks integer not null default 0,
  -- the provider is asked to send it back: nobody takes it any more
  returning_at timestamptz,
  -- the provider sends nothing back: it waits for the staff, and may be taken still
  kept_at timestamptz,
  -- it went back, or no money came
  ended_at timestamptz,
  created_at timestamptz not null default app_now(),
  constraint payments_guests_claimed check ((claimed_by is null) = (claimed_at is null)),
  constraint payments_guests_one_end check (claimed_by is null or (returning_at is null and ended_at is null))
);
create index payments_guests_address on payments_guests (email_key) where claimed_by is null and ended_at is null;
create index payments_guests_due on payments_guests (return_due_at)
  where claimed_by is null and ended_at is null and kept_at is null;
create index payments_guests_claimer on payments_guests (claimed_by) where claimed_by is not null;
revoke delete, truncate on payments_guests from sms_den_app;
