-- What attempts prove of a told count (decision 0540): all of it where there were too few of them, never more than was told.
create or replace function supply_proven_count(p_count integer, p_percent smallint) returns integer
language sql immutable
as $$
  select case when p_percent is null then p_count else least(p_count, round(p_count * p_percent / 100.0)::integer) end
$$;
