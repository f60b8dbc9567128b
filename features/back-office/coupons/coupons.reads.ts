import { deskPageSize, type Page, pageFrom } from "#features/back-office/back-office.rules.ts";
import type { BatchView } from "#features/back-office/coupons/coupons.contract.ts";
import { listNames } from "#features/back-office/names.reads.ts";
import { type BatchLine, listCouponBatches } from "#features/payments/coupons/batches/batches.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";

/** Batches of coupons, newest first. */
export async function listBatchViews(db: Queryable, before: number | undefined): Promise<Page<BatchView>> {
  const found = await listCouponBatches(db, { beforeId: before ?? null, limit: deskPageSize + 1 });
  const { items, hasMore } = pageFrom(found);
  const nameOf = await listNames(
    db,
    items.flatMap(({ createdBy, approvedBy }) => [createdBy, approvedBy]),
  );
  const views = items.map((line) => {
    const { isExpired, isWaiting, voidedAt, createdBy, approvedBy, createdAt, expiresAt, ...batch } = line;
    return {
      ...batch,
      createdBy: nameOf(createdBy),
      approvedBy: approvedBy === null ? null : nameOf(approvedBy),
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      state: stateOf(line),
    };
  });
  return { items: views, hasMore };
}

function stateOf({ voidedAt, isExpired, isWaiting }: BatchLine): BatchView["state"] {
  if (voidedAt !== null) return "void";
  if (isExpired) return "expired";
  return isWaiting ? "waiting" : "open";
}
