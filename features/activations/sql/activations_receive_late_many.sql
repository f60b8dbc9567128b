/*
 * SMS that came after the deadline and the refund, at most one for each order, which waited its whole time: shown free of charge.
 * Answers the SMS that were shown.
 */
create or replace function activations_receive_late_many(
  p_ids bigint[], p_sms_ids bigint[], p_senders text[], p_sealed_texts text[], p_sealed_codes text[]
) returns setof bigint
language sql as $$
  with kept as (
    insert into activations_messages (activation_id, sms_id, sender, sealed_text, sealed_code, late)
      select i.id, i.sms_id, i.sender, i.sealed_text, i.sealed_code, true
      from unnest(p_ids, p_sms_ids, p_senders, p_sealed_texts, p_sealed_codes) with ordinality
        i(id, sms_id, sender, sealed_text, sealed_code, ord)
      order by i.ord
      on conflict do nothing
      returning activation_id, sms_id
  ), announced as (
    insert into job_events (user_id, kind, data)
      select a.user_id, 'activation', activations_event(a.id, a.state)
      from kept join activations a on a.id = kept.activation_id
      order by array_position(p_ids, a.id)
  )
  select kept.sms_id from kept
$$;
