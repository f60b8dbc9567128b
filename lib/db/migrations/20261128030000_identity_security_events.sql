-- What happened to an account, for its owner: written with what it tells of, never changed, gone after 180 days or with the account.
create table identity_security_events (
  id bigint generated always as identity primary key,
  user_id bigint not null references identity_users (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z][A-Za-z]{2,39}$'),
  -- which one of its kind: the name of a passkey, a key's first characters, a masked card
  what text not null default '' check (length(what) <= 320),
  amount_kopecks bigint check (amount_kopecks > 0),
  -- of sign-ins alone
  ip text not null default '' check (length(ip) <= 64),
  user_agent text not null default '' check (length(user_agent) <= 300),
  created_at timestamptz not null default app_now(),
  -- the other event that its owner says was not theirs
  about_id bigint,
  -- what there is one of: a press, the use of a key from a network on a day
  once text check (length(once) <= 400)
);
create index identity_security_events_user on identity_security_events (user_id, id desc);
create index identity_security_events_age on identity_security_events (created_at);
create unique index identity_security_events_once on identity_security_events (user_id, once) where once is not null;
revoke update, truncate, references, trigger on identity_security_events from sms_den_app;
