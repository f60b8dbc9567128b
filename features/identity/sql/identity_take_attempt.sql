/*
 * Takes one attempt out of a bucket before the attempt is made, so that parallel guesses cannot slip through.
 * Under attack nobody who knows the password is shut out: work that grows with the attempts opens what waits, and what
 * everybody shares never waits at all. Thresholds: features/identity/throttle/throttle.rules.ts.
 * p_work_from: attempts in a window from which work of level 1, 2, ... is due; p_work: the level that was done.
 * With p_limit, every attempt from it on waits, twice as long each time, and the window grows with the wait; who did the
 * work that is due need not wait. Without p_limit only work counts. No row: refused, and not counted.
 */
create or replace function identity_take_attempt(
  p_bucket text, p_window_seconds integer, p_work_from integer[], p_work integer,
  p_limit integer, p_delay_seconds integer, p_longest_delay_seconds integer
) returns table (attempts integer, blocked_until timestamptz)
language sql as $$
  insert into identity_throttles as t (bucket, attempts, window_ends_at, blocked_until)
  values (
    p_bucket, 1, app_now() + make_interval(secs => p_window_seconds),
    case when p_limit <= 1 then app_now() + make_interval(secs => p_delay_seconds) end
  )
  on conflict (bucket) do update set
    attempts = case when t.window_ends_at <= app_now() then 1 else t.attempts + 1 end,
    window_ends_at = case
      when t.window_ends_at <= app_now() then app_now() + make_interval(secs => p_window_seconds)
      when t.attempts + 1 >= p_limit then app_now() + make_interval(secs => p_window_seconds + p_longest_delay_seconds)
      else t.window_ends_at
    end,
    blocked_until = case
      when t.window_ends_at <= app_now() then null
      when t.attempts + 1 >= p_limit then app_now() + make_interval(
        secs => least(p_longest_delay_seconds, p_delay_seconds * power(2, least(t.attempts + 1 - p_limit, 20))))
    end
  where t.window_ends_at <= app_now()
    or (p_limit is not null and (t.blocked_until is null or t.blocked_until <= app_now()))
    or (cardinality(p_work_from) > 0 and p_work >= width_bucket(t.attempts, p_work_from))
  returning t.attempts, t.blocked_until
$$;
