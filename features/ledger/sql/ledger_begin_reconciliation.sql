/*
 * Records that a run of the reconciliation begins, unless another began within p_every: two that come together are one. It goes over
 * everything ('all') unless such a run was finished within p_all_every. No row: it is not time.
 */
create or replace function ledger_begin_reconciliation(p_every interval, p_all_every interval) returns table (id bigint, scope text)
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
revoke execute on function ledger_begin_reconciliation from public;
grant execute on function ledger_begin_reconciliation to sms_den_app;
