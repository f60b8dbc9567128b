/*
 * Places one order: holds its price, writes its row and tells about it once it has a number. Answers its id. The caller has locked
 * the wallet, judged price and balance and taken the number (null = the supplier is asked for it after the commit). activations_buy
 * does the same for many at once, of the same parts. The event is written here: activations_announce is one call more.
 */
create or replace function activations_place(
  p_user_id bigint, p_service_id integer, p_country_id integer, p_wanted_operator text, p_offer_id integer, p_supplier_id integer,
  p_supplier_kind text, p_operator text, p_number bigint, p_price bigint, p_max_price bigint, p_cost bigint, p_offer_version integer,
  p_key text, p_hash text, p_channel text, p_hold_minutes integer
) returns bigint
language plpgsql as $$
declare
  v_id bigint := nextval('activations_id_seq');
  v_hold bigint := ledger_hold_one('activation', p_user_id, p_price, activations_hold_reference(v_id), p_hash);
  v_now timestamptz := app_now();
begin
  insert into activations
    select n.* from activations_new_row(v_id, p_user_id, p_service_id, p_country_id, p_wanted_operator, p_offer_id, p_supplier_id,
      p_supplier_kind, p_operator, p_number, p_price, p_max_price, p_cost, p_offer_version, v_hold, p_key, p_hash, p_channel,
      p_hold_minutes, v_now) n;
  if p_number is not null then
    insert into job_events (user_id, kind, data) values (p_user_id, 'activation', activations_event(v_id, 'waiting'));
  end if;
  return v_id;
end $$;
