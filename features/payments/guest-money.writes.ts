import sql from "sql-template-tag";
import { guestLimits } from "#features/payments/guests.rules.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/**
 * A guest's money has come, whose payment the caller has locked: from now on an account has so many days to take it. It may come after
 * everything else about the payment was over. What is there again although it was sent back is asked about at once: its return has failed.
 */
export async function awaitClaim(tx: Tx, paymentId: number): Promise<void> {
  await execute(
    tx,
    sql`update payments_guests set ended_at = null,
          return_due_at = app_now() + make_interval(days => case when returning_at is null then ${guestLimits.keptDays} else 0 end)
        where payment_id = ${paymentId} and claimed_by is null`,
  );
}
