import sql from "sql-template-tag";
import type { WithdrawalState } from "#features/payments/withdrawals.rules.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/**
 * A provider counts less as sent back than our own refunds of a payment that were made: one of them may not have reached its payer,
 * so the provider is asked about each again. The caller has locked the payment.
 */
export async function doubtRefunds(tx: Tx, paymentId: number): Promise<void> {
  await execute(
    tx,
    sql`update payments_withdrawals set due_at = app_now(), asks = 0
        where payment_id = ${paymentId} and state = ${"paid" satisfies WithdrawalState} and due_at is null`,
  );
}
