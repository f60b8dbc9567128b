import { randomInt } from "node:crypto";
import sql from "sql-template-tag";
import { recordAction } from "#features/identity/audit.writes.ts";
import { couponErrors } from "#features/payments/coupons/coupons.errors.ts";
import {
  type CouponMethod,
  couponCharacters,
  couponCodeOf,
  couponCsv,
  couponDrawn,
  couponEnding,
  couponLimits,
  couponMinimumFen,
  fenText,
  needsSecondPerson,
  printedCouponCode,
} from "#features/payments/coupons/coupons.rules.ts";
import { couponCodeHash } from "#features/payments/coupons/coupons.writes.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

export type NewBatch = {
  readonly method: CouponMethod;
  /** The language it is sold in. */
  readonly locale: Locale;
  /** 1 to 1,000 codes. */
  readonly count: number;
  /** What each code credits. */
  readonly amountKopecks: Kopecks;
  /** What it is sold for, in hundredths of a yuan. */
  readonly priceFen: number;
  readonly expiresAt: Date;
  /** For the staff: which shop, which order. */
  readonly note: string;
  readonly actorId: number;
  readonly idempotencyKey: string;
  readonly ip: string;
};

export type MadeBatch = {
  readonly id: number;
  /** As they are sold: `ABCD-EFGH-JKMN-PQRS`. Told this once; only their hashes are stored. */
  readonly codes: readonly string[];
  /** The same as a file. */
  readonly csv: string;
  /** A second person must approve the batch before its codes can be redeemed. */
  readonly isWaitingForSecond: boolean;
};

/**
 * Makes a batch of codes and notes who did; above the limit they count once a second person has approved it. A key makes one batch:
 * since codes are told once, the same key again is refused.
 * Throws COUPON_PRICE_TOO_SMALL, BATCH_ENDS_WRONG, BATCH_EXISTS.
 */
export async function createCouponBatch(db: Db, batch: NewBatch): Promise<MadeBatch> {
  const minimumFen = couponMinimumFen(env.COUPON_MINIMUMS_CNY, batch.locale);
  if (batch.priceFen < minimumFen) {
    throw new AppError(couponErrors.COUPON_PRICE_TOO_SMALL, { details: { minPrice: minimumFen / 100 } });
  }
  const codes = newCodes(batch.count);
  const needsSecond = needsSecondPerson(batch, env.COUPON_TWO_PEOPLE_KOPECKS);
  const id = await withTransaction(db, async (tx) => {
    const made = await recordBatch(tx, batch, needsSecond);
    await storeCodes(tx, made, codes);
    await recordAction(tx, {
      actorId: batch.actorId,
      action: "coupon-batch.create",
      subject: `coupon-batch:${made}`,
      details: {
        method: batch.method,
        locale: batch.locale,
        count: batch.count,
        amountKopecks: batch.amountKopecks,
        priceCny: fenText(batch.priceFen),
        needsSecond,
      },
      ip: batch.ip,
    });
    return made;
  });
  return {
    id,
    codes: codes.map(printedCouponCode),
    csv: couponCsv({ ...batch, codes }),
    isWaitingForSecond: needsSecond,
  };
}

function newCodes(count: number): string[] {
  const codes = new Set<string>();
  while (codes.size < count) {
    codes.add(couponCodeOf(Array.from({ length: couponDrawn }, () => randomInt(couponCharacters))));
  }
  return [...codes];
}

async function recordBatch(tx: Tx, batch: NewBatch, needsSecond: boolean): Promise<number> {
  const { endsRight } = await one<{ endsRight: boolean }>(
    tx,
    sql`select ${batch.expiresAt}::timestamptz > app_now()
          and ${batch.expiresAt}::timestamptz <= app_now() + make_interval(days => ${couponLimits.longestDays}) as "endsRight"`,
  );
  if (!endsRight) throw new AppError(couponErrors.BATCH_ENDS_WRONG);
  const made = await maybeOne<{ id: number }>(
    tx,
    sql`insert into payments_coupon_batches (method, locale, coupon_count, amount_kopecks, price_fen, expires_at, note,
          created_by, idempotency_key, needs_second)
        values (${batch.method}, ${batch.locale}, ${batch.count}, ${batch.amountKopecks}, ${batch.priceFen},
          ${batch.expiresAt}, ${batch.note}, ${batch.actorId}, ${batch.idempotencyKey}, ${needsSecond})
        on conflict (created_by, idempotency_key) do nothing returning id`,
  );
  if (made) return made.id;
  const { id } = await one<{ id: number }>(
    tx,
    sql`select id from payments_coupon_batches
        where created_by = ${batch.actorId} and idempotency_key = ${batch.idempotencyKey}`,
  );
  throw new AppError(couponErrors.BATCH_EXISTS, { details: { batchId: id } });
}

async function storeCodes(tx: Tx, batchId: number, codes: readonly string[]): Promise<void> {
  await execute(tx, {
    text: `insert into payments_coupons (batch_id, code_hash, ending)
      select $1, hash, ending from unnest($2::bytea[], $3::text[]) as made (hash, ending)`,
    values: [batchId, codes.map(couponCodeHash), codes.map(couponEnding)],
  });
}

/** What a member of the staff decides about a batch. */
export type BatchDecision = {
  readonly id: number;
  readonly actorId: number;
  readonly reason: string;
  readonly ip: string;
};

type WaitingBatch = {
  createdBy: number;
  count: number;
  amountKopecks: number;
  isOver: boolean;
  isWaiting: boolean;
};

/**
 * Approves a batch that takes a second person: from now on its codes can be redeemed. A second call changes nothing, nor does one
 * for a batch that takes nobody else. Throws BATCH_NOT_FOUND, BATCH_OWN, BATCH_OVER.
 */
export async function approveCouponBatch(db: Db, { id, actorId, reason, ip }: BatchDecision): Promise<void> {
  await withTransaction(db, async (tx) => {
    const batch = await maybeOne<WaitingBatch>(
      tx,
      sql`select created_by as "createdBy", coupon_count as count, amount_kopecks as "amountKopecks",
            voided_at is not null or expires_at <= app_now() as "isOver",
            needs_second and approved_at is null as "isWaiting"
          from payments_coupon_batches where id = ${id} for update`,
    );
    if (!batch) throw new AppError(couponErrors.BATCH_NOT_FOUND);
    const { createdBy, count, amountKopecks } = batch;
    if (!batch.isWaiting) return;
    if (createdBy === actorId) throw new AppError(couponErrors.BATCH_OWN);
    if (batch.isOver) throw new AppError(couponErrors.BATCH_OVER);
    await execute(
      tx,
      sql`update payments_coupon_batches set approved_at = app_now(), approved_by = ${actorId} where id = ${id}`,
    );
    await recordAction(tx, {
      actorId,
      action: "coupon-batch.approve",
      subject: `coupon-batch:${id}`,
      details: { createdBy, count, amountKopecks, reason },
      ip,
    });
  });
}

/**
 * Makes the codes of a batch that nobody has redeemed worthless; redeemed ones stay as they are. A second call changes
 * nothing. Answers how many codes it ended. Throws BATCH_NOT_FOUND.
 */
export async function voidCouponBatch(db: Db, { id, actorId, reason, ip }: BatchDecision): Promise<number> {
  return withTransaction(db, async (tx) => {
    const batch = await maybeOne<{ isVoid: boolean }>(
      tx,
      sql`select voided_at is not null as "isVoid" from payments_coupon_batches where id = ${id} for update`,
    );
    if (!batch) throw new AppError(couponErrors.BATCH_NOT_FOUND);
    if (batch.isVoid) return 0;
    await execute(
      tx,
      sql`update payments_coupon_batches set voided_at = app_now(), voided_by = ${actorId} where id = ${id}`,
    );
    const { ended } = await one<{ ended: number }>(
      tx,
      sql`select count(*)::int as ended from payments_coupons where batch_id = ${id} and redeemed_at is null`,
    );
    await recordAction(tx, {
      actorId,
      action: "coupon-batch.void",
      subject: `coupon-batch:${id}`,
      details: { ended, reason },
      ip,
    });
    return ended;
  });
}
