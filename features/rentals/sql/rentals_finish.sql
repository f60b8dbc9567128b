-- Ends a rental before its time without money back. Answers the rental, or nothing when it is not open any more.
create or replace function rentals_finish(p_id bigint, p_user_id bigint, p_from text[]) returns setof rentals
language plpgsql as $$
declare v_row rentals;
begin
  select * into v_row from rentals where id = p_id and user_id = p_user_id for update;
  if not found or not (v_row.state = any (p_from)) then return; end if;
  if v_row.captured_at is null then perform rentals_capture(v_row, 'finished'); end if;
  update rentals set state = 'expired', captured_at = coalesce(captured_at, app_now()), closed_at = app_now(), close_reason = 'finished',
      remind_at = null
    where id = p_id returning * into v_row;
  perform supply_rent_end_lease(p_id);
  perform rentals_announce(v_row);
  return next v_row;
end $$;
