import sql from "sql-template-tag";
import type { UserId } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/** Makes an account a partner's (`is_p`), as `makePartner` does by its address. */
export async function givenPartnerRole(tx: Tx, userId: UserId): Promise<void> {
  await execute(tx, sql`update identity_users set is_partner = true where id = ${userId}`);
}
