-- A coupon's payment stands for ever; so does the link to it.
create or replace function payments_keep_redeemed() returns trigger
language plpgsql as $$
begin
  raise exception 'coupon % is redeemed for ever', old.id using errcode = 'restrict_violation';
end $$;
