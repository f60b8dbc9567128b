import sql from "sql-template-tag";
import { sentStates } from "#features/payments/withdrawals.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/**
 * What of a payment went back by our own refunds, also those whose outcome is not known yet: what a provider reports as
 * reversed beyond this was taken by others. Read it with the payment's row locked.
 */
export async function sumSentBack(db: Queryable, paymentId: number): Promise<Kopecks> {
  const row = await one<{ sum: number }>(
    db,
    sql`select coalesce(sum(amount_kopecks), 0)::bigint as sum from payments_withdrawals
        where payment_id = ${paymentId} and state = any (${[...sentStates]}::text[])`,
  );
  return kopecks(row.sum);
}
