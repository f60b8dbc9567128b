-- The ledger counts what a key has spent.
insert into ledger_key_spending (transfer_id, key_id, created_at)
  select coalesce(e.id, r.hold_id), k.key_id, k.created_at
  from rentals_keyed k
  join rentals r on r.id = k.rental_id
  left join ledger_transfers e on k.extension_id is not null
    and e.reference = 'rental:' || k.rental_id || ':extension:' || k.extension_id;
drop table rentals_keyed;
