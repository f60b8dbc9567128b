import sql from "sql-template-tag";
import { recordAction } from "#features/identity/audit.writes.ts";
import { moveFunds } from "#features/ledger/ledger.writes.ts";
import { findSignedHash, signCredit } from "#features/payments/claims/claim-signatures.writes.ts";
import { claimErrors } from "#features/payments/claims/claims.errors.ts";
import { CLAIM_RATE } from "#features/payments/claims/claims.reads.ts";
import { type ClaimState, claimWorth, nextState } from "#features/payments/claims/claims.rules.ts";
import type { PaymentState } from "#features/payments/payments.rules.ts";
import { tetherProvider } from "#features/payments/tether.rules.ts";
import { DESTINATION_STATE } from "#features/payments/withdrawals/payout-destination/payout-destination.reads.ts";
import type { DestinationState } from "#features/payments/withdrawals/payout-destination/payout-destination.rules.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { emitEvent, notifyListeners } from "#lib/jobs/events.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/** What the staff make of a claim. */
type ClaimWord =
  /** The transfer's worth goes onto the balance, less the fee where it is kept. */
  | { readonly decision: "credit"; readonly withFee: boolean }
  /** It was sent back to the payer's address, less the fee. */
  | { readonly decision: "return"; readonly returnTransactionId: string }
  | { readonly decision: "reject" };

export type ClaimDecision = ClaimWord & {
  readonly claimId: number;
  readonly staffId: number;
  /** Told to the payer; at least three characters for a refusal. */
  readonly reason: string;
  /** The same key is the same decision. */
  readonly key: string;
  readonly ip?: string;
};

export type DecidedClaim = {
  readonly state: ClaimState;
  readonly creditedKopecks: Kopecks | null;
  /** A second person must say the same before anything moves. */
  readonly isWaitingForSecond: boolean;
  readonly replayed: boolean;
};

/**
 * Decides a claim, once. Credit and return need a confirmed transfer to our address that nothing else was credited for; the
 * amount follows from the chain and the rate of when it came, nobody types or chooses it. A return needs an address that was confirmed and has rested.
 * Above the limit a credit takes the same word of two different people. With the audit in one transaction.
 * Throws CLAIM_NOT_FOUND, CLAIM_OWN, CLAIM_DECIDED, CLAIM_TRANSFER_UNKNOWN, CLAIM_TRANSFER_SETTLED, TRANSACTION_CREDITED,
 * CLAIM_TOO_SMALL, RETURN_ADDRESS_UNCONFIRMED, RETURN_ADDRESS_RESTS, IDEMPOTENCY_MISMATCH.
 */
export async function decideClaim(db: Db, decision: ClaimDecision): Promise<DecidedClaim> {
  const decided = await withTransaction(db, (tx) => decide(tx, decision));
  notifyListeners(db);
  return decided;
}

type LockedClaim = {
  id: number;
  userId: number;
  paymentId: number;
  transactionId: string;
  state: ClaimState;
  feeMicro: number;
  creditedKopecks: Kopecks | null;
  decisionKey: string | null;
  decisionHash: string | null;
  rate: string | null;
  returnAddressState: DestinationState;
};

async function decide(tx: Tx, decision: ClaimDecision): Promise<DecidedClaim> {
  const claim = await lockClaim(tx, decision);
  const decisionHash = hashOf(decision);
  if (claim.decisionKey === decision.key) {
    if (claim.decisionHash !== decisionHash) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
    return repeated(claim);
  }
  const signedHash = await findSignedHash(tx, decision);
  if (signedHash !== null) {
    if (signedHash !== decisionHash) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
    return repeated(claim);
  }
  const state = nextState(claim.state, decision.decision);
  if (state === null) throw new AppError(claimErrors.CLAIM_DECIDED);
  if (state !== "rejected") await refuseSettled(tx, claim);
  if (state === "returned") refuseUnusable(claim);
  if (decision.decision !== "credit")
    return finish(tx, claim, decision, { state, decisionHash, credit: null });
  const amountKopecks = await worthOf(tx, claim, decision.withFee);
  const signature = { ...decision, hash: decisionHash };
  if (!(await signCredit(tx, signature, amountKopecks))) {
    await recordDecision(tx, claim, decision, { action: "claim.sign", amountKopecks });
    return { state: claim.state, creditedKopecks: null, isWaitingForSecond: true, replayed: false };
  }
  const credit = await creditClaim(tx, claim, amountKopecks);
  return finish(tx, claim, decision, { state, decisionHash, credit });
}

function repeated({ state, creditedKopecks }: LockedClaim): DecidedClaim {
  return { state, creditedKopecks, isWaitingForSecond: state === "open", replayed: true };
}

async function finish(
  tx: Tx,
  claim: LockedClaim,
  decision: ClaimDecision,
  outcome: Outcome,
): Promise<DecidedClaim> {
  const { state, credit } = outcome;
  const amountKopecks = credit?.amountKopecks ?? null;
  await storeDecision(tx, claim, decision, outcome);
  await recordDecision(tx, claim, decision, { action: `claim.${decision.decision}`, amountKopecks });
  const kind = credit ? "balance" : "payment";
  await emitEvent(tx, { userId: claim.userId, kind, data: { paymentId: claim.paymentId, claim: state } });
  return { state, creditedKopecks: amountKopecks, isWaitingForSecond: false, replayed: false };
}

/** `amountKopecks`: of a credit, or of what is signed to be one. */
function recordDecision(
  tx: Tx,
  claim: LockedClaim,
  decision: ClaimDecision,
  { action, amountKopecks }: { action: string; amountKopecks: Kopecks | null },
): Promise<void> {
  return recordAction(tx, {
    actorId: decision.staffId,
    action,
    subject: `claim:${claim.id}`,
    details: {
      paymentId: claim.paymentId,
      userId: claim.userId,
      transactionId: claim.transactionId,
      creditedKopecks: amountKopecks,
      rubPerUnit: amountKopecks === null ? null : claim.rate,
      withFee: withFeeOf(decision),
      reason: decision.reason,
    },
    ip: decision.ip,
  });
}

function withFeeOf(decision: ClaimDecision): boolean | null {
  if (decision.decision === "reject") return null;
  return decision.decision === "return" || decision.withFee;
}

function hashOf(decision: ClaimDecision): string {
  const sent = decision.decision === "return" ? decision.returnTransactionId : null;
  const { claimId, reason } = decision;
  return inputHash("decide claim", claimId, decision.decision, withFeeOf(decision), sent, reason);
}

async function lockClaim(tx: Tx, { claimId, staffId }: ClaimDecision): Promise<LockedClaim> {
  const claim = await maybeOne<LockedClaim>(
    tx,
    sql`select c.id, c.user_id as "userId", c.payment_id as "paymentId", c.transaction_id as "transactionId", c.state,
          c.fee_micro as "feeMicro", c.credited_kopecks as "creditedKopecks", c.decision_key as "decisionKey",
          c.decision_hash as "decisionHash", ${CLAIM_RATE}::text as rate, ${DESTINATION_STATE} as "returnAddressState"
        from payments_claims c left join payments_tether_transfers t on t.transaction_id = c.transaction_id
          left join payments_payout_destinations q on q.id = c.destination_id
        where c.id = ${claimId} for update of c`,
  );
  if (!claim) throw new AppError(claimErrors.CLAIM_NOT_FOUND);
  if (claim.userId === staffId) throw new AppError(claimErrors.CLAIM_OWN);
  return claim;
}

/** Decisions about one transaction follow each other, whoever claimed it; the unique index is behind this. */
async function refuseSettled(tx: Tx, { transactionId }: LockedClaim): Promise<void> {
  await execute(
    tx,
    sql`select pg_advisory_xact_lock(hashtext('payments_claims'), hashtext(${transactionId}))`,
  );
  const settled = await maybeOne(
    tx,
    sql`select id from payments_claims where transaction_id = ${transactionId} and state in ('credited', 'returned')`,
  );
  if (settled) throw new AppError(claimErrors.CLAIM_TRANSFER_SETTLED);
  const transfer = await maybeOne<{ paidId: number | null }>(
    tx,
    sql`select case when match = 'exact' then payment_id end as "paidId" from payments_tether_transfers
        where transaction_id = ${transactionId}`,
  );
  if (!transfer) throw new AppError(claimErrors.CLAIM_TRANSFER_UNKNOWN);
  if (transfer.paidId === null) return;
  // An exact transfer pays its invoice by itself, be it in a moment; only an overpaid payment stays as it is for ever.
  const paid = await maybeOne<{ state: PaymentState }>(
    tx,
    sql`select state from payments where id = ${transfer.paidId} for update`,
  );
  if (paid?.state !== "overpaid") throw new AppError(claimErrors.TRANSACTION_CREDITED);
}

/** An address never goes back to an earlier state: what was usable stays so. */
function refuseUnusable({ returnAddressState }: LockedClaim): void {
  if (returnAddressState === "unconfirmed") throw new AppError(claimErrors.RETURN_ADDRESS_UNCONFIRMED);
  if (returnAddressState === "resting") throw new AppError(claimErrors.RETURN_ADDRESS_RESTS);
}

type Credit = { readonly amountKopecks: Kopecks; readonly transferId: number };

/** What crediting the claim brings. Throws CLAIM_TOO_SMALL. */
async function worthOf(tx: Tx, claim: LockedClaim, withFee: boolean): Promise<Kopecks> {
  const transfer = await maybeOne<{ amountMicro: number }>(
    tx,
    sql`select amount_micro as "amountMicro" from payments_tether_transfers
        where transaction_id = ${claim.transactionId}`,
  );
  const feeMicro = withFee ? BigInt(claim.feeMicro) : 0n;
  const amountKopecks = claimWorth(BigInt(transfer?.amountMicro ?? 0), feeMicro, claim.rate ?? "");
  if (amountKopecks === null) throw new AppError(claimErrors.CLAIM_TOO_SMALL);
  return amountKopecks;
}

/** The reference names the transaction: it is credited once for ever, whatever happens to the claim's row. */
async function creditClaim(tx: Tx, claim: LockedClaim, amountKopecks: Kopecks): Promise<Credit> {
  const { transferId } = await moveFunds(tx, {
    kind: "top_up_claim",
    userId: claim.userId,
    amountKopecks,
    houseCode: tetherProvider,
    reference: `claim:${tetherProvider}:${claim.transactionId}`,
    reason: "tether",
  });
  return { amountKopecks, transferId };
}

type Outcome = { state: ClaimState; decisionHash: string; credit: Credit | null };

async function storeDecision(
  tx: Tx,
  claim: LockedClaim,
  decision: ClaimDecision,
  { state, decisionHash, credit }: Outcome,
): Promise<void> {
  const sent = decision.decision === "return" ? decision.returnTransactionId : null;
  await execute(
    tx,
    sql`update payments_claims set state = ${state}, reason = ${decision.reason || null},
          with_fee = ${withFeeOf(decision)}, credited_kopecks = ${credit?.amountKopecks ?? null},
          credited_transfer_id = ${credit?.transferId ?? null}, rub_per_unit = ${credit ? claim.rate : null},
          return_transaction_id = ${sent},
          decided_by = ${decision.staffId}, decided_at = app_now(), decision_key = ${decision.key},
          decision_hash = ${decisionHash}
        where id = ${claim.id}`,
  );
}
