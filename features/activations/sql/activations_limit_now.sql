/*
 * The most that a search pays at this moment: the step of its ladder that has begun last, else its quote. Null = it has neither. The same
 * as `limitAt` of search.rules.ts.
 */
create or replace function activations_limit_now(p_search activations_searches) returns bigint
language sql stable as $$
  select coalesce(
    p_search.step_kopecks[(select count(*) from unnest(p_search.step_seconds) as step(seconds)
      where step.seconds <= extract(epoch from app_now() - p_search.started_at))],
    p_search.quoted_most_kopecks)
$$;
