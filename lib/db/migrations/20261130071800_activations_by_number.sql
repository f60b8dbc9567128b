-- Whose order was the last one on a number is asked for at every SMS that no open order waits for. An order gets its number once, and
-- issued_at with it, so that an SMS, which changes the state of an open order, writes no index anew. Of expired orders alone it is not asked.
create index activations_number on activations (supplier_id, number, issued_at) where number is not null;
drop index activations_expired_number;
