import { withdrawClaim } from "#features/payments/claims/claim-withdrawal.writes.ts";
import {
  type ClaimView,
  confirmReturnAddressEndpoint,
  mailReturnCodeEndpoint,
  sendClaimEndpoint,
  withdrawClaimEndpoint,
} from "#features/payments/claims/claims.contract.ts";
import { claimErrors } from "#features/payments/claims/claims.errors.ts";
import { listClaimViews, ownsTetherPayment } from "#features/payments/claims/claims.reads.ts";
import { sendClaim } from "#features/payments/claims/claims.writes.ts";
import {
  confirmReturnAddress,
  mailReturnCode,
  type OwnClaim,
} from "#features/payments/claims/return-address.writes.ts";
import { paymentErrors } from "#features/payments/payments.errors.ts";
import { type Route, replayHeader, reply, route } from "#lib/api/route.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";

export const claimRoutes: Route[] = [
  route(sendClaimEndpoint, async ({ db, actor, params, body, idempotencyKey, locale }) => {
    const { userId } = actor;
    const paymentId = params.id;
    // First of all: of a stranger's payment nothing else is told either.
    if (!(await ownsTetherPayment(db, userId, paymentId)))
      throw new AppError(paymentErrors.PAYMENT_NOT_FOUND);
    const sent = await sendClaim(db, {
      userId,
      paymentId,
      ...body,
      idempotencyKey,
    });
    const claim = await getView(db, { userId, paymentId, claimId: sent.id }, locale);
    return reply(claim, { headers: replayHeader(sent.replayed) });
  }),
  route(mailReturnCodeEndpoint, async ({ db, actor, params, locale }) => {
    const claim = { userId: actor.userId, paymentId: params.id, claimId: params.claimId };
    await mailReturnCode(db, claim);
    return getView(db, claim, locale);
  }),
  route(confirmReturnAddressEndpoint, async ({ db, actor, params, body, locale }) => {
    const claim = { userId: actor.userId, paymentId: params.id, claimId: params.claimId };
    await confirmReturnAddress(db, claim, body.code);
    return getView(db, claim, locale);
  }),
  route(withdrawClaimEndpoint, async ({ db, actor, params, idempotencyKey, locale }) => {
    const claim = { userId: actor.userId, paymentId: params.id, claimId: params.claimId };
    const replayed = await withdrawClaim(db, claim, idempotencyKey);
    return reply(await getView(db, claim, locale), { headers: replayHeader(replayed) });
  }),
];

async function getView(db: Queryable, claim: OwnClaim, locale: Locale): Promise<ClaimView> {
  const claims = await listClaimViews(db, { ...claim, locale });
  const view = claims.find(({ id }) => id === claim.claimId);
  if (!view) throw new AppError(claimErrors.CLAIM_NOT_FOUND);
  return view;
}
