import type { Check } from "#lib/db/check.ts";

/** Statements about the live rows; a row that comes back is an offence. */
export const deskWithdrawalChecks: Check[] = [
  {
    name: "back-office: a refund that the staff asked for is a withdrawal of its payment, signed by somebody else",
    sql: `select r.withdrawal_id from back_office_refunds r
          left join payments_withdrawals w on w.id = r.withdrawal_id
          where w.id is null or w.payment_id is distinct from r.payment_id or w.user_id = r.proposer_id
            or w.approved_by = r.proposer_id or w.first_approved_by = r.proposer_id`,
  },
];
