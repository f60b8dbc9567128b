import { mayEditContent } from "#features/identity/staff.reads.ts";
import type { UserActor, UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

/**
 * The editor behind a call: of the staff, with a session that has shown its second factor and with the right to the site's texts, all
 * read anew with this call. Whoever is none learns nothing. Throws NOT_FOUND.
 */
export async function requireEditor(db: Queryable, { userId, staff }: UserActor): Promise<UserId> {
  const hasShownFactor = staff != null && staff.secondFactorAgeSeconds !== null;
  if (hasShownFactor && (await mayEditContent(db, userId))) return userId;
  throw new AppError(apiErrors.NOT_FOUND);
}
