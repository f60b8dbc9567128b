-- The last row of an account's history from before a moment; 0 when there is none. Versions have no gap and grow with time, so
-- halving finds it: some twenty rows looked at in a history of a million.
create or replace function ledger_version_before(p_account_id bigint, p_at timestamptz) returns bigint
language plpgsql stable as $$
declare
  v_low bigint := 0;
  v_high bigint;
  v_middle bigint;
  v_at timestamptz;
begin
  select version into v_high from ledger_accounts where id = p_account_id;
  while v_low < v_high loop
    v_middle := (v_low + v_high + 1) / 2;
    select created_at into v_at from ledger_transfers where account_id = p_account_id and account_version = v_middle;
    if v_at < p_at then v_low := v_middle; else v_high := v_middle - 1; end if;
  end loop;
  return v_low;
end $$;
