-- May this finish report be said now? That an order was refunded after its sale comes behind the sale: a supplier that heard it first would
-- book what it earned last.
create or replace function supply_may_report(report supply_finishes) returns boolean
language sql stable as $$
  select report.outcome <> 5 or exists (
    select from supply_finishes sold
    where sold.supplier_id = report.supplier_id and sold.supplier_ref = report.supplier_ref and sold.outcome = 3 and sold.done_at is not null)
$$;
