-- The partner whose supplier it is; null = nobody with an account here.
alter table supply_suppliers add column owner_user_id bigint unique;

-- Codes that numbers of own stock received, and what their partners are paid for them.
alter table statistics_days
  add column own_codes bigint not null default 0,
  add column own_cost_kopecks bigint not null default 0,
  add constraint statistics_days_own check (own_codes between 0 and successes and own_cost_kopecks >= 0);

-- How long numbers of own stock were on line, by day (UTC) and country: each hour adds the numbers of then.
create table partners_stock_hours (
  day date not null,
  country_id integer not null,
  number_hours bigint not null check (number_hours >= 0),
  -- the last hour (UTC) that was added
  last_hour integer not null check (last_hour between 0 and 23),
  primary key (day, country_id)
) with (fillfactor = 80);

-- Owners of SIM modems who would like to be partners. State table: features/partners/partner-applications/partner-applications.rules.ts.
create table partners_applications (
  id bigint generated always as identity (start with 1001) primary key,
  -- who was signed in
  user_id bigint,
  -- whose account becomes the partner's
  email text not null,
  email_key text not null,
  -- the language of the mails while there is no account
  locale text not null,
  contact text not null,
  -- with commas between them
  sim_countries text not null,
  modems text not null,
  ports integer not null check (ports >= 16),
  about text not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined')),
  -- of a declined one: mailed
  reason text,
  decided_by bigint,
  decided_at timestamptz,
  -- the account that an approved one has made a partner's
  partner_user_id bigint,
  settled_at timestamptz,
  idempotency_key text not null,
  input_hash text not null,
  created_at timestamptz not null default app_now(),
  constraint partners_applications_decided check (
    (state = 'waiting') = (decided_at is null) and (state = 'waiting') = (decided_by is null)
    and (state = 'waiting') = (reason is null)),
  constraint partners_applications_settled check (
    (settled_at is null) = (partner_user_id is null) and (settled_at is null or state = 'approved'))
);
create unique index partners_applications_key on partners_applications (idempotency_key);
create unique index partners_applications_open on partners_applications (email_key) where state = 'waiting';
create index partners_applications_list on partners_applications (state, id);
create index partners_applications_unsettled on partners_applications (email_key) where state = 'approved' and settled_at is null;
create index partners_applications_declined_age on partners_applications (decided_at) where state = 'declined';
revoke truncate on partners_applications from sms_den_app;

-- What the staff write down about an application; nobody else reads it.
create table partners_application_notes (
  id bigint generated always as identity primary key,
  application_id bigint not null references partners_applications on delete cascade,
  author_id bigint not null,
  text text not null,
  created_at timestamptz not null default app_now()
);
create index partners_application_notes_by_application on partners_application_notes (application_id, id);
revoke update, truncate on partners_application_notes from sms_den_app;
