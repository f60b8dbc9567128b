import { z } from "zod";
import { DeliveryView, getDeliveryEndpoint } from "#features/notifications/webhooks/webhooks.contract.ts";
import { webhookErrors } from "#features/notifications/webhooks/webhooks.errors.ts";
import { webhookLimits } from "#features/notifications/webhooks/webhooks.rules.ts";
import { defineRest, idParams, PageOf, pageQuery } from "#features/rest-api/rest-api.contract.ts";
import { eventBody, shownEvent } from "#features/rest-api/webhooks/webhook-events.rules.ts";

const common = { tag: "webhooks", access: "session" } as const;
const own = [webhookErrors.DELIVERY_NOT_FOUND];

const params = { id: "4711" };
const attempt = {
  beganAt: "2026-11-21T12:05:10.000Z",
  durationMs: 84,
  status: 204,
  fault: null,
  answer: "",
};
const facts = {
  id: 4_711,
  messageId: "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W",
  type: "activation.sms_received",
  state: "delivered",
  attempts: 1,
  happenedAt: "2026-11-21T12:05:09.000Z",
  createdAt: "2026-11-21T12:05:09.500Z",
  nextAttemptAt: null,
};

export const restListDeliveries = defineRest({
  ...common,
  id: "restListDeliveries",
  method: "GET",
  path: "/webhooks/{id}/deliveries",
  summary: `The log of a webhook, newest first; kept for ${webhookLimits.keptDays} days`,
  params: idParams,
  query: z.object(pageQuery("deliveries")),
  response: PageOf(DeliveryView.meta({ id: "Delivery" })),
  errors: [webhookErrors.WEBHOOK_NOT_FOUND],
  examples: {
    delivered: {
      params: { id: "12" },
      query: { limit: "20" },
      answer: { data: [{ ...facts, lastAttempt: attempt }], nextCursor: null },
    },
  },
});

export const restGetDelivery = defineRest({
  ...common,
  id: "restGetDelivery",
  method: "GET",
  path: "/webhook-deliveries/{id}",
  summary: "A delivery with its body and every attempt",
  params: idParams,
  response: getDeliveryEndpoint.response.meta({ id: "DeliveryDetails" }),
  errors: own,
  examples: {
    delivered: {
      params,
      answer: {
        ...facts,
        body: eventBody(shownEvent),
        log: [attempt],
      },
    },
  },
});

export const restResendDelivery = defineRest({
  ...common,
  id: "restResendDelivery",
  method: "POST",
  path: "/webhook-deliveries/{id}/resend",
  summary: "Send a delivery again now, with the same id and body",
  params: idParams,
  status: 202,
  response: z.strictObject({ status: z.literal("queued") }),
  errors: [...own, webhookErrors.WEBHOOK_DISABLED],
  examples: { queued: { params, answer: { status: "queued" } } },
});
