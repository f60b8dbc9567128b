-- Every transfer with the moment of the hold that it resolves, for those who add money up.
-- door: statistics
create or replace view ledger_movements with (security_invoker = true) as
  select t.id, t.kind, t.phase, t.amount_kopecks, t.reference, t.reason, t.created_at, h.created_at as held_at
  from ledger_transfers t left join ledger_transfers h on h.id = t.pending_id;
revoke insert, update, delete on ledger_movements from sms_den_app;
