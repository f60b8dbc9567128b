import sql from "sql-template-tag";
import { claimErrors } from "#features/payments/claims/claims.errors.ts";
import { claimLimits } from "#features/payments/claims/claims.rules.ts";
import { askForCode, recordReturnAddress } from "#features/payments/claims/return-address.writes.ts";
import { paymentErrors } from "#features/payments/payments.errors.ts";
import { isTronAddress, tetherProvider, transactionIdIn } from "#features/payments/tether.rules.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { maybeOne, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

export type NewClaim = {
  readonly userId: number;
  readonly paymentId: number;
  readonly transactionId: string;
  readonly returnAddress: string;
  readonly contact: string;
  readonly idempotencyKey: string;
};

export type SentClaim = { readonly id: number; readonly replayed: boolean };

/**
 * Records a claim of a payer about a transfer; the staff decides. The same key answers the same claim. Others may claim the same
 * transaction too: nobody can be kept from their money by a stranger who read the chain faster. The address for a return is a payout
 * destination: for a new one a code is mailed (`confirmReturnAddress`).
 * Throws PAYMENT_NOT_FOUND, TRANSACTION_ID_INCORRECT, RETURN_ADDRESS_INCORRECT, CONTACT_MISSING, TRANSACTION_CREDITED,
 * CLAIM_EXISTS, IDEMPOTENCY_MISMATCH, TOO_MANY_REQUESTS, TOO_MANY_ATTEMPTS.
 */
export async function sendClaim(db: Db, claim: NewClaim): Promise<SentClaim> {
  return withTransaction(db, async (tx) => {
    await refuseForeignPayment(tx, claim);
    const tidy = tidied(claim);
    const inputHash = hashOf(tidy);
    const earlier = await findByKey(tx, tidy, inputHash);
    if (earlier) return earlier;
    await refuseCredited(tx, tidy.transactionId);
    return recordClaim(tx, tidy, inputHash);
  });
}

function tidied(claim: NewClaim): NewClaim {
  const transactionId = transactionIdIn(claim.transactionId);
  const returnAddress = claim.returnAddress.trim();
  if (transactionId === null) throw new AppError(claimErrors.TRANSACTION_ID_INCORRECT);
  if (!isTronAddress(returnAddress)) throw new AppError(claimErrors.RETURN_ADDRESS_INCORRECT);
  const contact = claim.contact.trim();
  if (contact.length < claimLimits.leastContactCharacters) throw new AppError(claimErrors.CONTACT_MISSING);
  return { ...claim, transactionId, returnAddress, contact };
}

function hashOf({ paymentId, transactionId, returnAddress, contact }: NewClaim): string {
  return inputHash("claim", paymentId, transactionId, returnAddress, contact);
}

/** Locks the payment too: claims of one user follow each other. */
async function refuseForeignPayment(tx: Tx, { userId, paymentId }: NewClaim): Promise<void> {
  const payment = await maybeOne(
    tx,
    sql`select id from payments where id = ${paymentId} and user_id = ${userId} and provider = ${tetherProvider}
        for update`,
  );
  if (!payment) throw new AppError(paymentErrors.PAYMENT_NOT_FOUND);
}

async function findByKey(tx: Tx, claim: NewClaim, inputHash: string): Promise<SentClaim | null> {
  const earlier = await maybeOne<{ id: number; inputHash: string }>(
    tx,
    sql`select id, input_hash as "inputHash" from payments_claims
        where user_id = ${claim.userId} and idempotency_key = ${claim.idempotencyKey}`,
  );
  if (!earlier) return null;
  if (earlier.inputHash !== inputHash) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
  return { id: earlier.id, replayed: true };
}

async function refuseCredited(tx: Tx, transactionId: string): Promise<void> {
  const { isCredited } = await one<{ isCredited: boolean }>(
    tx,
    sql`select exists (
          select from payments_tether_transfers t join payments p on p.id = t.payment_id
          where t.transaction_id = ${transactionId} and t.match = 'exact' and p.credited_transfer_id is not null
        ) as "isCredited"`,
  );
  if (isCredited) throw new AppError(claimErrors.TRANSACTION_CREDITED);
}

async function recordClaim(tx: Tx, claim: NewClaim, inputHash: string): Promise<SentClaim> {
  const { userId, paymentId, transactionId, returnAddress, contact, idempotencyKey } = claim;
  const { sent } = await one<{ sent: number }>(
    tx,
    sql`select count(*)::int as sent from payments_claims
        where user_id = ${userId} and created_at > app_now() - interval '1 day'`,
  );
  if (sent >= claimLimits.perDay) {
    throw new AppError(apiErrors.TOO_MANY_REQUESTS, { headers: { "retry-after": "3600" } });
  }
  const place = await recordReturnAddress(tx, userId, returnAddress);
  const made = await maybeOne<{ id: number }>(
    tx,
    sql`insert into payments_claims (user_id, payment_id, transaction_id, return_address, destination_id, contact, fee_micro,
          idempotency_key, input_hash)
        values (${userId}, ${paymentId}, ${transactionId}, ${returnAddress}, ${place.id}, ${contact}, ${claimLimits.feeMicro},
          ${idempotencyKey}, ${inputHash})
        on conflict do nothing returning id`,
  );
  if (!made) throw new AppError(claimErrors.CLAIM_EXISTS);
  await askForCode(tx, place, { userId, paymentId, claimId: made.id });
  return { id: made.id, replayed: false };
}
