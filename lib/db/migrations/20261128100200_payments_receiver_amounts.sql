-- What arrives of a withdrawal, as the receiver counts it.
alter table payments_withdrawals rename column payout_amount to receiver_amount;
alter table payments_withdrawals rename column payout_currency to receiver_currency;
alter table payments_withdrawals rename constraint payments_withdrawals_payout_amount_check to payments_withdrawals_receiver_amount_check;
