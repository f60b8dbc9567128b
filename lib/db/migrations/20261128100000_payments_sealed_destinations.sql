-- Where a withdrawal goes is a payout destination in its columns, too.
alter table payments_withdrawals rename column sealed_requisites to sealed_destination;
alter table payments_withdrawals rename column masked_requisites to masked_destination;
alter table payments_withdrawals rename constraint payments_withdrawals_requisites to payments_withdrawals_destination;
alter index payments_withdrawals_requisites_of rename to payments_withdrawals_destination_of;
