-- The agreement with those who sell licences, by versions: the newest one must be accepted by whoever sells.
create table licences_agreements (
  version integer primary key check (version > 0),
  -- plain text
  text text not null check (length(text) between 1 and 50000),
  published_by bigint not null,
  published_at timestamptz not null default app_now()
);
revoke update, delete, truncate on licences_agreements from sms_den_app;

create table licences_acceptances (
  user_id bigint not null,
  version integer not null references licences_agreements (version),
  accepted_at timestamptz not null default app_now(),
  primary key (user_id, version)
);
revoke update, delete, truncate on licences_acceptances from sms_den_app;

-- Agents: accounts with the role, and what they get.
create table licences_agents (
  user_id bigint primary key,
  -- stands in links, and says nothing of whose it is
  code text not null check (code ~ '^[a-z0-9]{8}$'),
  -- of the price, in hundredths of a percent
  share_basis_points integer not null check (share_basis_points between 1 and 9000),
  changed_by bigint not null,
  changed_at timestamptz not null default app_now()
);
create unique index licences_agents_code on licences_agents (code);
revoke delete, truncate on licences_agents from sms_den_app;

-- Who sold it, and for how much; a share that rounds to nothing is none.
alter table licences_sales add column agent_user_id bigint,
  add column share_basis_points integer,
  add column share_kopecks bigint check (share_kopecks > 0),
  add column share_transfer_id bigint,
  add constraint licences_sales_share check (
    (agent_user_id is null) = (share_basis_points is null) and (share_kopecks is null) = (share_transfer_id is null)
    and (share_kopecks is null or agent_user_id is not null));
create unique index licences_sales_share_transfer on licences_sales (share_transfer_id) where share_transfer_id is not null;
create index licences_sales_of_agent on licences_sales (agent_user_id, id desc) where agent_user_id is not null;
