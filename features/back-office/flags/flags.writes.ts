import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import { findReferrer } from "#features/referrals/flags/flags.reads.ts";
import { flagPerson, liftFlags } from "#features/referrals/flags/flags.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";

type FlagChange = {
  readonly userId: number;
  readonly isFlagged: boolean;
  readonly reason: string;
  readonly staffId: number;
};

/**
 * Ends somebody's earning for their referrer, or lets it go on; nobody decides about what they earn themselves. Throws OWN_ACCOUNT,
 * PERSON_NOT_REFERRED.
 */
export async function setFlag(db: Db, { isFlagged, ...decision }: FlagChange): Promise<void> {
  const { userId, staffId } = decision;
  if (staffId === userId || staffId === (await findReferrer(db, userId)))
    throw new AppError(backOfficeErrors.OWN_ACCOUNT);
  await (isFlagged ? flagPerson(db, decision) : liftFlags(db, decision));
}
