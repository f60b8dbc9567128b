/*
 * What time alone does to a rental: when it can no longer be cancelled its money is taken, and at its end it expires. Harmless when
 * somebody was first. Answers the rental when something was done.
 */
create or replace function rentals_pass_time(p_id bigint) returns setof rentals
language plpgsql as $$
declare
  v_row rentals;
  v_now timestamptz := app_now();
begin
  select * into v_row from rentals where id = p_id for update;
  if not found or v_row.closed_at is not null or v_row.due_at > v_now then return; end if;
  if v_row.captured_at is null then perform rentals_capture(v_row, 'time_to_cancel_over'); end if;
  update rentals set captured_at = coalesce(captured_at, v_now), due_at = expires_at,
      state = case when expires_at <= v_now then 'expired' else state end,
      closed_at = case when expires_at <= v_now then v_now end,
      close_reason = case when expires_at <= v_now then 'expired' end,
      remind_at = case when expires_at > v_now then remind_at end
    where id = p_id returning * into v_row;
  if v_row.closed_at is not null then perform supply_rent_end_lease(p_id); end if;
  perform rentals_announce(v_row);
  return next v_row;
end $$;
