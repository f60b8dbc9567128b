import sql from "sql-template-tag";
import { mayAct } from "#features/identity/account-facts.reads.ts";
import { lockPerson } from "#features/identity/person-lock.writes.ts";
import { hasRole } from "#features/identity/roles/account-roles.reads.ts";
import { marketplaceRulesVersion } from "#features/stores/applications/store-applications.rules.ts";
import { storeErrors } from "#features/stores/stores.errors.ts";
import type { UserActor } from "#lib/api/actor.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";

/**
 * The seller who calls: every call of a store reads and changes what is that seller's alone. Asked of the account, not of the session, so
 * that a role that is removed ends at once. Throws STORE_NOT_FOUND.
 */
export async function requireSeller(db: Queryable, actor: UserActor): Promise<number> {
  if (!(await hasRole(db, actor.userId, "store"))) throw new AppError(storeErrors.STORE_NOT_FOUND);
  return actor.userId;
}

/** The same for what brings goods on sale, which takes the rules in force. Throws STORE_NOT_FOUND, STORE_RULES_CHANGED. */
export async function requireAgreedSeller(db: Queryable, actor: UserActor): Promise<number> {
  const sellerId = await requireSeller(db, actor);
  const agreed = await maybeOne(
    db,
    sql`select 1 from stores_acceptances where user_id = ${sellerId} and version = ${marketplaceRulesVersion}`,
  );
  if (!agreed)
    throw new AppError(storeErrors.STORE_RULES_CHANGED, { details: { version: marketplaceRulesVersion } });
  return sellerId;
}

/**
 * The same within a write that puts goods on sale: the account is locked, so that a store that is being closed, or whose owner is being
 * suspended, has either everything stopped with it or is seen to be closed. Throws STORE_NOT_FOUND, STORE_RULES_CHANGED.
 */
export async function holdAgreedSeller(tx: Tx, actor: UserActor): Promise<number> {
  await lockPerson(tx, actor.userId, "share");
  if (!(await mayAct(tx, actor.userId))) throw new AppError(storeErrors.STORE_NOT_FOUND);
  return requireAgreedSeller(tx, actor);
}
