-- What users say under articles. State table: features/community/comments/comments.rules.ts.
create table community_comments (
  id bigint generated always as identity primary key,
  -- an article of the desk, whose tables know nothing of comments
  article_id integer not null,
  -- what it replies to, which is no reply itself; it goes with that
  parent_id bigint references community_comments (id) on delete cascade,
  user_id bigint not null,
  name text not null,
  text text not null,
  locale text not null,
  -- keyed hash of its words in one spelling
  text_hash bytea not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected')),
  -- what makes the staff look twice
  flags text[] not null default '{}' check (flags <@ '{disposable,repeated,links}'::text[]),
  reason text,
  decided_by bigint,
  decided_at timestamptz,
  -- how often its author has written it anew: the staff name the words that they have read by it
  edits integer not null default 0,
  created_at timestamptz not null default app_now(),
  constraint community_comments_parent check (parent_id < id),
  constraint community_comments_decided check (
    num_nonnulls(reason, decided_by, decided_at) = case state when 'waiting' then 0 else 3 end)
);
-- a person has one that waits under an article
create unique index community_comments_waiting on community_comments (article_id, user_id) where state = 'waiting';
create index community_comments_shown on community_comments (article_id, id) where state = 'approved';
create index community_comments_replies on community_comments (parent_id) where parent_id is not null;
create index community_comments_user on community_comments (user_id);
create index community_comments_text on community_comments (text_hash, created_at);
create index community_comments_state on community_comments (state, id);
create index community_comments_age on community_comments (decided_at) where state = 'rejected';
revoke truncate on community_comments from sms_den_app;
