-- A refund that was made and did not reach its payer, which a provider may say days later: its money is the user's again.
insert into ledger_kinds (kind, debit_kind, credit_kind, two_phase) values ('top_up_refund_return', 'clearing', 'user', false);
alter table payments_withdrawals
  add column bounced_at timestamptz,
  add column bounced_transfer_id bigint,
  add constraint payments_withdrawals_bounced check (
    (bounced_at is null) = (bounced_transfer_id is null) and (bounced_at is null or (state = 'returned' and method = 'source'))),
  drop constraint payments_withdrawals_closed,
  -- of a refund that was made its provider may be asked again
  add constraint payments_withdrawals_closed check (
    (closed_at is not null) = (state in ('paid', 'returned', 'rejected', 'cancelled'))
    and (closed_at is null or due_at is null or (state = 'paid' and method = 'source')));
create index payments_withdrawals_bounces on payments_withdrawals (bounced_at) where bounced_at is not null;
