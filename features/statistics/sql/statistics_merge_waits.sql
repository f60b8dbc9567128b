-- Adds up how often a code came after how many seconds: {"14": 3} and {"14": 1, "20": 2} are {"14": 4, "20": 2}.
create or replace function statistics_merge_waits(p_one jsonb, p_other jsonb) returns jsonb
language sql immutable as $$
  select case when p_other = '{}' then p_one when p_one = '{}' then p_other else (
    select jsonb_object_agg(w.seconds, w.purchases) from (
      select seconds, sum(purchases::bigint) as purchases
      from (select * from jsonb_each_text(p_one) union all select * from jsonb_each_text(p_other)) one(seconds, purchases)
      group by seconds) w) end
$$;
