-- Tells the live stream and the webhooks about a rental, in the transaction that changed it.
create or replace function rentals_announce(p_rental rentals) returns void
language sql as $$
  insert into job_events (user_id, kind, data)
  values (p_rental.user_id, 'rental', jsonb_build_object('rentalId', p_rental.id, 'state', p_rental.state))
$$;
