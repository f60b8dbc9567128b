/*
 * The row of a new order for a unit of an offer: 'waiting' with its number, 'requested' without one (its supplier has half a minute
 * to give it). Arguments and columns in the table's order; it says every column, so that whoever adds one says here what a new order
 * has in it. In a form that becomes part of the insert that asks, for one order as for many. The offer comes as its values: a row of
 * the price list, carried through a batch whole, cost 3 % of it.
 */
create or replace function activations_new_row(
  p_id bigint, p_user_id bigint, p_service_id integer, p_country_id integer, p_wanted_operator text, p_offer_id integer,
  p_supplier_id integer, p_supplier_kind text, p_operator text, p_number bigint, p_price bigint, p_max_price bigint, p_cost bigint,
  p_offer_version integer, p_hold_id bigint, p_key text, p_hash text, p_channel text, p_hold_minutes integer, p_now timestamptz
) returns setof activations
language sql stable rows 1 as $$
  select
    p_id as id, p_user_id as user_id, p_service_id as service_id, p_country_id as country_id, p_wanted_operator as wanted_operator,
    p_offer_id as offer_id, p_supplier_id as supplier_id, p_supplier_kind as supplier_kind, p_operator as operator,
    p_number as number, null::bigint as supplier_ref,
    case when p_number is null then 'requested' else 'waiting' end as state,
    p_price as price_kopecks, p_max_price as max_price_kopecks, p_cost as cost_kopecks, p_offer_version as offer_version,
    p_hold_id as hold_id, p_key as idempotency_key, p_hash as input_hash, p_channel as channel, p_hold_minutes as hold_minutes,
    p_now + case when p_number is null then interval '30 seconds' else make_interval(mins => p_hold_minutes) end as due_at,
    p_now + make_interval(mins => p_hold_minutes) as expires_at,
    false as wants_more, 0 as messages_count,
    p_now as requested_at, case when p_number is null then null else p_now end as issued_at,
    null::timestamptz as received_at, null::timestamptz as closed_at, null::text as close_reason
$$;
