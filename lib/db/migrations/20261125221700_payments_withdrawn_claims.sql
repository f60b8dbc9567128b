-- A payer may withdraw a claim before it is decided, and claim the same transaction again.
alter table payments_claims drop constraint payments_claims_state_check;
alter table payments_claims add constraint payments_claims_state_check
  check (state in ('open', 'credited', 'returned', 'rejected', 'withdrawn'));
drop index payments_claims_own;
create unique index payments_claims_own on payments_claims (transaction_id, user_id) where state not in ('rejected', 'withdrawn');
