import { answerKeyed } from "#features/idempotency/idempotency.routes.ts";
import { listSellerClaims } from "#features/ready-accounts/warranty/warranty.reads.ts";
import {
  acceptAsSeller,
  mayReplace,
  objectToClaim,
} from "#features/ready-accounts/warranty/warranty.writes.ts";
import {
  answerStoreClaimEndpoint,
  listStoreClaimsEndpoint,
} from "#features/stores/claims/store-claims.contract.ts";
import { requireSeller } from "#features/stores/store.gate.ts";
import { route } from "#lib/api/route.ts";

/** Claims of one page. */
const PAGE = 50;

/** Claims about accounts of a store: each call proves its owner, and claims about others are not there. */
export const storeClaimRoutes = [
  route(listStoreClaimsEndpoint, async ({ db, actor, query }) => {
    const sellerId = await requireSeller(db, actor);
    const filter = { sellerId, isOpen: query.only === "open", after: query.after ?? null };
    const found = await listSellerClaims(db, filter, PAGE + 1);
    const shown = found.slice(0, PAGE);
    return {
      items: shown.map((claim) => ({
        ...claim,
        text: claim.text ?? "",
        uploadedAt: claim.uploadedAt.toISOString(),
        deliveredAt: claim.deliveredAt.toISOString(),
        claimedAt: claim.claimedAt.toISOString(),
        dueAt: claim.dueAt.toISOString(),
        decidedAt: claim.decidedAt?.toISOString() ?? null,
      })),
      hasMore: found.length > shown.length,
    };
  }),
  route(answerStoreClaimEndpoint, async (context) => {
    const { db, params, actor, body } = context;
    const sellerId = await requireSeller(db, actor);
    const { decision, reason } = body;
    const claim = { claimId: params.id, sellerId };
    const isAllowed = await mayReplace(db, params.id);
    return answerKeyed(answerStoreClaimEndpoint, context, async (tx) => {
      if (decision === "accept") {
        const { state } = await acceptAsSeller(tx, { ...claim, reason, mayReplace: isAllowed });
        return { state };
      }
      await objectToClaim(tx, { ...claim, objection: reason });
      return { state: "open" as const };
    });
  }),
];
