-- Who of the staff did what: written in the transaction that did it, never changed.
create table identity_audit (
  id bigint generated always as identity primary key,
  actor_id bigint not null,
  -- 'withdrawal.approve', 'payment.refund'
  action text not null,
  -- what it was done to: 'payment:100017', 'user:5'
  subject text not null,
  details jsonb not null default '{}',
  ip text not null default '',
  created_at timestamptz not null default app_now()
);
create index identity_audit_subject on identity_audit (subject, id desc);
create index identity_audit_actor on identity_audit (actor_id, id desc);
revoke update, delete, truncate on identity_audit from sms_den_app;
