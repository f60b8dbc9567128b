/*
 * Bans an account that takes numbers and does not use them. Judged over its newest orders since p_minutes ago, or since its last
 * ban ended: at least p_unused_min were refunded without a code, and less than p_delivered_percent of what ended had one. What the
 * buyer reported as blocked counts for nobody. The n-th ban in a week lasts as the n-th of p_ban_minutes, the last for all after it.
 * The caller's transaction holds the wallet's lock. Answers the ban's end, or null.
 */
create or replace function activations_judge_use(
  p_user_id bigint, p_look integer, p_minutes integer, p_unused_min integer, p_delivered_percent integer, p_ban_minutes integer[]
) returns timestamptz
language plpgsql as $$
declare
  v_now timestamptz := app_now();
  v_since timestamptz;
  v_before integer;
  v_unused integer;
  v_delivered integer;
  v_ends timestamptz;
begin
  select greatest(v_now - make_interval(mins => p_minutes), max(coalesce(b.lifted_at, b.ends_at))),
         count(*) filter (where b.reason = 'unused' and b.lifted_at is null and b.starts_at > v_now - interval '7 days')
    into v_since, v_before from activations_bans b where b.user_id = p_user_id;
  select count(*) filter (where o.state in ('cancelled', 'expired')), count(*) filter (where o.received_at is not null)
    into v_unused, v_delivered
    from (
      select a.state, a.received_at, a.requested_at from activations a where a.user_id = p_user_id order by a.id desc limit p_look
    ) o
    where o.requested_at > v_since;
  if v_unused < p_unused_min or v_delivered * 100 >= p_delivered_percent * (v_unused + v_delivered) then return null; end if;
  v_ends := v_now + make_interval(mins => p_ban_minutes[least(v_before + 1, cardinality(p_ban_minutes))]);
  insert into activations_bans (user_id, reason, starts_at, ends_at, note)
    values (p_user_id, 'unused', v_now, v_ends, format('%s refunded, %s with a code', v_unused, v_delivered));
  return v_ends;
end $$;
