-- Services whose accounts the house takes off sale altogether. While one stands nothing of the service is sold, in stock or delivered.
create table ready_accounts_takedowns (
  id bigint generated always as identity primary key,
  service_id integer not null,
  -- the policy's, which shuts the doors
  block_id bigint not null,
  reason text not null check (length(reason) between 3 and 500),
  taken_down_by bigint not null,
  taken_down_at timestamptz not null default app_now(),
  ended_at timestamptz,
  ended_by bigint,
  end_reason text check (length(end_reason) between 3 and 500),
  constraint ready_accounts_takedowns_ended check (
    (ended_at is null) = (ended_by is null) and (ended_at is null) = (end_reason is null))
);
create unique index ready_accounts_takedowns_open on ready_accounts_takedowns (service_id) where ended_at is null;
revoke update, delete, truncate on ready_accounts_takedowns from sms_den_app;
grant update (ended_at, ended_by, end_reason) on ready_accounts_takedowns to sms_den_app;

alter table ready_accounts_units drop constraint ready_accounts_units_withdrawal_reason_check;
alter table ready_accounts_units add constraint ready_accounts_units_withdrawal_reason_check
  check (withdrawal_reason in ('withdrawn', 'expired', 'unreadable', 'taken_down'));
