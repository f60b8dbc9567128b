import sql from "sql-template-tag";
import { lockBalance, moveFunds } from "#features/ledger/ledger.writes.ts";
import { askPolicy } from "#features/policy/policy.reads.ts";
import {
  reverseAccountShare,
  waitForReplacement,
} from "#features/ready-accounts/earnings/store-earnings.writes.ts";
import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import { stepOffer } from "#features/ready-accounts/stock/offers.writes.ts";
import { stockUnits } from "#features/ready-accounts/stock/stock.rules.ts";
import { findPlace, openUnit, type SealedUnit } from "#features/ready-accounts/unit-texts.reads.ts";
import { tellClaimant } from "#features/ready-accounts/warranty/claim-notices.writes.ts";
import { tellSeller } from "#features/ready-accounts/warranty/seller-notices.writes.ts";
import { findSellerFigures } from "#features/ready-accounts/warranty/warranty.reads.ts";
import {
  type AccountClaimDecision,
  type AccountClaimState,
  accountClaims,
  standingOf,
  warrantyLimits,
} from "#features/ready-accounts/warranty/warranty.rules.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { notifyListeners } from "#lib/jobs/events.ts";
import { log } from "#lib/log.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

export type NewAccountClaim = {
  readonly userId: number;
  readonly orderId: number;
  /** Of the account in the order, from 1. */
  readonly place: number;
  /** What is wrong with it. */
  readonly text: string;
  readonly idempotencyKey: string;
};

/** What the idempotency key of a claim stands for. */
export function hashOfClaim({
  orderId,
  place,
  text,
}: Pick<NewAccountClaim, "orderId" | "place" | "text">): string {
  return inputHash("account claim", orderId, place, text);
}

/**
 * A buyer says that an account does not work: once per account, within the warranty. A store that has sold it is told. Throws
 * ACCOUNT_ORDER_NOT_FOUND, ACCOUNT_PLACE_UNKNOWN, WARRANTY_ENDED, ACCOUNT_CLAIMED, IDEMPOTENCY_MISMATCH.
 */
export function claimAccount(
  db: Db,
  claim: NewAccountClaim,
): Promise<{ claimId: number; replayed: boolean }> {
  return withTransaction(db, (tx) => writeClaim(tx, claim));
}

async function writeClaim(tx: Tx, claim: NewAccountClaim): Promise<{ claimId: number; replayed: boolean }> {
  const { userId, orderId, place, text, idempotencyKey } = claim;
  // Claims about one order come one after the other: behind its lock a key has either finished or not begun.
  const order = await maybeOne<{ state: string }>(
    tx,
    sql`select state from ready_accounts_orders where id = ${orderId} and user_id = ${userId} for update`,
  );
  if (!order) throw new AppError(readyAccountErrors.ACCOUNT_ORDER_NOT_FOUND);
  const hash = hashOfClaim(claim);
  const known = await maybeOne<{ id: number; hash: string }>(
    tx,
    sql`select id, input_hash as hash from ready_accounts_claims
        where user_id = ${userId} and idempotency_key = ${idempotencyKey}`,
  );
  if (known && known.hash !== hash) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
  if (known) return { claimId: known.id, replayed: true };
  const found = order.state === "delivered" ? await findPlace(tx, orderId, place) : null;
  if (!found) throw new AppError(readyAccountErrors.ACCOUNT_PLACE_UNKNOWN);
  const earlier = await maybeOne<{ state: AccountClaimState }>(
    tx,
    sql`select state from ready_accounts_claims where unit_id = ${found.unitId}`,
  );
  if (earlier) throw new AppError(readyAccountErrors.ACCOUNT_CLAIMED, { details: { state: earlier.state } });
  if (!found.isInTime) throw new AppError(readyAccountErrors.WARRANTY_ENDED);
  const made = await maybeOne<{ id: number }>(
    tx,
    sql`insert into ready_accounts_claims (order_id, position, unit_id, offer_id, user_id, text, claimable_until, due_at, idempotency_key,
          input_hash)
        select r.id, ${place}::integer, ${found.unitId}::bigint, r.offer_id, r.user_id, ${text}::text,
          coalesce(p.replacement_until, r.warranty_until), app_now() + make_interval(hours => ${warrantyLimits.answerHours}),
          ${idempotencyKey}::text, ${hash}::text
        from ready_accounts_orders r left join ready_accounts_claims p on p.replacement_unit_id = ${found.unitId}
        where r.id = ${orderId}
        on conflict (user_id, idempotency_key) do nothing returning id`,
  );
  // The key came with a claim about another order at the same moment.
  if (!made) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
  await tellSeller(tx, made.id);
  return { claimId: made.id, replayed: false };
}

export type AccountClaimAnswer = {
  readonly claimId: number;
  readonly decision: AccountClaimDecision;
  /** Who says so: one of the staff, or the owner of the store; null = nobody did in time. */
  readonly deciderId: number | null;
  /** Told to the buyer. */
  readonly reason: string | null;
  /** Policy lets another account of the offer be given (`mayReplace`). */
  readonly mayReplace: boolean;
  /** The store itself accepts, or has objected in time and nobody overruled it; else whoever owns it may not decide. */
  readonly isStores?: boolean;
};

export type DecidedAccountClaim = {
  readonly state: AccountClaimState;
  readonly orderId: number;
  readonly refundKopecks: Kopecks | null;
};

type LockedClaim = {
  readonly id: number;
  readonly orderId: number;
  readonly userId: number;
  readonly state: AccountClaimState;
  readonly offerId: number;
  /** Who has sold it; null = the house. */
  readonly sellerId: number | null;
  readonly priceKopecks: number;
  readonly warrantyHours: number;
};

/**
 * Decides a claim, once. One that is accepted gets another account of the offer while it is on sale and has some, else the price of one
 * account comes back, of which a store gives its share. Its buyer is told, and a store that did not decide so itself. Locks the wallet,
 * the claim, the offer and what the order earned, in this order. Throws ACCOUNT_CLAIM_NOT_FOUND, ACCOUNT_CLAIM_OWN,
 * ACCOUNT_CLAIM_DECIDED.
 */
export async function decideAccountClaim(tx: Tx, answer: AccountClaimAnswer): Promise<DecidedAccountClaim> {
  const claim = await lockClaim(tx, answer.claimId);
  const isParty =
    claim.userId === answer.deciderId || (claim.sellerId === answer.deciderId && !answer.isStores);
  if (isParty && answer.deciderId !== null) throw new AppError(readyAccountErrors.ACCOUNT_CLAIM_OWN);
  if (accountClaims.isFinal(claim.state))
    throw new AppError(readyAccountErrors.ACCOUNT_CLAIM_DECIDED, { details: { state: claim.state } });
  const outcome: Outcome =
    answer.decision === "refuse" ? { state: "refused" } : await makeGood(tx, claim, answer.mayReplace);
  await close(tx, claim, answer, outcome);
  if (outcome.state === "replaced") await waitForReplacement(tx, claim.id);
  if (outcome.state === "refunded")
    await reverseAccountShare(tx, { orderId: claim.orderId, claimId: claim.id });
  await tellClaimant(tx, claim.id);
  await tellSeller(tx, claim.id);
  if (outcome.state !== "refused") await judgeSeller(tx, claim.offerId);
  const refundKopecks = outcome.state === "refunded" ? kopecks(claim.priceKopecks) : null;
  return { state: outcome.state, orderId: claim.orderId, refundKopecks };
}

async function lockClaim(tx: Tx, claimId: number): Promise<LockedClaim> {
  const found = await maybeOne<{ userId: number }>(
    tx,
    sql`select user_id as "userId" from ready_accounts_claims where id = ${claimId}`,
  );
  if (!found) throw new AppError(readyAccountErrors.ACCOUNT_CLAIM_NOT_FOUND);
  await lockBalance(tx, "user", found.userId);
  return one<LockedClaim>(
    tx,
    sql`select c.id, c.order_id as "orderId", c.user_id as "userId", c.state, c.offer_id as "offerId",
          r.seller_id as "sellerId", r.price_kopecks as "priceKopecks", r.warranty_hours as "warrantyHours"
        from ready_accounts_claims c join ready_accounts_orders r on r.id = c.order_id
        where c.id = ${claimId} for update of c`,
  );
}

/** Another account of the offer, else the price of one. */
async function makeGood(tx: Tx, claim: LockedClaim, isAllowed: boolean): Promise<Outcome> {
  const { state } = await one<{ state: string }>(
    tx,
    sql`select state from ready_accounts_offers where id = ${claim.offerId} for no key update`,
  );
  const unitId = isAllowed && state === "on_sale" ? await takeReplacement(tx, claim.offerId) : null;
  return unitId === null ? await refundPrice(tx, claim) : { state: "replaced", unitId };
}

/** The oldest account in stock that can be read, sold from now on; null when there is none. The offer is locked. */
async function takeReplacement(tx: Tx, offerId: number): Promise<number | null> {
  for (;;) {
    const unit = await maybeOne<SealedUnit>(
      tx,
      sql`select id as "unitId", fingerprint, sealed_key as "sealedKey", sealed_text as "sealedText" from ready_accounts_units
          where offer_id = ${offerId} and state = 'available' and (expires_at is null or expires_at > app_now())
          order by id limit 1 for update`,
    );
    if (!unit) return null;
    if (openUnit(unit) !== null) {
      await execute(
        tx,
        sql`update ready_accounts_units set state = 'sold'
            where id = ${unit.unitId} and state = any (${stockUnits.statesBefore("replace")})`,
      );
      return unit.unitId;
    }
    log.error({ offerId, unitId: unit.unitId }, "an account in stock cannot be read");
    // As it is: a wrong key may be the cause.
    await execute(
      tx,
      sql`update ready_accounts_units set state = 'withdrawn', withdrawn_at = app_now(), withdrawal_reason = 'unreadable'
          where id = ${unit.unitId} and state = any (${stockUnits.statesBefore("break")})`,
    );
  }
}

/** The reference names order and claim: it is refunded once for ever. */
async function refundPrice(tx: Tx, claim: LockedClaim): Promise<Outcome> {
  const { transferId } = await moveFunds(tx, {
    kind: "ready_account_refund",
    userId: claim.userId,
    amountKopecks: kopecks(claim.priceKopecks),
    houseCode: "main",
    reference: `ready_account:${claim.orderId}:refund:${claim.id}`,
    reason: "warranty",
  });
  return { state: "refunded", transferId };
}

type Outcome =
  | { readonly state: "refused" }
  | { readonly state: "replaced"; readonly unitId: number }
  | { readonly state: "refunded"; readonly transferId: number };

async function close(
  tx: Tx,
  claim: LockedClaim,
  { deciderId, reason }: AccountClaimAnswer,
  outcome: Outcome,
): Promise<void> {
  const unitId = outcome.state === "replaced" ? outcome.unitId : null;
  const transferId = outcome.state === "refunded" ? outcome.transferId : null;
  await execute(
    tx,
    sql`update ready_accounts_claims set state = ${outcome.state}, decided_at = app_now(), decided_by = ${deciderId}, reason = ${reason},
          replacement_unit_id = ${unitId},
          replacement_until = case when ${unitId}::bigint is not null then app_now() + make_interval(hours => ${claim.warrantyHours}) end,
          refund_kopecks = case when ${transferId}::bigint is not null then ${claim.priceKopecks}::bigint end,
          refund_transfer_id = ${transferId}
        where id = ${claim.id}`,
  );
}

/**
 * Too many claims with right bar a seller's offer, also one that the seller has stopped meanwhile. The house's own are only counted.
 */
async function judgeSeller(tx: Tx, offerId: number): Promise<void> {
  const { sellerId } = await one<{ sellerId: number | null }>(
    tx,
    sql`select seller_id as "sellerId" from ready_accounts_offers where id = ${offerId}`,
  );
  if (sellerId === null) return;
  const figures = (await findSellerFigures(tx, [sellerId])).get(sellerId);
  if (figures && standingOf(figures) === "stopped") await stepOffer(tx, offerId, "stop");
}

/** Whether policy lets another account be given for a claim; asked before the transaction, as at a purchase. */
export async function mayReplace(db: Db, claimId: number): Promise<boolean> {
  const offer = await maybeOne<{ serviceId: number; countryId: number }>(
    db,
    sql`select o.service_id as "serviceId", o.country_id as "countryId"
        from ready_accounts_claims c join ready_accounts_offers o on o.id = c.offer_id where c.id = ${claimId}`,
  );
  if (!offer) return false;
  return (await askPolicy(db, { ...offer, mode: "readyAccounts", channel: "site" })).allowed;
}

type Objection = {
  readonly objection: string | null;
  readonly isDue: boolean;
  readonly sellerId: number | null;
};

/**
 * Ends a claim whose time is over: for its buyer where nobody has answered, and as the store says where it has objected and the staff did
 * not overrule it. One that was decided meanwhile stays as it is.
 */
export async function settleDueClaim(db: Db, claimId: number): Promise<void> {
  const isAllowed = await mayReplace(db, claimId);
  try {
    await withTransaction(db, async (tx) => {
      await lockClaim(tx, claimId);
      const { objection, isDue, sellerId } = await one<Objection>(
        tx,
        sql`select c.objection, c.due_at <= app_now() as "isDue", r.seller_id as "sellerId" from ready_accounts_claims c
            join ready_accounts_orders r on r.id = c.order_id where c.id = ${claimId}`,
      );
      // The store has objected at this very moment.
      if (objection !== null && !isDue) return;
      await decideAccountClaim(tx, {
        ...{ claimId, mayReplace: isAllowed },
        ...(objection === null
          ? { decision: "accept", deciderId: null, reason: null }
          : { decision: "refuse", deciderId: sellerId, reason: objection, isStores: true }),
      });
    });
    notifyListeners(db);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== readyAccountErrors.ACCOUNT_CLAIM_DECIDED.code)
      throw error;
  }
}

/**
 * The owner of a store objects to a claim about an account of its own, once and in time: the staff may overrule it, then it stands.
 * Throws ACCOUNT_CLAIM_NOT_FOUND, ACCOUNT_CLAIM_DECIDED, ACCOUNT_CLAIM_ANSWERED, ACCOUNT_CLAIM_LATE.
 */
export async function objectToClaim(
  tx: Tx,
  answer: { readonly claimId: number; readonly sellerId: number; readonly objection: string },
): Promise<void> {
  const { claimId, sellerId, objection } = answer;
  await holdSellersClaim(tx, claimId, sellerId);
  const done = await execute(
    tx,
    sql`update ready_accounts_claims set objection = ${objection}, objected_at = app_now(),
          due_at = app_now() + make_interval(hours => ${warrantyLimits.overruleHours})
        where id = ${claimId} and due_at > app_now()`,
  );
  if (done === 0) throw new AppError(readyAccountErrors.ACCOUNT_CLAIM_LATE);
}

/**
 * The owner of a store accepts a claim about an account of its own: it is decided at once. Throws as `objectToClaim` does.
 */
export async function acceptAsSeller(
  tx: Tx,
  answer: {
    readonly claimId: number;
    readonly sellerId: number;
    readonly reason: string;
    readonly mayReplace: boolean;
  },
): Promise<DecidedAccountClaim> {
  const { claimId, sellerId, reason, mayReplace: isAllowed } = answer;
  // Wallet before claim, as everybody who decides.
  await lockClaim(tx, claimId);
  await holdSellersClaim(tx, claimId, sellerId);
  return decideAccountClaim(tx, {
    ...{ claimId, decision: "accept", deciderId: sellerId, reason, mayReplace: isAllowed, isStores: true },
  });
}

/** Locks a claim that waits for its seller's answer. A claim about an account of somebody else is not there. */
async function holdSellersClaim(tx: Tx, claimId: number, sellerId: number): Promise<void> {
  const claim = await maybeOne<{ state: AccountClaimState; isAnswered: boolean }>(
    tx,
    sql`select c.state, c.objected_at is not null as "isAnswered" from ready_accounts_claims c
        join ready_accounts_orders r on r.id = c.order_id
        where c.id = ${claimId} and r.seller_id = ${sellerId} for update of c`,
  );
  if (!claim) throw new AppError(readyAccountErrors.ACCOUNT_CLAIM_NOT_FOUND);
  if (accountClaims.isFinal(claim.state))
    throw new AppError(readyAccountErrors.ACCOUNT_CLAIM_DECIDED, { details: { state: claim.state } });
  if (claim.isAnswered) throw new AppError(readyAccountErrors.ACCOUNT_CLAIM_ANSWERED);
}
