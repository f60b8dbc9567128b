import { answerKeyed, keyedRoute } from "#features/idempotency/idempotency.routes.ts";
import {
  getDelivery,
  getDeliveryPage,
  getWebhook,
  listWebhooks,
} from "#features/notifications/webhooks/webhooks.reads.ts";
import { receiverOf } from "#features/notifications/webhooks/webhooks.routes.ts";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  queueTest,
  resendDelivery,
  rotateSecret,
} from "#features/notifications/webhooks/webhooks.writes.ts";
import { makeCursor } from "#features/rest-api/rest-api.rules.ts";
import {
  restGetDelivery,
  restListDeliveries,
  restResendDelivery,
} from "#features/rest-api/webhooks/webhook-deliveries.contract.ts";
import {
  restChangeWebhook,
  restCreateWebhook,
  restDeleteWebhook,
  restGetWebhook,
  restListWebhooks,
  restRotateWebhook,
  restTestWebhook,
} from "#features/rest-api/webhooks/webhooks.contract.ts";
import { route } from "#lib/api/route.ts";

export const restWebhookRoutes = [
  route(restListWebhooks, async ({ db, actor }) => {
    return { data: await listWebhooks(db, actor.userId) };
  }),
  route(restCreateWebhook, async (context) => {
    const { actor, body } = context;
    const url = await receiverOf(body.url);
    return answerKeyed(restCreateWebhook, context, async (tx) => {
      const { id, secret } = await createWebhook(tx, actor.userId, { ...body, url });
      return { ...(await getWebhook(tx, actor.userId, id)), secret };
    });
  }),
  route(restGetWebhook, ({ db, actor, params }) => {
    return getWebhook(db, actor.userId, params.id);
  }),
  route(restChangeWebhook, async (context) => {
    const { actor, body, params } = context;
    const url = await receiverOf(body.url);
    return answerKeyed(restChangeWebhook, context, async (tx) => {
      await changeWebhook(tx, actor.userId, params.id, { ...body, url });
      return getWebhook(tx, actor.userId, params.id);
    });
  }),
  keyedRoute(restDeleteWebhook, async (tx, { actor, params }) => {
    await deleteWebhook(tx, actor.userId, params.id);
    return { status: "deleted" as const };
  }),
  keyedRoute(restRotateWebhook, (tx, { actor, params, body }) => {
    return rotateSecret(tx, actor.userId, params.id, body.overlapHours);
  }),
  keyedRoute(restTestWebhook, async (tx, { actor, params }) => {
    return { deliveryId: await queueTest(tx, actor.userId, params.id) };
  }),
  route(restListDeliveries, async ({ db, actor, params, query }) => {
    const page = { before: query.cursor ?? null, limit: query.limit };
    const { deliveries, isMore } = await getDeliveryPage(db, actor.userId, params.id, page);
    const last = deliveries.at(-1);
    return { data: deliveries, nextCursor: isMore && last ? makeCursor("deliveries", last.id) : null };
  }),
  route(restGetDelivery, ({ db, actor, params }) => {
    return getDelivery(db, actor.userId, params.id);
  }),
  keyedRoute(restResendDelivery, async (tx, { actor, params }) => {
    await resendDelivery(tx, actor.userId, params.id);
    return { status: "queued" as const };
  }),
];
