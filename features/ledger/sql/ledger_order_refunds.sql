/*
 * Refunds of captured orders: activations, and single accounts of an order that did not work. They are few among many transfers: the second
 * condition says what the index of what is no order says (ledger_transfers_history_kind), word for word.
 */
-- door: statistics
create or replace view ledger_order_refunds with (security_invoker = true) as
  select a.user_id, t.reference, t.amount_kopecks
  from ledger_accounts a join ledger_transfers t on t.account_id = a.id
  where a.user_id is not null and t.kind in ('activation_refund', 'ready_account_refund') and t.kind <> 'activation';
revoke insert, update, delete on ledger_order_refunds from sms_den_app;
