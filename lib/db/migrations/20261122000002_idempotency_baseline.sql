-- Answers of REST v1's writes by their Idempotency-Key, written in the transaction of the write. Orders and rentals keep
-- their key themselves.
create table idempotency_answers (
  user_id bigint not null,
  -- 0: not of a sandbox
  sandbox_key_id bigint not null default 0,
  idempotency_key text not null check (length(idempotency_key) between 8 and 200),
  operation text not null,
  input_hash text not null,
  -- may hold a secret that is told once
  sealed_answer text not null,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null default app_now() + interval '30 days',
  primary key (user_id, sandbox_key_id, idempotency_key)
);
create index idempotency_answers_old on idempotency_answers (expires_at);
revoke update on idempotency_answers from sms_den_app;
