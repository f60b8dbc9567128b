-- What people say of the product on its main page. State table: features/community/reviews/reviews.rules.ts.
create table community_reviews (
  id bigint generated always as identity primary key,
  -- null: a guest's
  user_id bigint,
  name text not null,
  text text not null,
  rating smallint not null check (rating between 1 and 5),
  locale text not null,
  -- its author had paid for something when it was sent
  is_verified boolean not null,
  -- keyed hash of its words in one spelling
  text_hash bytea not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected')),
  -- what makes the staff look twice
  flags text[] not null default '{}' check (flags <@ '{disposable,repeated,links}'::text[]),
  reason text,
  decided_by bigint,
  decided_at timestamptz,
  idempotency_key text not null,
  input_hash text not null,
  created_at timestamptz not null default app_now(),
  constraint community_reviews_verified check (not is_verified or user_id is not null),
  constraint community_reviews_decided check (
    num_nonnulls(reason, decided_by, decided_at) = case state when 'waiting' then 0 else 3 end)
);
create unique index community_reviews_key on community_reviews (idempotency_key);
-- an account has one review that waits or is shown; the same words of guests wait once
create unique index community_reviews_user on community_reviews (user_id) where user_id is not null and state <> 'rejected';
create unique index community_reviews_same on community_reviews (text_hash) where user_id is null and state = 'waiting';
create index community_reviews_text on community_reviews (text_hash, created_at);
create index community_reviews_state on community_reviews (state, id);
create index community_reviews_shown on community_reviews (locale, decided_at) where state = 'approved';
create index community_reviews_age on community_reviews (decided_at) where state = 'rejected';
revoke truncate on community_reviews from sms_den_app;
