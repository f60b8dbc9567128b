import sql from "sql-template-tag";
import type { UserId } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";

/**
 * Makes the account of an address a partner's (`is_p`). While there is none, whoever confirms the address becomes a partner in that very
 * transaction (`createUser`). Returns the account, or null when it is still to come. May be called again, and is where an account was made
 * at the same moment: neither sees the other.
 */
export async function makePartner(tx: Tx, emailKey: string): Promise<UserId | null> {
  await execute(
    tx,
    sql`insert into identity_promised_partners (email_key) values (${emailKey}) on conflict do nothing`,
  );
  const partner = await maybeOne<{ id: UserId }>(
    tx,
    sql`update identity_users set is_partner = true where email_key = ${emailKey} returning id`,
  );
  if (!partner) return null;
  await execute(tx, sql`delete from identity_promised_partners where email_key = ${emailKey}`);
  return partner.id;
}
