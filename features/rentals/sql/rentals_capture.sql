-- Takes the held price and books the supplier's part. The caller holds the rental's lock and notes captured_at.
create or replace function rentals_capture(p_rental rentals, p_reason text) returns void
language plpgsql as $$
begin
  perform ledger_resolve_hold(p_rental.hold_id, 'post', p_reason);
  perform ledger_house_transfer('supplier_share', 'revenue', 'main', 'supplier', 'supplier:' || p_rental.supplier_id,
    p_rental.cost_kopecks, 'rental:' || p_rental.id || ':share', p_reason);
end $$;
