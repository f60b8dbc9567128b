import { acceptRules } from "#features/stores/applications/store-applications.writes.ts";
import {
  acceptStoreRulesEndpoint,
  getStoreEndpoint,
  listStoreSalesEndpoint,
} from "#features/stores/overview/store-overview.contract.ts";
import { listSaleViews, readStore } from "#features/stores/overview/store-overview.reads.ts";
import { requireSeller } from "#features/stores/store.gate.ts";
import { route } from "#lib/api/route.ts";
import { withTransaction } from "#lib/db/transaction.ts";

/** A store as a whole. */
export const storeOverviewRoutes = [
  route(getStoreEndpoint, async ({ db, actor }) => readStore(db, await requireSeller(db, actor))),
  route(listStoreSalesEndpoint, async ({ db, actor, query }) =>
    listSaleViews(db, await requireSeller(db, actor), { before: query.cursor ?? null, limit: query.limit }),
  ),
  route(acceptStoreRulesEndpoint, async ({ db, actor, body }) => {
    const sellerId = await requireSeller(db, actor);
    await withTransaction(db, (tx) => acceptRules(tx, actor.userId, body.version));
    return readStore(db, sellerId);
  }),
];
