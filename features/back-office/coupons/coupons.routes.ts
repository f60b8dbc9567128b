import {
  approveBatchEndpoint,
  createBatchEndpoint,
  findCouponsEndpoint,
  listBatchesEndpoint,
  voidBatchEndpoint,
} from "#features/back-office/coupons/coupons.contract.ts";
import { listBatchViews } from "#features/back-office/coupons/coupons.reads.ts";
import { listCouponsByEnding } from "#features/payments/coupons/batches/batches.reads.ts";
import {
  approveCouponBatch,
  createCouponBatch,
  voidCouponBatch,
} from "#features/payments/coupons/batches/batches.writes.ts";
import { route } from "#lib/api/route.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** Batches of coupons and their codes, at the desk. */
export const deskCouponRoutes = [
  route(listBatchesEndpoint, ({ db, query }) => listBatchViews(db, query.before)),
  route(createBatchEndpoint, async ({ db, body, actor, ip, idempotencyKey }) => {
    const { codes, ...made } = await createCouponBatch(db, {
      ...body,
      amountKopecks: kopecks(body.amountKopecks),
      expiresAt: new Date(body.expiresAt),
      actorId: actor.userId,
      idempotencyKey,
      ip,
    });
    return { ...made, codes: [...codes] };
  }),
  route(approveBatchEndpoint, async ({ db, params, body, actor, ip }) => {
    await approveCouponBatch(db, { id: params.id, actorId: actor.userId, reason: body.reason, ip });
    return { status: "approved" as const };
  }),
  route(voidBatchEndpoint, async ({ db, params, body, actor, ip }) => ({
    endedCount: await voidCouponBatch(db, { id: params.id, actorId: actor.userId, reason: body.reason, ip }),
  })),
  route(findCouponsEndpoint, async ({ db, query }) =>
    (await listCouponsByEnding(db, query.ending)).map((coupon) => ({
      ...coupon,
      redeemedAt: coupon.redeemedAt?.toISOString() ?? null,
    })),
  ),
];
