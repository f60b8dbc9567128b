import sql from "sql-template-tag";
import { applyCosts, type HeldSupplier } from "#features/supply/operation/operate-suppliers.writes.ts";
import type { CostKind, CostLine } from "#features/supply/operation/supplier-costs.rules.ts";
import { setRentHourCosts } from "#features/supply/rent/rent.writes.ts";
import { setSupplierPrices } from "#features/supply/suppliers.writes.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/** Sets what a held supplier is paid from the next order on. Costs that are not named stay; running orders keep theirs. */
export async function setCosts(
  tx: Tx,
  { id }: HeldSupplier,
  kind: CostKind,
  costs: readonly CostLine[],
): Promise<void> {
  if (kind === "hour") return setRentHourCosts(tx, id, costs);
  const prices = costs.flatMap(({ serviceId, ...cost }) =>
    serviceId === null ? [] : [{ ...cost, serviceId }],
  );
  await setSupplierPrices(tx, id, prices);
  await applyCosts(tx, id);
  // What has a cost for the first time goes on sale with the next report.
  await execute(tx, sql`update supply_suppliers set poll_due_at = app_now() where id = ${id}`);
}
