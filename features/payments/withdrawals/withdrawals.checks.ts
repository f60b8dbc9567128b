import type { Check } from "#lib/db/check.ts";

/** Statements about the live rows; a row that comes back is an offence. Names follow the invariant G4 (reliability 1). */
export const withdrawalChecks: Check[] = [
  {
    name: "payments G4: a withdrawal has its hold: its amount, its owner, its source, its own reference",
    sql: `select w.id, w.state, t.id as transfer_id from payments_withdrawals w
          left join ledger_transfers t on t.id = w.hold_id
          left join ledger_accounts a on a.id = t.debit_account_id
          where t.id is null or t.phase <> 'pending' or t.amount_kopecks <> w.amount_kopecks
            or t.reference <> 'withdrawal-' || w.id
            or (w.source = 'top_up' and (t.kind <> 'top_up_refund' or a.user_id is distinct from w.user_id))
            or (w.source <> 'top_up' and (t.kind <> w.source || '_withdrawal' or a.kind <> w.source
              or a.code is distinct from 'user:' || w.user_id))`,
  },
  {
    name: "payments G4: the hold is resolved exactly as the state says: open, captured when paid, also if it bounced, released otherwise",
    sql: `select w.id, w.state, h.id as hold_id, r.phase from payments_withdrawals w
          cross join lateral (values (w.hold_id, case when w.state = 'paid' or w.bounced_at is not null then 'post' when w.closed_at is not null then 'void'
              else 'open' end),
            (w.bonus_hold_id, case when w.bonus_free_at is not null then 'void' else 'open' end)) h (id, expected)
          left join ledger_transfers r on r.pending_id = h.id
          where h.id is not null and coalesce(r.phase, 'open') <> h.expected
             or (w.bonus_free_at is not null and (w.closed_at is null or w.bonus_hold_id is null))
             or (w.state in ('returned', 'rejected', 'cancelled') and w.bonus_hold_id is not null and w.bonus_free_at is null)`,
  },
  {
    name: "payments G4: every hold of a withdrawal belongs to one",
    sql: `select t.id, t.kind from ledger_transfers t
          left join payments_withdrawals w on t.id in (w.hold_id, w.bonus_hold_id)
          where t.phase = 'pending' and t.kind in ('top_up_refund', 'referral_withdrawal', 'partner_withdrawal', 'store_withdrawal', 'bonus_hold')
          group by t.id, t.kind having count(w.id) <> 1`,
  },
  {
    name: "payments G4: of a top-up never more is sent back than was credited and not reversed",
    sql: `select p.id, p.amount_kopecks, sum(w.amount_kopecks) as asked from payments p
          join payments_withdrawals w on w.payment_id = p.id and w.state in ('sending', 'paid')
          group by p.id having sum(w.amount_kopecks) > p.amount_kopecks`,
  },
  {
    name: "payments: a withdrawal goes back to the owner of its top-up",
    sql: `select w.id from payments_withdrawals w join payments p on p.id = w.payment_id
          where p.user_id <> w.user_id or p.credited_transfer_id is null`,
  },
  {
    name: "payments G4: earnings that were paid into the balance arrived there, of their own source, less the fee",
    sql: `select w.id, w.state from payments_withdrawals w
          left join ledger_transfers t on t.reference = 'withdrawal-' || w.id || ':balance'
          left join ledger_accounts a on a.id = t.credit_account_id
          where (w.method = 'balance' and w.state = 'paid')
            <> (t.kind is not distinct from w.source || '_to_balance' and a.user_id is not distinct from w.user_id
              and t.amount_kopecks is not distinct from w.amount_kopecks - w.fee_kopecks)`,
  },
  {
    name: "payments: what is being sent by itself is asked about again",
    sql: `select id from payments_withdrawals
          where method in ('source', 'balance') and (state in ('approved', 'sending')) <> (due_at is not null)
            and not (state = 'paid' and method = 'source')`,
  },
  {
    name: "payments G4: a refund that bounced came back into its owner's wallet, from its provider, and nothing else did",
    sql: `select w.id, t.id as transfer_id from payments_withdrawals w
          full join (select * from ledger_transfers where kind = 'top_up_refund_return') t on t.id = w.bounced_transfer_id
          left join payments p on p.id = w.payment_id
          left join ledger_accounts a on a.id = t.credit_account_id
          left join ledger_accounts h on h.id = t.debit_account_id
          where (w.bounced_transfer_id is not null or t.id is not null)
            and (w.id is null or t.id is null or t.amount_kopecks <> w.amount_kopecks or a.user_id is distinct from w.user_id
              or h.code is distinct from p.provider or t.reference <> 'withdrawal-' || w.id || ':bounce')`,
  },
  {
    name: "payments: no money begins to leave for a destination before it was confirmed and has rested",
    sql: `select w.id, w.state from payments_withdrawals w join payments_payout_destinations q on q.id = w.destination_id
          where (w.state <> all ('{unconfirmed,rejected,cancelled}'::text[]) and q.confirmed_at is null)
            or (w.state = any ('{approved,sending,paid,returned}'::text[]) and w.updated_at < q.rests_until)
            or q.user_id <> w.user_id or q.method <> w.method`,
  },
  {
    name: "payments: above the limit two different people signed, and nobody their own",
    sql: `select id from payments_withdrawals
          where first_approved_by = approved_by or user_id in (first_approved_by, approved_by, closed_by)
            or (needs_second and approved_by is not null and first_approved_by is null)`,
  },
];
