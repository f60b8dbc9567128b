/*
 * Cancels a rental that got nothing, within its first minutes and by the database's clock; the whole price comes back. Its number rests for
 * so many minutes more, in which an SMS that its renter asked for reaches nobody else. Answers the rental, or nothing when it may not be
 * cancelled (any more).
 */
create or replace function rentals_cancel(p_id bigint, p_user_id bigint, p_from text[]) returns setof rentals
language plpgsql as $$
declare v_row rentals;
begin
  select * into v_row from rentals where id = p_id and user_id = p_user_id for update;
  if not found or not (v_row.state = any (p_from)) or v_row.captured_at is not null or v_row.cancel_until <= app_now() then return; end if;
  update rentals set state = 'canceled', closed_at = app_now(), close_reason = 'canceled', remind_at = null
    where id = p_id returning * into v_row;
  perform ledger_resolve_hold(v_row.hold_id, 'void', 'cancelled');
  perform supply_rent_end_lease(p_id, round(extract(epoch from v_row.cancel_until - v_row.requested_at) / 60)::integer);
  perform rentals_announce(v_row);
  return next v_row;
end $$;
