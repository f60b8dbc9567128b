/*
 * How many more orders an account may open: 0 when it is full, -1 while it is banned. Ask in a statement of its own after the wallet
 * was locked: the count is exact then, and stays so until the caller's transaction ends.
 */
-- door: rentals
create or replace function activations_open_slots_left(p_user_id bigint) returns integer
language plpgsql stable as $$
declare
  v_open integer;
  v_max integer;
begin
  if exists (select from activations_bans b where b.user_id = p_user_id and b.lifted_at is null and b.ends_at > app_now()) then
    return -1;
  end if;
  select a.open_orders into v_open from ledger_open_orders a where a.user_id = p_user_id;
  select greatest(s.earned_max, s.granted_max) into v_max from activations_standings s where s.user_id = p_user_id;
  return greatest(0, coalesce(v_max, activations_open_max_default()) - coalesce(v_open, 0));
end $$;
