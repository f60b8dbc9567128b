-- The account of a user, made at its first use so that even an empty one can be locked.
create or replace function ledger_user_account(p_user_id bigint) returns bigint
language plpgsql as $$
declare v_id bigint;
begin
  select id into v_id from ledger_accounts where user_id = p_user_id;
  if v_id is null then
    insert into ledger_accounts (kind, user_id, posted_kopecks, held_kopecks) values ('user', p_user_id, 0, 0)
      on conflict do nothing;
    select id into v_id from ledger_accounts where user_id = p_user_id;
  end if;
  return v_id;
end $$;
