import {
  closeTransferEndpoint,
  confirmTransferEndpoint,
  createBatchEndpoint,
  decideClaimEndpoint,
  findCouponsEndpoint,
  listBatchesEndpoint,
  listClaimsEndpoint,
  listTransfersEndpoint,
  voidBatchEndpoint,
} from "#features/back-office/receipts/receipts.contract.ts";
import {
  listBatchViews,
  listStaffClaims,
  listTransferViews,
} from "#features/back-office/receipts/receipts.reads.ts";
import { decideClaim } from "#features/payments/claims/claim-decision.writes.ts";
import { listCouponsByEnding } from "#features/payments/coupons/batches/batches.reads.ts";
import { createCouponBatch, voidCouponBatch } from "#features/payments/coupons/batches/batches.writes.ts";
import { closeTransfer, confirmTransfer } from "#features/payments/transfers/transfer-confirmation.writes.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** Money that came in without a provider's word: transfers, coupons, claims. */
export const receiptRoutes = [
  route(listTransfersEndpoint, ({ db, query }) => listTransferViews(db, query)),
  route(confirmTransferEndpoint, ({ db, params, body, actor, ip }) => {
    const receivedKopecks = kopecks(body.receivedKopecks);
    return confirmTransfer(db, { paymentId: params.id, receivedKopecks, actorId: actor.userId, ip });
  }),
  route(closeTransferEndpoint, async ({ db, params, body, actor, ip }) => {
    await closeTransfer(db, { paymentId: params.id, reason: body.reason, actorId: actor.userId, ip });
    return { status: "closed" as const };
  }),
  route(listBatchesEndpoint, ({ db, query }) => listBatchViews(db, query.before)),
  route(createBatchEndpoint, async ({ db, body, actor, ip, idempotencyKey }) => {
    const { id, codes, csv } = await createCouponBatch(db, {
      ...body,
      amountKopecks: kopecks(body.amountKopecks),
      expiresAt: new Date(body.expiresAt),
      actorId: actor.userId,
      idempotencyKey,
      ip,
    });
    return { id, codes: [...codes], csv };
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
  route(listClaimsEndpoint, ({ db, query }) => listStaffClaims(db, query)),
  route(decideClaimEndpoint, async ({ db, params, body, actor, ip, idempotencyKey }) => {
    const decided = await decideClaim(db, {
      ...body,
      claimId: params.id,
      staffId: actor.userId,
      key: idempotencyKey,
      ip,
    });
    return reply(
      { state: decided.state, creditedKopecks: decided.creditedKopecks },
      { headers: replayHeader(decided.replayed) },
    );
  }),
];
