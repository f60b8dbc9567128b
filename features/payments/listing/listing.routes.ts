import { listPaymentsEndpoint } from "#features/payments/listing/listing.contract.ts";
import { findPaymentPage } from "#features/payments/listing/listing.reads.ts";
import { route } from "#lib/api/route.ts";

export const listingRoutes = [
  route(listPaymentsEndpoint, ({ db, actor, query, locale }) =>
    findPaymentPage(db, actor.userId, { beforeId: query.before, limit: query.limit, locale }),
  ),
];
