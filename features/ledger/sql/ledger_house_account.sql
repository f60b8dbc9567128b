-- An account of the house (append-only, no balance row).
create or replace function ledger_house_account(p_kind text, p_code text) returns bigint
language plpgsql as $$
declare v_id bigint;
begin
  select id into v_id from ledger_accounts where kind = p_kind and code = p_code;
  if v_id is null then
    insert into ledger_accounts (kind, code) values (p_kind, p_code) on conflict do nothing;
    select id into v_id from ledger_accounts where kind = p_kind and code = p_code;
  end if;
  return v_id;
end $$;
