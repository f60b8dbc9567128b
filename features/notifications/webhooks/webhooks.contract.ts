import { z } from "zod";
import { webhookErrors } from "#features/notifications/webhooks/webhooks.errors.ts";
import {
  deliveryStates,
  eventNames,
  formerNames,
  testEvent,
  webhookFaults,
  webhookFormats,
  webhookLimits,
} from "#features/notifications/webhooks/webhooks.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id } from "#lib/api/ids.ts";
import { pageBeforeQuery } from "#lib/api/page-query.ts";

const instant = z.iso.datetime();

/** A webhook as its owner sees it; the secret is shown once, when it is made or replaced. */
export const WebhookView = z.strictObject({
  id: z.number().int(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(eventNames)),
  /** `classic`: the body of the bots' protocol, for SMS alone. */
  format: z.enum(webhookFormats),
  isEnabled: z.boolean(),
  /** `failures`: nothing but failures for three days; `gone`: it answered 410. */
  disabledReason: z.enum(["owner", "failures", "gone"]).nullable(),
  /** When the first of nothing but failures was. */
  failingSince: instant.nullable(),
  /** Until then the former secret signs as well. */
  oldSecretUntil: instant.nullable(),
  createdAt: instant,
});
export type WebhookView = z.infer<typeof WebhookView>;

const AttemptView = z.strictObject({
  beganAt: instant,
  durationMs: z.number().int(),
  /** HTTP status, or null with `fault`. */
  status: z.number().int().nullable(),
  fault: z.enum(webhookFaults).nullable(),
  /** The beginning of the answer. */
  answer: z.string(),
});

export const DeliveryView = z.strictObject({
  id: z.number().int(),
  /** The header `webhook-id`. */
  messageId: z.string(),
  /** By the name that its webhook chose. */
  type: z.enum([...eventNames, testEvent]),
  state: z.enum(deliveryStates),
  attempts: z.number().int(),
  happenedAt: instant,
  createdAt: instant,
  /** Of those that wait. */
  nextAttemptAt: instant.nullable(),
  lastAttempt: AttemptView.nullable(),
});
export type DeliveryView = z.infer<typeof DeliveryView>;

export const DeliveryPage = z.strictObject({
  deliveries: z.array(DeliveryView),
  /** Name the last id as `before` to get them. */
  isMore: z.boolean(),
});
export type DeliveryPage = z.infer<typeof DeliveryPage>;

const Input = {
  name: z.string().trim().min(1).max(webhookLimits.nameCharacters),
  url: z.string().trim().min(8).max(webhookLimits.urlCharacters),
  events: z.array(z.enum(eventNames)).min(1).max(eventNames.length),
};
const formerNamesText = Object.entries(formerNames)
  .map(([former, current]) => `\`${former}\` for \`${current}\``)
  .join(", ");
const Format = z.enum(webhookFormats);
const WebhookId = z.object({ webhookId: Id });
const Told = z.strictObject({
  id: z.number().int(),
  /** `whsec_` and base64, for the libraries of standardwebhooks.com; shown this once. */
  secret: z.string(),
});

const common = { tag: "webhooks", access: "session" } as const;
const own = [webhookErrors.WEBHOOK_NOT_FOUND];

export const listWebhooksEndpoint = defineEndpoint({
  ...common,
  id: "listWebhooks",
  method: "GET",
  path: "/webhooks",
  summary: "The own webhooks",
  response: z.array(WebhookView),
  errors: [],
});

export const createWebhookEndpoint = defineEndpoint({
  ...common,
  id: "createWebhook",
  method: "POST",
  path: "/webhooks",
  summary: "Be told at an address what happens; at most 10 per user",
  description:
    "Deliveries are POSTs of JSON `{ type, timestamp, data }`, signed after Standard Webhooks with the headers `webhook-id`, " +
    "`webhook-timestamp` and `webhook-signature`. Any answer 2xx within 5 seconds takes one; redirects are not followed. Otherwise it is " +
    "sent again 11 times over three days under the same `webhook-id`: treat a repeated id as done. After three days of nothing but failures, " +
    "or an answer 410, the webhook is turned off. The order of deliveries is not kept. Amounts are in kopecks. With `format` `classic` the body is " +
    "`{ activationId, service, text, code, country, receivedAt }`, which exists for `activation.sms_received` and `rental.sms_received` alone. Events also go by their former names (" +
    formerNamesText +
    "): a webhook that chose one is told by it.",
  body: z.strictObject({ ...Input, format: Format.default("standard") }),
  status: 201,
  response: Told,
  errors: [
    webhookErrors.WEBHOOK_LIMIT_REACHED,
    webhookErrors.WEBHOOK_URL_FORBIDDEN,
    webhookErrors.WEBHOOK_CLASSIC_SMS_ONLY,
  ],
});

export const changeWebhookEndpoint = defineEndpoint({
  ...common,
  id: "changeWebhook",
  method: "PUT",
  path: "/webhooks/{webhookId}",
  summary: "Another address, other events, another format, on or off",
  params: WebhookId,
  body: z.strictObject({
    ...Input,
    /** Stays as it is when left out: programs that know only one format must not change it. */
    format: Format.optional(),
    isEnabled: z.boolean().default(true),
  }),
  response: z.strictObject({ status: z.literal("changed") }),
  errors: [...own, webhookErrors.WEBHOOK_URL_FORBIDDEN, webhookErrors.WEBHOOK_CLASSIC_SMS_ONLY],
});

export const deleteWebhookEndpoint = defineEndpoint({
  ...common,
  id: "deleteWebhook",
  method: "DELETE",
  path: "/webhooks/{webhookId}",
  summary: "Remove a webhook with its deliveries",
  params: WebhookId,
  response: z.strictObject({ status: z.literal("deleted") }),
  errors: own,
});

export const rotateSecretEndpoint = defineEndpoint({
  ...common,
  id: "rotateWebhookSecret",
  method: "POST",
  path: "/webhooks/{webhookId}/rotate",
  summary: "A new secret; for the hours named the old one signs beside it",
  params: WebhookId,
  body: z.strictObject({
    overlapHours: z
      .number()
      .int()
      .min(0)
      .max(webhookLimits.overlapHoursMax)
      .default(webhookLimits.overlapHoursDefault),
  }),
  status: 201,
  response: Told,
  errors: own,
});

export const testWebhookEndpoint = defineEndpoint({
  ...common,
  id: "testWebhook",
  method: "POST",
  path: "/webhooks/{webhookId}/test",
  summary: "Send a delivery of the type webhook.test",
  params: WebhookId,
  status: 202,
  response: z.strictObject({ deliveryId: z.number().int() }),
  errors: [...own, webhookErrors.WEBHOOK_DISABLED, webhookErrors.TOO_MANY_TESTS],
});

export const listDeliveriesEndpoint = defineEndpoint({
  ...common,
  id: "listWebhookDeliveries",
  method: "GET",
  path: "/webhooks/{webhookId}/deliveries",
  summary: "The log of a webhook, newest first; kept for 14 days",
  params: WebhookId,
  query: pageBeforeQuery,
  response: DeliveryPage,
  errors: own,
});

export const getDeliveryEndpoint = defineEndpoint({
  ...common,
  id: "getWebhookDelivery",
  method: "GET",
  path: "/webhook-deliveries/{deliveryId}",
  summary: "A delivery with its body and every attempt",
  params: z.object({ deliveryId: Id }),
  response: DeliveryView.omit({ lastAttempt: true }).extend({
    /** The exact text that is signed; null before the first attempt. */
    body: z.string().nullable(),
    log: z.array(AttemptView),
  }),
  errors: [webhookErrors.DELIVERY_NOT_FOUND],
});

export const resendDeliveryEndpoint = defineEndpoint({
  ...common,
  id: "resendWebhookDelivery",
  method: "POST",
  path: "/webhook-deliveries/{deliveryId}/resend",
  summary: "Send a delivery again now, with the same id and body",
  params: z.object({ deliveryId: Id }),
  status: 202,
  response: z.strictObject({ status: z.literal("queued") }),
  errors: [webhookErrors.DELIVERY_NOT_FOUND, webhookErrors.WEBHOOK_DISABLED],
});
