/*
 * The first order that was asked for at or after a time, found by halving the ids: they grow with time but for the seconds that
 * orders made at once lie apart, so a caller allows a minute. Null when there is none. Spares an index by time, which every
 * purchase would pay for.
 */
-- door: statistics
create or replace function activations_first_id_at(p_at timestamptz) returns bigint
language plpgsql stable as $$
declare
  v_low bigint;
  v_high bigint;
  v_id bigint;
  v_at timestamptz;
begin
  select min(id), max(id) into v_low, v_high from activations;
  while v_low < v_high loop
    -- the first order of the upper half, or of what is left of it behind a gap
    select id, requested_at into v_id, v_at from activations where id >= (v_low + v_high) / 2 order by id limit 1;
    if v_at >= p_at then v_high := (v_low + v_high) / 2; else v_low := v_id + 1; end if;
  end loop;
  select id into v_id from activations where id >= v_low and requested_at >= p_at order by id limit 1;
  return v_id;
end $$;
