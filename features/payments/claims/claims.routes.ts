import { sendClaimEndpoint } from "#features/payments/claims/claims.contract.ts";
import { listClaimViews, ownsTetherPayment } from "#features/payments/claims/claims.reads.ts";
import { sendClaim } from "#features/payments/claims/claims.writes.ts";
import { paymentErrors } from "#features/payments/payments.errors.ts";
import { type Route, replayHeader, reply, route } from "#lib/api/route.ts";
import { AppError } from "#lib/errors/app-error.ts";

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
    const claims = await listClaimViews(db, { userId, paymentId, locale });
    const claim = claims.find(({ id }) => id === sent.id);
    if (!claim) throw new Error("the claim that was just sent is gone");
    return reply(claim, { headers: replayHeader(sent.replayed) });
  }),
];
