-- A person's own data in one file: asked for, made by the worker, gone when its link ends or with the account. One at a time.
create table identity_archives (
  id bigint generated always as identity primary key,
  user_id bigint not null unique references identity_users (id) on delete cascade,
  asked_at timestamptz not null default app_now(),
  -- counted before each try, so that one that kills its worker is counted, too
  tries integer not null default 0 check (tries >= 0),
  due_at timestamptz not null default app_now(),
  -- it could not be made, and nobody tries any more
  failed_at timestamptz,
  ready_at timestamptz,
  ends_at timestamptz,
  size_bytes bigint check (size_bytes > 0),
  constraint identity_archives_ready
    check ((ready_at is null) = (ends_at is null) and (ready_at is null) = (size_bytes is null)),
  constraint identity_archives_one_end check (ready_at is null or failed_at is null)
);
create index identity_archives_due on identity_archives (due_at) where ready_at is null and failed_at is null;
create index identity_archives_end on identity_archives (ends_at) where ends_at is not null;

-- Its text in order, each piece packed and sealed.
create table identity_archive_pieces (
  archive_id bigint not null references identity_archives (id) on delete cascade,
  position integer not null check (position >= 0),
  sealed text not null,
  primary key (archive_id, position)
);
revoke update, truncate on identity_archive_pieces from sms_den_app;
