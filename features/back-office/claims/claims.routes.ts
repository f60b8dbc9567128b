import { decideClaimEndpoint, listClaimsEndpoint } from "#features/back-office/claims/claims.contract.ts";
import { listStaffClaims } from "#features/back-office/claims/claims.reads.ts";
import { decideClaim } from "#features/payments/claims/claim-decision.writes.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";

/** Claims about transfers that did not fit, at the desk. */
export const deskClaimRoutes = [
  route(listClaimsEndpoint, ({ db, query }) => listStaffClaims(db, query)),
  route(decideClaimEndpoint, async ({ db, params, body, actor, ip, idempotencyKey }) => {
    const { replayed, ...decided } = await decideClaim(db, {
      ...body,
      claimId: params.id,
      staffId: actor.userId,
      key: idempotencyKey,
      ip,
    });
    return reply(decided, { headers: replayHeader(replayed) });
  }),
];
