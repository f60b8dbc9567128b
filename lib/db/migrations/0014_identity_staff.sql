-- What a member of the staff may do, in rising order: each includes those before it. No row: nothing but what all may.
create table identity_staff_permissions (
  user_id bigint primary key references identity_users (id) on delete cascade,
  permission text not null check (permission in ('support', 'money', 'money-lead')),
  -- null: by the command or the seed
  granted_by bigint,
  granted_at timestamptz not null default app_now(),
  constraint identity_staff_permissions_not_own check (granted_by <> user_id)
);

-- Rows of the audit stay as they were written, whoever asks.
create function identity_refuse_audit_change() returns trigger
language plpgsql as $$ begin raise exception 'identity_audit is append-only' using errcode = 'restrict_violation'; end $$;
create trigger identity_audit_append_only before update or delete on identity_audit
  for each row execute function identity_refuse_audit_change();
create trigger identity_audit_no_truncate before truncate on identity_audit
  for each statement execute function identity_refuse_audit_change();
create index identity_audit_action on identity_audit (action text_pattern_ops, id desc);
