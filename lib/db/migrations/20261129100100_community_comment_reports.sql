-- Who says that a shown comment should not be there; gone once the staff have decided about the comment again.
create table community_comment_reports (
  comment_id bigint not null references community_comments (id) on delete cascade,
  user_id bigint not null,
  created_at timestamptz not null default app_now(),
  primary key (comment_id, user_id)
);
create index community_comment_reports_user on community_comment_reports (user_id);
revoke update, truncate on community_comment_reports from sms_den_app;
