import type { Staff } from "#features/back-office/back-office.rules.ts";
import { type Answered, once } from "#features/back-office/requests.writes.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import type { AccountClaimDecision } from "#features/ready-accounts/warranty/warranty.rules.ts";
import {
  type DecidedAccountClaim,
  decideAccountClaim,
  mayReplace,
} from "#features/ready-accounts/warranty/warranty.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { notifyListeners } from "#lib/jobs/events.ts";

/**
 * Accepts or refuses a claim under the warranty, once per key, with its audit entry. Throws ACCOUNT_CLAIM_NOT_FOUND, ACCOUNT_CLAIM_OWN,
 * ACCOUNT_CLAIM_DECIDED, IDEMPOTENCY_MISMATCH.
 */
export async function decideDeskClaim(
  db: Db,
  claimId: number,
  { decision, reason }: { decision: AccountClaimDecision; reason: string },
  { staffId, ip }: Staff,
  key: string,
): Promise<Answered<DecidedAccountClaim>> {
  const isAllowed = await mayReplace(db, claimId);
  const input = ["decide account claim", claimId, decision, reason];
  const answered = await withTransaction(db, (tx) =>
    once(tx, { actorId: staffId, key, input }, async () => {
      const decided = await decideAccountClaim(tx, {
        ...{ claimId, decision, deciderId: staffId, reason, mayReplace: isAllowed },
      });
      const { state, orderId, refundKopecks } = decided;
      await recordAction(tx, {
        ...{ actorId: staffId, action: `account-claim.${decision}`, subject: `account-claim:${claimId}`, ip },
        details: { state, orderId, refundKopecks, reason },
      });
      return decided;
    }),
  );
  notifyListeners(db);
  return answered;
}
