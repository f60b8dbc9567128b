/*
 * Seals what is not sealed yet, up to p_to_id, at most p_limit transfers a seal and p_seals seals. The caller vouches that no
 * transfer with an id up to p_to_id can still appear. Answers how many transfers were sealed: 0 when another sweep is at it, or
 * when neither p_every has passed since the last seal nor a full seal's worth of transfers waits.
 */
create or replace function ledger_seal(p_to_id bigint, p_limit integer, p_seals integer, p_every interval) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_last ledger_seals;
  v_to bigint;
  v_sealed bigint := 0;
  v_made ledger_seals;
begin
  if not pg_try_advisory_xact_lock(hashtext('ledger_seals')) then return 0; end if;
  select * into v_last from ledger_seals order by id desc limit 1;
  if v_last.sealed_at > clock_timestamp() - p_every
      and not exists (select from ledger_transfers where id > v_last.to_id order by id offset p_limit - 1 limit 1) then
    return 0;
  end if;
  for i in 1 .. p_seals loop
    select max(id) into v_to from (
      select id from ledger_transfers where id > coalesce(v_last.to_id, 0) and id <= p_to_id order by id limit p_limit) next;
    exit when v_to is null;
    insert into ledger_seals (id, from_id, to_id, transfers_count, hash)
      select coalesce(v_last.id, 0) + 1, coalesce(v_last.to_id, 0) + 1, v_to, s.transfers_count, s.hash
      from ledger_seal_of(v_last.hash, coalesce(v_last.to_id, 0) + 1, v_to) s
      returning * into v_made;
    v_last := v_made;
    v_sealed := v_sealed + v_made.transfers_count;
  end loop;
  return v_sealed;
end $$;
revoke execute on function ledger_seal from public;
grant execute on function ledger_seal to sms_den_app;
