import sql from "sql-template-tag";
import type { FinishOutcome } from "#features/supply/supply.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

export type OwedReport = {
  readonly id: number;
  readonly activationId: number;
  readonly status: FinishOutcome;
};

/** What an own-stock partner has not acknowledged yet, oldest first. `activationId` is the partner's reference. */
export async function listOwedReports(
  db: Queryable,
  supplierId: number,
  limit: number,
): Promise<OwedReport[]> {
  return rows<OwedReport>(
    db,
    sql`select id, supplier_ref as "activationId", outcome as status
        from supply_finishes f where supplier_id = ${supplierId} and done_at is null and supply_may_report(f)
        order by due_at, id limit ${limit}`,
  );
}
