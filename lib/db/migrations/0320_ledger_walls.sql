-- The ledger changes through its functions alone. They run as the tables' owner; the app role may call them and read the tables, and has
-- no right to write a row of them by itself. A function of the ledger that comes later says the same of itself.

revoke insert, update, delete, truncate, references, trigger
  on ledger_kinds, ledger_accounts, ledger_transfers, ledger_seals, ledger_reconciliations, ledger_reconciliation_findings
  from sms_den_app;
revoke usage, update
  on sequence ledger_accounts_id_seq, ledger_transfers_id_seq, ledger_reconciliations_id_seq
  from sms_den_app;

/*
 * Notes that a run of the reconciliation begins, unless another began within p_every: two that come together are one. It goes over
 * everything ('all') unless such a run was finished within p_all_every. No row: it is not time.
 */
create function ledger_begin_reconciliation(p_every interval, p_all_every interval) returns table (id bigint, scope text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('ledger_reconciliations'));
  return query
    insert into ledger_reconciliations as r (scope)
      select case when exists (select from ledger_reconciliations a where a.scope = 'all' and a.finished_at is not null
        and a.started_at > clock_timestamp() - p_all_every) then 'often' else 'all' end
      where not exists (select from ledger_reconciliations a where a.started_at > clock_timestamp() - p_every)
      returning r.id, r.scope;
end $$;

/*
 * Notes what a run found, once: p_findings are rows of name, offences, examples, problem and took (ms). Then removes old runs with what
 * they found: clean ones after p_clean_days, the others after p_offending_days.
 */
create function ledger_finish_reconciliation(
  p_id bigint, p_findings jsonb, p_seal_id bigint, p_seal_hash bytea, p_clean_days integer, p_offending_days integer
) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update ledger_reconciliations r
    set finished_at = clock_timestamp(), checks_count = f.checks, offending_count = f.offending, failed_count = f.failed,
        seal_id = p_seal_id, seal_hash = p_seal_hash
    from (
      select count(*) as checks, count(*) filter (where offences > 0) as offending, count(*) filter (where offences is null) as failed
      from jsonb_to_recordset(p_findings) as found(offences bigint)
    ) f
    where r.id = p_id and r.finished_at is null;
  if not found then
    raise exception 'reconciliation % does not run', p_id using errcode = 'restrict_violation';
  end if;
  insert into ledger_reconciliation_findings (reconciliation_id, check_name, offences, examples, problem, took_ms)
    select p_id, name, offences, examples, problem, took
    from jsonb_to_recordset(p_findings) as f(name text, offences bigint, examples jsonb, problem text, took integer);
  delete from ledger_reconciliations
    where started_at < clock_timestamp() - make_interval(days => p_offending_days)
       or (started_at < clock_timestamp() - make_interval(days => p_clean_days) and offending_count = 0 and failed_count = 0);
end $$;

-- What the app calls. The helpers that these call (ledger_account and the like) run with the rights of their caller.
do $$
declare
  v_function regprocedure;
begin
  foreach v_function in array array[
    'ledger_lock_wallet(bigint)', 'ledger_lock_wallets(bigint[])', 'ledger_lock_account(text, bigint)',
    'ledger_hold_one(text, bigint, bigint, text, text)', 'ledger_hold_many(text, bigint[], bigint[], text[], text[])',
    'ledger_reserve(text, bigint, text, bigint, text)', 'ledger_resolve_hold(bigint, text, text)',
    'ledger_post_holds(bigint[], text)', 'ledger_move(text, bigint, text, bigint, text, text)',
    'ledger_house_transfer(text, text, text, text, text, bigint, text, text)',
    'ledger_house_transfers(text, text, text, text, text[], bigint[], text[], text)',
    'ledger_seal(bigint, integer, integer, interval)',
    'ledger_begin_reconciliation(interval, interval)',
    'ledger_finish_reconciliation(bigint, jsonb, bigint, bytea, integer, integer)'
  ]::regprocedure[] loop
    execute format('alter function %s security definer', v_function);
    execute format('alter function %s set search_path = pg_catalog, public, pg_temp', v_function);
    execute format('revoke execute on function %s from public', v_function);
    execute format('grant execute on function %s to sms_den_app', v_function);
  end loop;
end $$;
