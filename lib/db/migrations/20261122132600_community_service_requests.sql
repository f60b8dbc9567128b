-- What buyers would buy if it were sold. State table: features/community/service-requests/service-requests.rules.ts.
create table community_service_requests (
  id bigint generated always as identity primary key,
  -- who is signed in is written to at the address of the account; a guest's is kept until the one mail is on its way
  user_id bigint,
  email text,
  locale text not null,
  -- keyed hash of the account or mailbox: who asks twice counts once
  person_hash bytea not null,
  -- as it was typed, and in the one spelling by which equal requests are counted
  website text not null,
  site text not null,
  sms_text text not null,
  -- the service meant, where it is one of the catalogue
  service_id integer,
  country_id integer,
  price_kopecks bigint check (price_kopecks > 0),
  state text not null default 'open' check (state in ('open', 'told', 'answered', 'closed')),
  -- there were such numbers when it was asked for: that they are there is no news
  was_on_sale boolean not null,
  mail_due boolean not null default false,
  -- the staff's words, mailed
  answer text,
  decided_by bigint,
  decided_at timestamptz,
  idempotency_key text not null,
  input_hash text not null,
  created_at timestamptz not null default app_now(),
  constraint community_service_requests_who check (
    num_nonnulls(user_id, email) <= 1 and ((state <> 'open' and not mail_due) or num_nonnulls(user_id, email) = 1)),
  constraint community_service_requests_address_goes check (email is null or state = 'open' or mail_due),
  constraint community_service_requests_mail check (not mail_due or state in ('told', 'answered')),
  constraint community_service_requests_decided check (
    (state = 'open') = (decided_at is null) and (state in ('answered', 'closed')) = (decided_by is not null)
    and (state = 'answered') = (answer is not null) and (state <> 'told' or service_id is not null))
);
create unique index community_service_requests_key on community_service_requests (idempotency_key);
create unique index community_service_requests_person on community_service_requests
  (person_hash, site, coalesce(country_id, -1)) where state = 'open';
create index community_service_requests_site on community_service_requests (site) where state = 'open';
create index community_service_requests_wanted on community_service_requests (service_id)
  where state = 'open' and service_id is not null and not was_on_sale;
create index community_service_requests_mail_due on community_service_requests (id) where mail_due;
create index community_service_requests_decided_age on community_service_requests (decided_at) where decided_at is not null;
create index community_service_requests_age on community_service_requests (created_at);
revoke truncate on community_service_requests from sms_den_app;

-- Which service of the catalogue a website is: the staff say it once, later requests for it know.
create table community_sites (
  site text primary key,
  service_id integer not null,
  linked_by bigint not null,
  linked_at timestamptz not null default app_now()
);
revoke delete, truncate on community_sites from sms_den_app;
