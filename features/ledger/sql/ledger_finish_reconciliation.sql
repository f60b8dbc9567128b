/*
 * Records what a run found, once: p_findings are rows of name, offences, examples, problem and took (ms). Then removes old runs with what
 * they found: clean ones after p_clean_days, the others after p_offending_days.
 */
create or replace function ledger_finish_reconciliation(
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
revoke execute on function ledger_finish_reconciliation from public;
grant execute on function ledger_finish_reconciliation to sms_den_app;
