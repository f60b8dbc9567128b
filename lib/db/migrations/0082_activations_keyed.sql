-- Orders bought with a key that has a daily limit: what the key has spent today is counted from them.
create table activations_keyed (
  activation_id bigint primary key references activations (id),
  key_id bigint not null,
  created_at timestamptz not null default app_now()
);
create index activations_keyed_key on activations_keyed (key_id, created_at);
revoke update, delete, truncate on activations_keyed from sms_den_app;
