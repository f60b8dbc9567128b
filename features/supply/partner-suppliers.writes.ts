import sql from "sql-template-tag";
import { addSupplier } from "#features/supply/operation/operate-suppliers.writes.ts";
import { makeSupplierKey } from "#features/supply/operation.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";

/**
 * Makes the supplier of a partner's own: own stock, paused until it is set up, with a key that nobody has seen yet. A partner has one;
 * called again it changes nothing. The caller holds the partner's account. Returns its id. Throws SUPPLIER_EXISTS when another supplier
 * was given its code.
 */
export async function ensurePartnerSupplier(tx: Tx, ownerUserId: UserId): Promise<number> {
  const known = await maybeOne<{ id: number }>(
    tx,
    sql`select id from supply_suppliers where owner_user_id = ${ownerUserId}`,
  );
  if (known) return known.id;
  return addSupplier(tx, {
    code: `partner-${ownerUserId}`,
    name: `Partner ${ownerUserId}`,
    kind: "own",
    key: makeSupplierKey(),
    isPaused: true,
    ownerUserId,
    baseUrl: null,
    honoursClientId: false,
    rents: true,
    openMax: null,
    defaultCostKopecks: null,
    currency: null,
    rateKopecks: null,
    balanceMinCents: null,
    allowedCountryIds: [],
    allowedServiceIds: [],
    allowedOperators: [],
    costFloorKopecks: null,
    costCeilingKopecks: null,
    wordTable: null,
  });
}
