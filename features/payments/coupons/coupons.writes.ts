import sql from "sql-template-tag";
import type { Bucket } from "#features/identity/throttle/throttle.rules.ts";
import { returnAttempt, takeAttempts } from "#features/identity/throttle/throttle.writes.ts";
import { couponErrors } from "#features/payments/coupons/coupons.errors.ts";
import { type CouponMethod, readCouponCode } from "#features/payments/coupons/coupons.rules.ts";
import { couponProvider } from "#features/payments/methods.rules.ts";
import { placeParts, type ReturnContext, referenceOf } from "#features/payments/payments.rules.ts";
import { takeAnswerIn } from "#features/payments/settlement.writes.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { notifyListeners } from "#lib/jobs/events.ts";
import { keyedHash } from "#lib/keyed-hash.ts";
import { decimalRoubles, type Kopecks, kopecks } from "#lib/money/kopecks.ts";
import { networkOf } from "#lib/net/network-of.ts";

export type Redemption = {
  readonly userId: number;
  /** As it was typed. */
  readonly code: string;
  readonly context: ReturnContext;
  readonly idempotencyKey: string;
  /** The caller's address: guessing is counted by it too. */
  readonly ip: string;
};

export type RedeemedCoupon = {
  readonly paymentId: number;
  readonly amountKopecks: Kopecks;
  readonly replayed: boolean;
};

/** What is stored of a code. */
export function couponCodeHash(code: string): Buffer {
  return keyedHash("payments: coupon codes", code);
}

/**
 * Redeems a code: coupon, payment, credit and event in one transaction, once for ever. Wrong codes are counted per user and
 * per address. The same key answers the same payment.
 * Throws PAYMENT_CODE_INCORRECT, COUPON_NOT_FOUND, TOO_MANY_ATTEMPTS, IDEMPOTENCY_MISMATCH.
 */
export async function redeemCoupon(db: Db, redemption: Redemption): Promise<RedeemedCoupon> {
  const inputHash = hashOf(redemption);
  const earlier = await findEarlier(db, redemption, inputHash);
  if (earlier) return earlier;
  const buckets: Bucket[] = [
    { name: "coupon-account", subject: String(redemption.userId) },
    { name: "coupon-network", subject: networkOf(redemption.ip) },
  ];
  await takeAttempts(db, buckets);
  const code = readCouponCode(redemption.code);
  if (code === null) throw new AppError(couponErrors.PAYMENT_CODE_INCORRECT);
  const redeemed = await withTransaction(db, (tx) => redeem(tx, redemption, code, inputHash));
  for (const bucket of buckets) await returnAttempt(db, bucket);
  notifyListeners(db);
  return redeemed;
}

function hashOf({ code, context }: Redemption): string {
  // Keyed, since whoever reads the table must not learn the code.
  const codeMark = keyedHash("payments: redemptions", readCouponCode(code) ?? code).toString("base64url");
  return inputHash("coupon", codeMark, ...placeParts(context));
}

/** The payment that this key has made before, or null. */
async function findEarlier(
  db: Queryable,
  { userId, idempotencyKey }: Redemption,
  inputHash: string,
): Promise<RedeemedCoupon | null> {
  const earlier = await maybeOne<{ id: number; inputHash: string; amountKopecks: number }>(
    db,
    sql`select id, input_hash as "inputHash", amount_kopecks as "amountKopecks" from payments
        where user_id = ${userId} and idempotency_key = ${idempotencyKey}`,
  );
  if (!earlier) return null;
  if (earlier.inputHash !== inputHash) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
  return { paymentId: earlier.id, amountKopecks: kopecks(earlier.amountKopecks), replayed: true };
}

type LockedCoupon = { id: number; method: CouponMethod; amountKopecks: number; isOpen: boolean };

async function redeem(
  tx: Tx,
  redemption: Redemption,
  code: string,
  inputHash: string,
): Promise<RedeemedCoupon> {
  const coupon = await maybeOne<LockedCoupon>(
    tx,
    // The batch is locked against being voided meanwhile. A large one counts once a second person has approved it.
    sql`select c.id, b.method, b.amount_kopecks as "amountKopecks",
          c.redeemed_at is null and b.voided_at is null and b.expires_at > app_now()
            and (b.approved_at is not null or not b.needs_second) as "isOpen"
        from payments_coupons c join payments_coupon_batches b on b.id = c.batch_id
        where c.code_hash = ${couponCodeHash(code)} for update of c for share of b`,
  );
  // A call with the same key may have redeemed it while this one waited for the lock.
  const earlier = coupon && !coupon.isOpen ? await findEarlier(tx, redemption, inputHash) : null;
  if (earlier) return earlier;
  if (!coupon?.isOpen) throw new AppError(couponErrors.COUPON_NOT_FOUND);
  const paymentId = await recordPayment(tx, redemption, coupon, inputHash);
  if (paymentId === null) return getEarlier(tx, redemption, inputHash);
  await execute(
    tx,
    sql`update payments_coupons set redeemed_at = app_now(), redeemed_by = ${redemption.userId},
          payment_id = ${paymentId} where id = ${coupon.id}`,
  );
  const amountKopecks = kopecks(coupon.amountKopecks);
  await takeAnswerIn(tx, couponProvider, {
    providerPaymentId: String(coupon.id),
    reference: referenceOf(paymentId),
    state: "paid",
    paidAmount: decimalRoubles(amountKopecks),
    paidCurrency: "RUB",
    reversed: null,
    payerFingerprint: null,
  });
  return { paymentId, amountKopecks, replayed: false };
}

/** What took the key while this call was on its way: another payment of whatever kind is a mismatch. */
async function getEarlier(tx: Tx, redemption: Redemption, inputHash: string): Promise<RedeemedCoupon> {
  const earlier = await findEarlier(tx, redemption, inputHash);
  if (!earlier) throw new Error(`no payment has the key of user ${redemption.userId}`);
  return earlier;
}

/** Records the payment of a coupon; null when the key is taken. */
async function recordPayment(
  tx: Tx,
  { userId, idempotencyKey, context }: Redemption,
  { method, amountKopecks }: LockedCoupon,
  inputHash: string,
): Promise<number | null> {
  const made = await maybeOne<{ id: number }>(
    tx,
    sql`insert into payments (user_id, method, provider, amount_kopecks, state, idempotency_key, input_hash,
          return_context, expires_at, due_at)
        values (${userId}, ${method}, ${couponProvider}, ${amountKopecks}, 'created', ${idempotencyKey}, ${inputHash},
          ${context}, app_now(), app_now())
        on conflict (user_id, idempotency_key) do nothing returning id`,
  );
  return made?.id ?? null;
}
