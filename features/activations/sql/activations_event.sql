-- What the live stream and the webhooks are told of an order.
create or replace function activations_event(p_id bigint, p_state text) returns jsonb
language sql stable as $$ select jsonb_build_object('activationId', p_id, 'state', p_state) $$;
