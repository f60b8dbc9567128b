import type { Check } from "#lib/db/check.ts";

/** Statements about claims on the live rows; a row that comes back is an offence. */
export const claimChecks: Check[] = [
  {
    name: "payments claims: every credited claim has its transfer: its amount, its payer, its own reference",
    sql: `select c.id, t.id as transfer_id from payments_claims c
          left join ledger_transfers t on t.id = c.credited_transfer_id
          left join ledger_accounts w on w.id = t.credit_account_id
          left join ledger_accounts h on h.id = t.debit_account_id
          where c.state = 'credited'
            and (t.id is null or t.kind <> 'top_up_claim' or t.phase <> 'single' or t.amount_kopecks <> c.credited_kopecks
              or w.user_id is distinct from c.user_id or h.kind <> 'clearing' or h.code <> 'usdt-trc20'
              or t.reference <> 'claim:usdt-trc20:' || c.transaction_id)`,
  },
  {
    name: "payments claims: every transfer of a claim belongs to a credited one",
    sql: `select t.id, t.reference from ledger_transfers t left join payments_claims c on c.credited_transfer_id = t.id
          where t.kind = 'top_up_claim' and (c.id is null or c.state <> 'credited')`,
  },
  {
    name: "payments claims: credited is no more than what came on the chain, less the fee where it was kept",
    sql: `select c.id from payments_claims c
            left join payments_tether_transfers t on t.transaction_id = c.transaction_id
          where c.state = 'credited' and (t.id is null or c.credited_kopecks <>
            floor((t.amount_micro - case when c.with_fee then c.fee_micro else 0 end) * c.rub_per_unit / 10000))`,
  },
  {
    name: "payments claims: nothing was credited or sent back on a claim for a transaction that paid a top-up",
    sql: `select c.id from payments_claims c
            join payments_tether_transfers t on t.transaction_id = c.transaction_id and t.match = 'exact'
            join payments p on p.id = t.payment_id
          where c.state in ('credited', 'returned') and p.credited_transfer_id is not null`,
  },
  {
    name: "payments claims: nothing was sent back to an address before it was confirmed and had rested",
    sql: `select c.id, c.state from payments_claims c join payments_payout_destinations q on q.id = c.destination_id
          where q.user_id <> c.user_id or q.method <> 'usdt'
            or (c.state = 'returned' and (q.confirmed_at is null or c.decided_at < q.rests_until))`,
  },
  {
    name: "payments claims: what somebody signed is credited only after two people, neither of them the payer, have said the same",
    sql: `select c.id from payments_claims c
          where c.state = 'credited' and exists (select from payments_claim_signatures s where s.claim_id = c.id)
            and (select count(*) from payments_claim_signatures s
              where s.claim_id = c.id and s.with_fee = c.with_fee and s.actor_id <> c.user_id) < 2`,
  },
  {
    name: "payments claims: every withdrawn claim was withdrawn by its payer, and moved nothing",
    sql: `select c.id from payments_claims c
          where c.state = 'withdrawn' and (c.decided_by <> c.user_id or c.credited_kopecks is not null
            or c.return_transaction_id is not null)`,
  },
  {
    name: "payments claims: every decision is in the audit, by whom the claim names, and never by the payer",
    sql: `select c.id from payments_claims c
          where c.state not in ('open', 'withdrawn') and (c.decided_by = c.user_id or not exists (
            select from identity_audit a where a.subject = 'claim:' || c.id and a.actor_id = c.decided_by
              and a.action = case c.state when 'credited' then 'claim.credit' when 'returned' then 'claim.return'
                else 'claim.reject' end))`,
  },
];
