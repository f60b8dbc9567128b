import { z } from "zod";
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  rotateSecretEndpoint,
  testWebhookEndpoint,
  WebhookView,
} from "#features/notifications/webhooks/webhooks.contract.ts";
import { webhookErrors } from "#features/notifications/webhooks/webhooks.errors.ts";
import { smsEvents, webhookLimits } from "#features/notifications/webhooks/webhooks.rules.ts";
import { defineRest, idParams } from "#features/rest-api/rest-api.contract.ts";

const RestWebhook = WebhookView.meta({ id: "Webhook" });

const Secret = z
  .string()
  .describe("`whsec_` and base64, for the libraries of standardwebhooks.com; told this once");

const common = { tag: "webhooks", access: "session" } as const;
/** Who steals a bot's key must not have all codes sent elsewhere. */
const own = [webhookErrors.WEBHOOK_NOT_FOUND];

const params = { id: "12" };
const webhook = {
  id: 12,
  name: "Shop",
  url: "https://shop.example/sms-den",
  events: ["activation.sms_received", "activation.expired"],
  format: "standard",
  isEnabled: true,
  disabledReason: null,
  failingSince: null,
  oldSecretUntil: null,
  createdAt: "2026-11-21T12:00:00.000Z",
} as const;
const { name, url, events } = webhook;
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

export const restListWebhooks = defineRest({
  ...common,
  id: "restListWebhooks",
  method: "GET",
  path: "/webhooks",
  summary: "The account's webhooks",
  response: z.strictObject({ data: z.array(RestWebhook) }),
  errors: [],
  examples: { one: { answer: { data: [webhook] } } },
});

export const restCreateWebhook = defineRest({
  ...common,
  id: "restCreateWebhook",
  method: "POST",
  path: "/webhooks",
  summary: `Be told at an address what happens; at most ${webhookLimits.perUser} per account`,
  description: createWebhookEndpoint.description ?? "",
  body: createWebhookEndpoint.body!,
  status: 201,
  response: WebhookView.extend({ secret: Secret }).meta({ id: "NewWebhook" }),
  errors: createWebhookEndpoint.errors,
  examples: {
    codes: { body: { name, url, events }, answer: { ...webhook, secret } },
    classic: {
      body: { name, url, events: smsEvents, format: "classic" },
      answer: { ...webhook, events: smsEvents, format: "classic", secret },
    },
  },
});

export const restGetWebhook = defineRest({
  ...common,
  id: "restGetWebhook",
  method: "GET",
  path: "/webhooks/{id}",
  summary: "One webhook",
  params: idParams,
  response: RestWebhook,
  errors: own,
  examples: { one: { params, answer: webhook } },
});

export const restChangeWebhook = defineRest({
  ...common,
  id: "restChangeWebhook",
  method: "PUT",
  path: "/webhooks/{id}",
  summary: "Another address, other events, another format, on or off",
  params: idParams,
  body: changeWebhookEndpoint.body!,
  response: RestWebhook,
  errors: changeWebhookEndpoint.errors,
  examples: {
    off: {
      params,
      body: { name, url, events, isEnabled: false },
      answer: { ...webhook, isEnabled: false, disabledReason: "owner" },
    },
  },
});

export const restDeleteWebhook = defineRest({
  ...common,
  id: "restDeleteWebhook",
  method: "DELETE",
  path: "/webhooks/{id}",
  summary: "Remove a webhook with its deliveries",
  params: idParams,
  response: z.strictObject({ status: z.literal("deleted") }),
  errors: own,
  examples: { deleted: { params, answer: { status: "deleted" } } },
});

export const restRotateWebhook = defineRest({
  ...common,
  id: "restRotateWebhook",
  method: "POST",
  path: "/webhooks/{id}/rotate",
  summary: "A new secret; for the hours named the old one signs beside it",
  params: idParams,
  body: rotateSecretEndpoint.body!,
  status: 201,
  response: z.strictObject({ id: z.number().int(), secret: Secret }),
  errors: own,
  examples: { day: { params, body: { overlapHours: 24 }, answer: { id: 12, secret } } },
});

export const restTestWebhook = defineRest({
  ...common,
  id: "restTestWebhook",
  method: "POST",
  path: "/webhooks/{id}/test",
  summary: "Send a delivery of the type webhook.test",
  params: idParams,
  status: 202,
  response: testWebhookEndpoint.response,
  errors: [...own, webhookErrors.WEBHOOK_DISABLED, webhookErrors.TOO_MANY_TESTS],
  examples: { queued: { params, answer: { deliveryId: 4_711 } } },
});
