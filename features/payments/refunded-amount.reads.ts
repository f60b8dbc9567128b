import sql from "sql-template-tag";
import type { SentBack } from "#features/payments/payments.rules.ts";
import type { WithdrawalState } from "#features/payments/withdrawals.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";

const ARRIVED = "paid" satisfies WithdrawalState;
const UNDER_WAY = "sending" satisfies WithdrawalState;

/** What of a payment our own refunds sent back; one that is doubted may not have arrived. Read it with the payment's row locked. */
export function sumSentBack(db: Queryable, paymentId: number): Promise<SentBack> {
  return one<SentBack>(
    db,
    sql`select coalesce(sum(amount_kopecks) filter (where state = ${ARRIVED} and due_at is null), 0)::bigint as "arrivedKopecks",
          coalesce(sum(amount_kopecks) filter (where state = ${UNDER_WAY} or (state = ${ARRIVED} and due_at is not null)), 0)::bigint
            as "underWayKopecks"
        from payments_withdrawals where payment_id = ${paymentId}`,
  );
}
