import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";

/** Is this user a partner (`is_p`)? False for unknown ids. */
export async function isPartner(db: Queryable, userId: number): Promise<boolean> {
  const row = await maybeOne<{ partner: boolean }>(
    db,
    sql`select is_partner as partner from identity_users where id = ${userId}`,
  );
  return row?.partner ?? false;
}

/** Does this user have the soft-referral setting (another page, shares go to the balance only)? False for unknown ids. */
export async function isReferralSoft(db: Queryable, userId: number): Promise<boolean> {
  const row = await maybeOne<{ soft: boolean }>(
    db,
    sql`select is_referral_soft as soft from identity_users where id = ${userId}`,
  );
  return row?.soft ?? false;
}
