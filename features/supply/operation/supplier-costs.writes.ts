import sql from "sql-template-tag";
import {
  applyCosts,
  type HeldSupplier,
  withdrawStock,
} from "#features/supply/operation/operate-suppliers.writes.ts";
import type { CostKind, CostLine } from "#features/supply/operation/supplier-costs.rules.ts";
import { operationErrors } from "#features/supply/operation.errors.ts";
import { setRentHourCosts } from "#features/supply/rent/rent.writes.ts";
import { setSupplierPrices } from "#features/supply/suppliers.writes.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";

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

/** One cost of a supplier: what it is paid for a service in a country. */
export type CostOf = {
  readonly kind: CostKind;
  readonly countryId: number;
  /** Null: the whole number, of hours alone. */
  readonly serviceId: number | null;
};

/**
 * Removes one cost of a held supplier. Such numbers get its common cost from the next order on; without one they leave the lists at once.
 * Running orders keep their cost. Throws SUPPLIER_COST_NOT_FOUND.
 */
export async function removeCost(tx: Tx, { id }: HeldSupplier, cost: CostOf): Promise<void> {
  const goods = sql`supplier_id = ${id} and country_id = ${cost.countryId}
    and service_id is not distinct from ${cost.serviceId}::integer`;
  const removed =
    cost.kind === "hour"
      ? await execute(tx, sql`delete from supply_rent_prices where ${goods}`)
      : await execute(tx, sql`delete from supply_prices where ${goods}`);
  if (removed === 0) throw new AppError(operationErrors.SUPPLIER_COST_NOT_FOUND);
  if (cost.kind === "hour") return;
  await withdrawStock(tx, id);
  await applyCosts(tx, id);
}
