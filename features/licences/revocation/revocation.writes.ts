import sql from "sql-template-tag";
import { licenceErrors } from "#features/licences/licences.errors.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** Revokes a licence for good, with words for its owner. No money moves. Throws LICENCE_NOT_FOUND, LICENCE_REVOKED. */
export async function revokeLicence(
  tx: Tx,
  { licenceId, staffId, reason }: { licenceId: number; staffId: number; reason: string },
): Promise<{ userId: number }> {
  const licence = await maybeOne<{ userId: number; isRevoked: boolean }>(
    tx,
    sql`select user_id as "userId", revoked_at is not null as "isRevoked" from licences where id = ${licenceId} for update`,
  );
  if (!licence) throw new AppError(licenceErrors.LICENCE_NOT_FOUND);
  if (licence.isRevoked) throw new AppError(licenceErrors.LICENCE_REVOKED);
  await execute(
    tx,
    sql`update licences set revoked_at = app_now(), revoked_by = ${staffId}, revoke_reason = ${reason} where id = ${licenceId}`,
  );
  return { userId: licence.userId };
}
