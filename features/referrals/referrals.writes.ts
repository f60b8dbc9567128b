import sql from "sql-template-tag";
import { recordAction } from "#features/identity/audit.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

export type TermsDecision = {
  readonly userId: number;
  /** Hundredths of a percent; null gives the programme's own terms back. */
  readonly basisPoints: number | null;
  readonly staffId: number;
  readonly reason: string;
};

/** Gives a user terms of their own, for purchases from now on. */
export async function grantTerms(
  db: Db,
  { userId, basisPoints, staffId, reason }: TermsDecision,
): Promise<void> {
  await withTransaction(db, async (tx) => {
    await execute(
      tx,
      sql`insert into referrals_members (user_id, basis_points) values (${userId}, ${basisPoints})
          on conflict (user_id) do update set basis_points = excluded.basis_points`,
    );
    await recordAction(tx, {
      actorId: staffId,
      action: "referral.terms",
      subject: `user:${userId}`,
      details: { reason, basisPoints },
    });
  });
}
