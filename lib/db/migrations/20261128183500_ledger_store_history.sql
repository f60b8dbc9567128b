-- What a store's statement is reckoned from, without reading all transfers.
create index ledger_transfers_store_shares on ledger_transfers (credit_account_id) where kind = 'store_share';
create index ledger_transfers_store_reversals on ledger_transfers (debit_account_id) where kind = 'store_share_reversal';
