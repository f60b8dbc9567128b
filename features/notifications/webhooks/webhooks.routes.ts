import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getDeliveryEndpoint,
  listDeliveriesEndpoint,
  listWebhooksEndpoint,
  resendDeliveryEndpoint,
  rotateSecretEndpoint,
  testWebhookEndpoint,
} from "#features/notifications/webhooks/webhooks.contract.ts";
import { webhookErrors } from "#features/notifications/webhooks/webhooks.errors.ts";
import {
  getDelivery,
  getDeliveryPage,
  listWebhooks,
} from "#features/notifications/webhooks/webhooks.reads.ts";
import { webhookLimits } from "#features/notifications/webhooks/webhooks.rules.ts";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  queueTest,
  resendDelivery,
  rotateSecret,
} from "#features/notifications/webhooks/webhooks.writes.ts";
import { route } from "#lib/api/route.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { ForbiddenAddress } from "#lib/net/guarded-agent.ts";
import { checkReceiver } from "#lib/net/receiver-address.ts";

/** Looks the name up, so it stands before any transaction. Throws WEBHOOK_URL_FORBIDDEN, and VALIDATION where it is too long as it is kept. */
export async function receiverOf(text: string): Promise<URL> {
  try {
    const url = await checkReceiver(text, env.WEBHOOKS_MAY_BE_PRIVATE);
    // It is kept as it is called: a letter of another script is six characters there (%D0%B6), or nine.
    if (url.href.length > webhookLimits.urlCharacters) throw tooLong();
    return url;
  } catch (error) {
    if (error instanceof ForbiddenAddress) throw new AppError(webhookErrors.WEBHOOK_URL_FORBIDDEN);
    throw error;
  }
}

function tooLong(): AppError {
  const problem = `Too long: expected at most ${webhookLimits.urlCharacters} characters, letters beyond ASCII spelt as %XX`;
  return new AppError(apiErrors.VALIDATION, { details: { problems: [{ path: "url", problem }] } });
}

// A bot's key is told nothing of webhooks: whoever steals one must not have all codes sent elsewhere.
export const webhookRoutes = [
  route(listWebhooksEndpoint, ({ db, actor }) => {
    return listWebhooks(db, actor.userId);
  }),
  route(createWebhookEndpoint, async ({ db, actor, body }) => {
    const url = await receiverOf(body.url);
    return withTransaction(db, (tx) => createWebhook(tx, actor.userId, { ...body, url }));
  }),
  route(changeWebhookEndpoint, async ({ db, actor, params, body }) => {
    const url = await receiverOf(body.url);
    await withTransaction(db, (tx) => changeWebhook(tx, actor.userId, params.webhookId, { ...body, url }));
    return { status: "changed" as const };
  }),
  route(deleteWebhookEndpoint, async ({ db, actor, params }) => {
    await deleteWebhook(db, actor.userId, params.webhookId);
    return { status: "deleted" as const };
  }),
  route(rotateSecretEndpoint, ({ db, actor, params, body }) => {
    return rotateSecret(db, actor.userId, params.webhookId, body.overlapHours);
  }),
  route(testWebhookEndpoint, async ({ db, actor, params }) => {
    const deliveryId = await withTransaction(db, (tx) => queueTest(tx, actor.userId, params.webhookId));
    return { deliveryId };
  }),
  route(listDeliveriesEndpoint, ({ db, actor, params, query }) => {
    return getDeliveryPage(db, actor.userId, params.webhookId, query);
  }),
  route(getDeliveryEndpoint, ({ db, actor, params }) => {
    return getDelivery(db, actor.userId, params.deliveryId);
  }),
  route(resendDeliveryEndpoint, async ({ db, actor, params }) => {
    await withTransaction(db, (tx) => resendDelivery(tx, actor.userId, params.deliveryId));
    return { status: "queued" as const };
  }),
];
