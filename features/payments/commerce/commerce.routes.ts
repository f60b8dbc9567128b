import {
  listCommerceOrdersEndpoint,
  saveCommerceOrdersEndpoint,
} from "#features/payments/commerce/commerce.contract.ts";
import { listUnreportedOrders } from "#features/payments/commerce/commerce.reads.ts";
import { recordReportedOrders } from "#features/payments/commerce/commerce.writes.ts";
import { route } from "#lib/api/route.ts";

export const commerceRoutes = [
  route(listCommerceOrdersEndpoint, ({ db, actor, locale }) =>
    listUnreportedOrders(db, actor.userId, locale),
  ),
  route(saveCommerceOrdersEndpoint, async ({ db, actor, body }) => ({
    order_ids: await recordReportedOrders(db, actor.userId, body.order_ids),
  })),
];
