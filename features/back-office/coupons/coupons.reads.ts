import { deskPageSize, type Page, pageFrom } from "#features/back-office/back-office.rules.ts";
import type { BatchView } from "#features/back-office/coupons/coupons.contract.ts";
import { listNames } from "#features/back-office/names.reads.ts";
import { listCouponBatches } from "#features/payments/coupons/batches/batches.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";

/** Batches of coupons, newest first. */
export async function listBatchViews(db: Queryable, before: number | undefined): Promise<Page<BatchView>> {
  const found = await listCouponBatches(db, { beforeId: before ?? null, limit: deskPageSize + 1 });
  const { items, hasMore } = pageFrom(found);
  const nameOf = await listNames(
    db,
    items.map(({ createdBy }) => createdBy),
  );
  const views = items.map(({ isExpired, voidedAt, createdBy, createdAt, expiresAt, ...batch }) => ({
    ...batch,
    createdBy: nameOf(createdBy),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    state: voidedAt ? ("void" as const) : isExpired ? ("expired" as const) : ("open" as const),
  }));
  return { items: views, hasMore };
}
