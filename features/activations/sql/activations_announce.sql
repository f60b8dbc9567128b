-- Tells the live stream and the webhooks about an order, in the transaction that changed it.
create or replace function activations_announce(p_activation activations) returns void
language sql as $$
  insert into job_events (user_id, kind, data)
  values (p_activation.user_id, 'activation', activations_event(p_activation.id, p_activation.state))
$$;
