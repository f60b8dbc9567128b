import sql from "sql-template-tag";
import type { WithdrawalSource } from "#features/payments/withdrawals.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";

/** What a user has been paid from a source, and the way that they chose last; null when they never have. */
export function readPaidOut(
  db: Queryable,
  userId: number,
  source: WithdrawalSource,
): Promise<{ readonly paidKopecks: number; readonly lastMethod: string | null }> {
  return one(
    db,
    sql`select coalesce((select sum(amount_kopecks) from payments_withdrawals
            where user_id = ${userId} and source = ${source} and state = 'paid'), 0)::bigint as "paidKopecks",
          (select method from payments_withdrawals where user_id = ${userId} and source = ${source}
            order by id desc limit 1) as "lastMethod"`,
  );
}
