import sql from "sql-template-tag";
import type { CouponMethod } from "#features/payments/coupons/coupons.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";

export type BatchLine = {
  readonly id: number;
  readonly method: CouponMethod;
  readonly locale: Locale;
  readonly count: number;
  readonly redeemedCount: number;
  readonly amountKopecks: number;
  readonly priceFen: number;
  readonly note: string;
  readonly createdBy: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly isExpired: boolean;
  readonly voidedAt: Date | null;
  /** A second person has to approve it before its codes count. */
  readonly isWaiting: boolean;
  readonly approvedBy: number | null;
};

/** Batches for the staff, newest first; `beforeId` is the last one of the page before. */
export async function listCouponBatches(
  db: Queryable,
  { beforeId, limit }: { beforeId: number | null; limit: number },
): Promise<BatchLine[]> {
  return rows<BatchLine>(
    db,
    sql`select b.id, b.method, b.locale, b.coupon_count as count, b.amount_kopecks as "amountKopecks",
          b.price_fen as "priceFen", b.note, b.created_by as "createdBy", b.created_at as "createdAt",
          b.expires_at as "expiresAt", b.expires_at <= app_now() as "isExpired", b.voided_at as "voidedAt",
          b.needs_second and b.approved_at is null as "isWaiting", b.approved_by as "approvedBy",
          (select count(*)::int from payments_coupons c where c.batch_id = b.id and c.redeemed_at is not null)
            as "redeemedCount"
        from payments_coupon_batches b
        where ${beforeId}::bigint is null or b.id < ${beforeId}
        order by b.id desc limit ${limit}`,
  );
}

export type CouponLine = {
  readonly id: number;
  readonly batchId: number;
  readonly ending: string;
  readonly redeemedBy: number | null;
  readonly redeemedAt: Date | null;
  readonly paymentId: number | null;
};

/** Codes by their last four characters, for the staff who are read one by a buyer; newest first, 50 at most. */
export async function listCouponsByEnding(db: Queryable, ending: string): Promise<CouponLine[]> {
  return rows<CouponLine>(
    db,
    sql`select id, batch_id as "batchId", ending, redeemed_by as "redeemedBy", redeemed_at as "redeemedAt",
          payment_id as "paymentId"
        from payments_coupons where ending = ${ending.trim().toUpperCase()} order by id desc limit 50`,
  );
}
