-- Who would like to sell ready accounts. State table: features/stores/applications/store-applications.rules.ts.
create table stores_applications (
  id bigint generated always as identity (start with 2001) primary key,
  user_id bigint not null,
  name text not null check (length(name) between 1 and 80),
  -- what is sold and where it comes from
  description text not null check (length(description) between 1 and 2000),
  -- where the staff write to
  email text not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined')),
  -- of a declined one: mailed
  reason text,
  decided_by bigint,
  decided_at timestamptz,
  created_at timestamptz not null default app_now(),
  constraint stores_applications_decided check (
    (state = 'waiting') = (decided_at is null) and (state = 'waiting') = (decided_by is null)
    and (state = 'waiting') = (reason is null))
);
create unique index stores_applications_open on stores_applications (user_id) where state = 'waiting';
create index stores_applications_user on stores_applications (user_id, id);
create index stores_applications_list on stores_applications (state, id);
create index stores_applications_declined_age on stores_applications (decided_at) where state = 'declined';
revoke truncate on stores_applications from sms_den_app;

-- A store, named as it was approved last. It is open while its owner has the role.
create table stores_stores (
  user_id bigint primary key,
  application_id bigint not null unique references stores_applications (id),
  name text not null,
  description text not null,
  email text not null,
  opened_at timestamptz not null default app_now()
);
revoke delete, truncate on stores_stores from sms_den_app;

-- Which version of the rules of the marketplace somebody has agreed to, and when.
create table stores_acceptances (
  user_id bigint not null,
  version integer not null check (version > 0),
  accepted_at timestamptz not null default app_now(),
  primary key (user_id, version)
);
revoke update, truncate on stores_acceptances from sms_den_app;
