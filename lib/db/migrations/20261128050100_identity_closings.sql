-- An account that its owner closes: it waits for the end of the days to regret, and what it was stays under a pseudonym then. The row goes
-- when the owner keeps the account.
create table identity_closings (
  user_id bigint primary key references identity_users (id) on delete cascade,
  asked_at timestamptz not null default app_now(),
  ends_at timestamptz not null,
  -- when the worker looks next, not before the end
  due_at timestamptz not null,
  -- the mail before the end
  told_at timestamptz,
  -- the person is gone from here
  closed_at timestamptz,
  constraint identity_closings_end check (ends_at > asked_at and due_at >= ends_at),
  constraint identity_closings_closed check (closed_at is null or closed_at >= ends_at)
);
create index identity_closings_due on identity_closings (due_at) where closed_at is null;
create index identity_closings_untold on identity_closings (ends_at) where told_at is null and closed_at is null;
revoke truncate on identity_closings from sms_den_app;
-- How an account came goes with the person.
grant delete on identity_arrivals to sms_den_app;
