import { staffOf } from "#features/back-office/back-office.rules.ts";
import {
  decideAccountClaimEndpoint,
  listAccountClaimsEndpoint,
} from "#features/back-office/ready-accounts/account-claims.contract.ts";
import { listAccountClaimViews } from "#features/back-office/ready-accounts/account-claims.reads.ts";
import { decideDeskClaim } from "#features/back-office/ready-accounts/account-claims.writes.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";

/** Claims under the warranty of ready accounts, at the desk. */
export const deskAccountClaimRoutes = [
  route(listAccountClaimsEndpoint, ({ db, query, locale }) => listAccountClaimViews(db, query, locale)),
  route(decideAccountClaimEndpoint, async ({ db, params, body, actor, ip, idempotencyKey }) => {
    const staff = staffOf(actor, ip);
    const { answer, replayed } = await decideDeskClaim(db, params.id, body, staff, idempotencyKey);
    const { state, refundKopecks } = answer;
    return reply({ state, refundKopecks }, { headers: replayHeader(replayed) });
  }),
];
