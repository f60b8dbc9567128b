import type { Check } from "#lib/db/check.ts";

/** Statements about the live rows; a row that comes back is an offence. */
export const correctionChecks: Check[] = [
  {
    name: "back-office: every correction that was carried out has exactly its transfer",
    sql: `select c.id, c.kind, t.id as transfer_id from back_office_corrections c
          left join ledger_transfers t on t.id = c.transfer_id
          left join ledger_accounts d on d.id = t.debit_account_id
          left join ledger_accounts k on k.id = t.credit_account_id
          where c.state = 'carried_out' and c.kind <> 'partner_fine' and (t.id is null or t.kind <> c.kind or t.phase <> 'single'
            or t.amount_kopecks <> c.amount_kopecks
            or t.reference <> case c.kind when 'activation_refund' then 'activation:' || c.activation_id || ':refund'
                 else 'correction:' || c.id end
            or case c.kind when 'adjustment_debit' then d.user_id is distinct from c.user_id
                 when 'debt_write_off' then k.code is distinct from 'user:' || c.user_id
                 else k.user_id is distinct from c.user_id end)`,
  },
  {
    name: "back-office: every adjustment, refund of an order and written-off debt has its correction",
    sql: `select t.id, t.kind, t.reference from ledger_transfers t
          left join back_office_corrections c on c.transfer_id = t.id and c.state = 'carried_out'
          where t.kind in ('adjustment_credit', 'adjustment_debit', 'activation_refund', 'debt_write_off') and c.id is null`,
  },
  {
    name: "back-office: two different people stand behind every correction but small refunds, and never the one who gains",
    sql: `select id, kind, proposer_id, decider_id from back_office_corrections
          where state = 'carried_out' and (proposer_id = user_id or decider_id is not distinct from user_id
            or case when needs_second then decider_id is null or decider_id = proposer_id
                 else kind not in ('activation_refund', 'partner_fine') end)`,
  },
  {
    name: "back-office: a refund of an order is of a captured one, of its whole price, to its buyer",
    sql: `select c.id, c.activation_id from back_office_corrections c
          left join activations a on a.id = c.activation_id
          left join ledger_transfers r on r.pending_id = a.hold_id and r.phase = 'post'
          where c.kind = 'activation_refund' and c.state = 'carried_out'
            and (a.id is null or r.id is null or a.price_kopecks <> c.amount_kopecks or a.user_id <> c.user_id)`,
  },
  {
    name: "back-office: the audit knows who carried out every correction",
    sql: `select c.id from back_office_corrections c
          where c.state = 'carried_out' and not exists (
            select from identity_audit a where a.subject = 'correction:' || c.id and a.action = 'correction.carry-out'
              and a.actor_id = coalesce(c.decider_id, c.proposer_id))`,
  },
  {
    name: "back-office: a fine and the signed proposal of the desk are of one partner, sum and cause, one for one",
    sql: `select f.id, c.id as correction_id from partners_fines f
          full join (select * from back_office_corrections where kind = 'partner_fine' and state = 'carried_out') c on c.id = f.correction_id
          where f.id is null or c.id is null or f.user_id <> c.user_id or f.amount_kopecks <> c.amount_kopecks
             or f.cause <> c.fine_cause or f.order_id is distinct from c.fine_order_id`,
  },
];
