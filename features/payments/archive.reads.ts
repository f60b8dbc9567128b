import sql from "sql-template-tag";
import { type ArchivePart, listPart, pagedPart } from "#features/identity/archive/archive-part.reads.ts";

/** What payments keep about a person. Where money was sent is told as its owner sees it: masked. */
export const paymentArchive: readonly ArchivePart[] = [
  pagedPart(
    "payments",
    ({ userId, after, limit }) => sql`
      select p.id, p.method, p.provider, p.provider_payment_id, p.amount_kopecks, p.state, p.charge_amount, p.charge_currency, p.rub_per_unit,
        p.reversed_kopecks, p.debt_kopecks, p.created_at, p.credited_at, p.closed_at, p.payer_fingerprint is not null as is_payer_marked,
        g.payment_id is not null as was_paid_as_guest, i.address as tether_address, i.seen_transaction_id as tether_transaction_id,
        t.note as transfer_note, t.receipt as transfer_receipt
      from payments p
      left join payments_guests g on g.payment_id = p.id
      left join payments_tether_invoices i on i.payment_id = p.id
      left join payments_transfers t on t.payment_id = p.id
      where p.user_id = ${userId} and p.id > ${after} order by p.id limit ${limit}`,
  ),
  listPart(
    "coupons",
    (userId) => sql`
      select ending, redeemed_at, payment_id from payments_coupons where redeemed_by = ${userId} order by redeemed_at`,
  ),
  listPart(
    "paymentClaims",
    (userId) => sql`
      select id, payment_id, transaction_id, return_address, contact, state, reason, credited_kopecks, return_transaction_id, created_at,
        decided_at
      from payments_claims where user_id = ${userId} order by id`,
  ),
  listPart(
    "payoutDestinations",
    (userId) => sql`
      select id, method, masked, created_at, confirmed_at, rests_until from payments_payout_destinations
      where user_id = ${userId} order by id`,
  ),
  pagedPart(
    "withdrawals",
    ({ userId, after, limit }) => sql`
      select id, source, method, payment_id, amount_kopecks, fee_kopecks, receiver_amount, receiver_currency, rub_per_unit, masked_destination,
        state, reason, comment, created_at, closed_at
      from payments_withdrawals where user_id = ${userId} and id > ${after} order by id limit ${limit}`,
  ),
];
