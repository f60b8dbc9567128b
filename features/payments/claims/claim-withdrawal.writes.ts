import sql from "sql-template-tag";
import { claimErrors } from "#features/payments/claims/claims.errors.ts";
import { type ClaimState, nextState } from "#features/payments/claims/claims.rules.ts";
import type { OwnClaim } from "#features/payments/claims/return-address.writes.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { emitEvent, notifyListeners } from "#lib/jobs/events.ts";

/**
 * Withdraws a claim of the user's own before the staff have decided it; the transaction may be claimed again. The same key is the same
 * withdrawal, and returns true. Throws CLAIM_NOT_FOUND, CLAIM_DECIDED, IDEMPOTENCY_MISMATCH.
 */
export async function withdrawClaim(db: Db, claim: OwnClaim, key: string): Promise<boolean> {
  const { userId, paymentId, claimId } = claim;
  const replayed = await withTransaction(db, async (tx) => {
    // Keys of decisions are one list for all: what an account chooses is kept apart by its id.
    const decisionKey = `withdraw:${userId}:${key}`;
    if (await isReplay(tx, claim, decisionKey)) return true;
    const found = await maybeOne<{ state: ClaimState }>(
      tx,
      sql`select state from payments_claims
          where id = ${claimId} and payment_id = ${paymentId} and user_id = ${userId} for update`,
    );
    if (!found) throw new AppError(claimErrors.CLAIM_NOT_FOUND);
    const state = nextState(found.state, "withdraw");
    if (state === null) throw new AppError(claimErrors.CLAIM_DECIDED);
    await execute(
      tx,
      sql`update payments_claims set state = ${state}, decided_by = user_id, decided_at = app_now(),
            decision_key = ${decisionKey}, decision_hash = ${inputHash("withdraw claim", claimId)}
          where id = ${claimId}`,
    );
    await emitEvent(tx, { userId, kind: "payment", data: { paymentId, claim: state } });
    return false;
  });
  notifyListeners(db);
  return replayed;
}

/** Withdrawals of one account follow each other, so that a key that comes twice at once is found by the second. */
async function isReplay(tx: Tx, { userId, claimId }: OwnClaim, decisionKey: string): Promise<boolean> {
  await execute(
    tx,
    sql`select pg_advisory_xact_lock(hashtext('payments_claims withdrawals'), hashtext(${String(userId)}))`,
  );
  const earlier = await maybeOne<{ id: number }>(
    tx,
    sql`select id from payments_claims where decision_key = ${decisionKey}`,
  );
  if (earlier && earlier.id !== claimId) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
  return earlier !== null;
}
