-- Who of the staff would credit a claim; above a limit two people must say the same. Their latest words.
create table payments_claim_signatures (
  claim_id bigint not null references payments_claims (id),
  actor_id bigint not null,
  -- whether the fee is kept: the amount follows from it
  with_fee boolean not null,
  decision_key text not null,
  decision_hash text not null,
  signed_at timestamptz not null default app_now(),
  primary key (claim_id, actor_id)
);
revoke delete, truncate on payments_claim_signatures from sms_den_app;
