-- The ledger counts what a key has spent.
insert into ledger_key_spending (transfer_id, key_id, created_at)
  select a.hold_id, k.key_id, k.created_at from activations_keyed k join activations a on a.id = k.activation_id;
drop table activations_keyed;
