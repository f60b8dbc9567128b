import sql from "sql-template-tag";
import type { OpenAttempt } from "#features/supply/supply.reads.ts";
import { limits } from "#features/supply/supply.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";

/** Whether an activation of an upstream is known here: as some attempt's number, or as one that goes back. */
export async function isSettled(db: Queryable, supplierId: number, supplierRef: bigint): Promise<boolean> {
  const { known } = await one<{ known: boolean }>(
    db,
    sql`select supply_is_settled(${supplierId}, ${supplierRef}) as known`,
  );
  return known;
}

/**
 * Whether another attempt for the same goods is being answered just now. Asked after the list of open activations was read: whatever is
 * on it was bought by an attempt that had begun.
 */
export async function isBeingBought(db: Queryable, attempt: OpenAttempt): Promise<boolean> {
  const { found } = await one<{ found: boolean }>(
    db,
    sql`select exists (
          select from supply_attempts a join supply_offers o on o.id = a.offer_id
          where a.supplier_id = ${attempt.supplierId} and a.client_id <> ${attempt.clientId} and a.state = 'calling'
            and a.started_at > app_now() - ${limits.lateAnswerMs} * interval '1 millisecond'
            and o.service_id = ${attempt.serviceId} and o.country_id = ${attempt.countryId}) as found`,
  );
  return found;
}
