import sql, { empty, raw, type Sql } from "sql-template-tag";
import { lockBalance } from "#features/ledger/ledger.writes.ts";
import { claimErrors } from "#features/payments/claims/claims.errors.ts";
import type { ClaimState } from "#features/payments/claims/claims.rules.ts";
import {
  confirmDestination,
  mailCode,
  type PayoutDestination,
  proveCode,
  recordDestination,
} from "#features/payments/withdrawals/payout-destination/payout-destination.writes.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { emitEvent, notifyListeners } from "#lib/jobs/events.ts";

/** A claim of a user about one of their payments. */
export type OwnClaim = { readonly userId: number; readonly paymentId: number; readonly claimId: number };

/** The payout destination of an address, with the user's wallet locked as withdrawals lock it. */
export async function recordReturnAddress(
  tx: Tx,
  userId: number,
  address: string,
): Promise<PayoutDestination> {
  await lockBalance(tx, "user", userId);
  return recordDestination(tx, userId, "usdt", address);
}

/**
 * Mails the code for the address of a claim that was just sent, unless the address is confirmed or the code of an earlier claim still
 * works. Throws TOO_MANY_ATTEMPTS.
 */
export async function askForCode(tx: Tx, place: PayoutDestination, claim: OwnClaim): Promise<void> {
  if (!place.isConfirmed && !place.hasCode) await mailCodeFor(tx, place, claim);
}

async function mailCodeFor(tx: Tx, place: PayoutDestination, claim: OwnClaim): Promise<void> {
  const { userId, paymentId, claimId: id } = claim;
  await mailCode(tx, place, { kind: "claim", id, userId, paymentId });
}

/**
 * Mails another code for the address of an open claim; the earlier one ends. A claim from before addresses were confirmed gets its
 * destination with it. Throws CLAIM_NOT_FOUND, CLAIM_DECIDED, RETURN_ADDRESS_CONFIRMED, TOO_MANY_ATTEMPTS.
 */
export async function mailReturnCode(db: Db, claim: OwnClaim): Promise<void> {
  await withTransaction(db, async (tx) => {
    const { returnAddress, isConfirmed } = await findOpen(tx, claim, raw("for update of c"));
    if (isConfirmed) throw new AppError(claimErrors.RETURN_ADDRESS_CONFIRMED);
    const place = await recordReturnAddress(tx, claim.userId, returnAddress);
    await execute(
      tx,
      sql`update payments_claims set destination_id = ${place.id} where id = ${claim.claimId} and destination_id is null`,
    );
    // A claim from before, to an address that was confirmed for something else meanwhile, needs no code.
    if (!place.isConfirmed) await mailCodeFor(tx, place, claim);
  });
}

/**
 * Takes the mailed code for the address of an open claim: it counts as a payout destination from now on, and money is sent back there
 * when it has rested. Withdrawals that waited for the same address go on.
 * Throws CLAIM_NOT_FOUND, CLAIM_DECIDED, RETURN_ADDRESS_CONFIRMED, RETURN_CODE_WRONG, RETURN_CODE_EXPIRED.
 */
export async function confirmReturnAddress(db: Db, claim: OwnClaim, code: string): Promise<void> {
  const { destinationId, isConfirmed } = await findOpen(db, claim);
  if (isConfirmed) throw new AppError(claimErrors.RETURN_ADDRESS_CONFIRMED);
  if (destinationId === null) throw new AppError(claimErrors.RETURN_CODE_EXPIRED);
  const proven = await proveCode(db, destinationId, code, {
    wrong: claimErrors.RETURN_CODE_WRONG,
    expired: claimErrors.RETURN_CODE_EXPIRED,
  });
  const { userId, paymentId, claimId: id } = claim;
  await withTransaction(db, async (tx) => {
    const freed = await confirmDestination(tx, userId, proven, { kind: "claim", id, paymentId });
    if (freed === null) throw new AppError(claimErrors.RETURN_CODE_EXPIRED);
    await emitEvent(tx, { userId, kind: "payment", data: { paymentId, claim: "open" } });
  });
  notifyListeners(db);
}

type Found = {
  state: ClaimState;
  returnAddress: string;
  destinationId: number | null;
  isConfirmed: boolean;
};

/** `lock`: what the statement ends with. */
async function findOpen(
  db: Queryable,
  { userId, paymentId, claimId }: OwnClaim,
  lock: Sql = empty,
): Promise<Found> {
  const found = await maybeOne<Found>(
    db,
    sql`select c.state, c.return_address as "returnAddress", c.destination_id as "destinationId",
          q.confirmed_at is not null as "isConfirmed"
        from payments_claims c left join payments_payout_destinations q on q.id = c.destination_id
        where c.id = ${claimId} and c.payment_id = ${paymentId} and c.user_id = ${userId} ${lock}`,
  );
  if (!found) throw new AppError(claimErrors.CLAIM_NOT_FOUND);
  if (found.state !== "open") throw new AppError(claimErrors.CLAIM_DECIDED);
  return found;
}
