-- The account of a kind: of a user ('user', 'referral', 'partner', 'store', 'debt') or of the house (by code). Made at its first use, so that even
-- an empty one can be locked.
create or replace function ledger_account(p_kind text, p_user_id bigint, p_code text) returns bigint
language plpgsql as $$
declare
  v_code text := case when p_kind in ('referral', 'partner', 'store', 'debt') then 'user:' || p_user_id else p_code end;
  v_id bigint;
begin
  if p_kind = 'user' then return ledger_user_account(p_user_id); end if;
  if p_kind not in ('referral', 'partner', 'store') then return ledger_house_account(p_kind, v_code); end if;
  select id into v_id from ledger_accounts where kind = p_kind and code = v_code;
  if v_id is null then
    insert into ledger_accounts (kind, code, posted_kopecks, held_kopecks) values (p_kind, v_code, 0, 0) on conflict do nothing;
    select id into v_id from ledger_accounts where kind = p_kind and code = v_code;
  end if;
  return v_id;
end $$;
