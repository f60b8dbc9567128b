import sql from "sql-template-tag";
import type { Role, UserId } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";

const locks = {
  /** Nobody else changes or locks it. */
  update: sql`for update`,
  /** The same, but rows that refer to it may be written meanwhile. */
  noKeyUpdate: sql`for no key update`,
  /** Nobody changes it; others may hold it so, too. */
  share: sql`for share`,
};

type LockedPerson = { readonly id: UserId; readonly role: Role };

/** Locks an account until the transaction ends; null when there is none. */
export function lockPerson(
  tx: Tx,
  id: number,
  lock: keyof typeof locks = "update",
): Promise<LockedPerson | null> {
  return maybeOne<LockedPerson>(tx, sql`select id, role from identity_users where id = ${id} ${locks[lock]}`);
}
