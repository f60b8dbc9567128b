import sql from "sql-template-tag";
import type { UserId } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";

/**
 * Locks an account for a transaction that enters it or adds a way in, beside others that do the same. A new password waits until
 * the transaction is over and then ends what it has made, or it was first: then what is read after this call is already gone.
 * The first statement of its transaction, so that transactions lock in one order. `passwordHash` is the one of the moment in
 * which a proof was judged outside of the transaction. Returns false when the password has been changed since.
 */
export async function holdAccount(tx: Tx, userId: UserId, passwordHash?: string): Promise<boolean> {
  const held = await maybeOne(
    tx,
    sql`select 1 from identity_users
        where id = ${userId} and password_hash = coalesce(${passwordHash ?? null}::text, password_hash) for share`,
  );
  return held !== null;
}

/** As `holdAccount`, but one transaction at a time: for a new password, and for what is counted. */
export async function claimAccount(tx: Tx, userId: UserId, passwordHash?: string): Promise<boolean> {
  const claimed = await maybeOne(
    tx,
    sql`select 1 from identity_users
        where id = ${userId} and password_hash = coalesce(${passwordHash ?? null}::text, password_hash) for no key update`,
  );
  return claimed !== null;
}
