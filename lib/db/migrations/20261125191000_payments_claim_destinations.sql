-- The address that a claim's money is sent back to is a payout destination, as a withdrawal's is. Null: claimed before there was this
-- column; asking for the mailed code gives the claim its destination, and no money goes back before.
alter table payments_claims add column destination_id bigint references payments_payout_destinations (id);
