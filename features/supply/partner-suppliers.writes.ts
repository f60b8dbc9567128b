import { randomBytes } from "node:crypto";
import sql from "sql-template-tag";
import { hashPartnerKey } from "#features/supply/authenticate-partner.gate.ts";
import type { Tx } from "#lib/db/pool.ts";
import { maybeOne, one } from "#lib/db/query.ts";
import { seal } from "#lib/sealed-text.ts";

/**
 * Makes the supplier of a partner's own: own stock, paused until it is set up, with a key that nobody has seen yet. A partner has one;
 * called again it changes nothing. Returns its id.
 */
export async function ensurePartnerSupplier(tx: Tx, ownerUserId: number): Promise<number> {
  const key = newKey();
  const made = await maybeOne<{ id: number }>(
    tx,
    sql`insert into supply_suppliers (code, name, kind, sealed_key, push_key_hash, enabled, owner_user_id)
        values (${`partner-${ownerUserId}`}, ${`Partner ${ownerUserId}`}, 'own', ${seal(key)}, ${hashPartnerKey(key)}, false, ${ownerUserId})
        on conflict (owner_user_id) do nothing returning id`,
  );
  if (made) return made.id;
  const known = await one<{ id: number }>(
    tx,
    sql`select id from supply_suppliers where owner_user_id = ${ownerUserId}`,
  );
  return known.id;
}

/** 240 bits of chance, in letters that need no escaping anywhere. */
function newKey(): string {
  return `sup_${randomBytes(30).toString("hex")}`;
}
