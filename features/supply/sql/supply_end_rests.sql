-- Puts units back on sale whose rest is over; answers how many were looked at.
create or replace function supply_end_rests(p_limit integer) returns integer
language plpgsql
as $$
declare
  v_unit record;
  v_seen integer := 0;
begin
  for v_unit in
    delete from supply_resting r using (
      select offer_id, number from supply_resting where due_at <= app_now() order by due_at limit p_limit for update skip locked
    ) due
    where r.offer_id = due.offer_id and r.number = due.number
    returning r.offer_id, r.number
  loop
    perform supply_put_back(v_unit.offer_id, v_unit.number);
    v_seen := v_seen + 1;
  end loop;
  return v_seen;
end
$$;
