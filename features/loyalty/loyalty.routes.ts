import {
  getLoyaltyEndpoint,
  listPaidWeeksEndpoint,
  previewBonusEndpoint,
} from "#features/loyalty/loyalty.contract.ts";
import { bonusPreview, getLoyalty, listPaidWeekViews } from "#features/loyalty/loyalty.reads.ts";
import { route } from "#lib/api/route.ts";
import { kopecks } from "#lib/money/kopecks.ts";

export const loyaltyRoutes = [
  route(getLoyaltyEndpoint, ({ db, actor }) => getLoyalty(db, actor.userId)),
  route(listPaidWeeksEndpoint, ({ db, actor, query }) =>
    listPaidWeekViews(db, actor.userId, { before: query.before ?? null, limit: query.limit }),
  ),
  route(previewBonusEndpoint, ({ db, actor, query }) =>
    bonusPreview(db, actor.userId, { amountKopecks: kopecks(query.amountKopecks), method: query.method }),
  ),
];
