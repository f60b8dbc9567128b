/*
 * Until when money of this account does not leave: its address was changed and the old one may take the account back, or has done so, or
 * its second factor was removed as lost. Whoever else has been there has not had the time to be found out. Null: money may leave.
 */
-- door: payments
create or replace function identity_money_rests_until(p_user_id bigint) returns timestamptz
language sql stable as $$
  select max(until) from (
    select back_until as until from identity_email_changes where user_id = p_user_id
    union all
    select money_rests_until from identity_factor_recoveries where user_id = p_user_id
  ) rests where until > app_now()
$$;
