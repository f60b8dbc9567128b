import { z } from "zod";
import { buyErrors } from "#features/activations/activations.contract.ts";
import { activationErrors } from "#features/activations/activations.errors.ts";
import { activationStates } from "#features/activations/activations.rules.ts";
import { routingChoices } from "#features/activations/purchase/purchase.rules.ts";
import { ServiceCode } from "#features/catalogue/catalogue.contract.ts";
import { orderExamples } from "#features/rest-api/activations/activation-examples.rules.ts";
import { stateWords } from "#features/rest-api/activations/activations.rules.ts";
import {
  Currency,
  countryQuery,
  defineRest,
  Instant,
  idParams,
  PageOf,
  pageLimit,
  pageQuery,
  purchaseRates,
  seen,
  statesQuery,
  wait,
} from "#features/rest-api/rest-api.contract.ts";
import { readPlace, restLimits } from "#features/rest-api/rest-api.rules.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** One SMS of an order. */
export const RestMessage = z
  .strictObject({
    id: z.number().int(),
    activationId: z.number().int(),
    sender: z.string().nullable(),
    text: z.string().nullable().describe("Null: removed a day after the order's end"),
    code: z.string().nullable().describe("The code in it; the whole text where none is recognised"),
    receivedAt: Instant,
    late: z.boolean().describe("Came after the refund, shown free of charge"),
  })
  .meta({ id: "Message" });
export type RestMessage = z.infer<typeof RestMessage>;

export const RestActivation = z
  .strictObject({
    id: z.number().int(),
    state: z.enum(activationStates),
    service: z.strictObject({ code: z.string(), name: z.string() }),
    country: z.strictObject({ id: z.number().int(), iso2: z.string(), name: z.string() }),
    operator: z.string(),
    number: z.string().nullable().describe("International digits without a plus sign"),
    priceKopecks: z.number().int(),
    currency: Currency,
    money: z.enum(["held", "captured", "given-back"]),
    closeReason: z.string().nullable(),
    createdAt: Instant,
    expiresAt: Instant,
    closedAt: Instant.nullable(),
    expiresIn: z.number().int().describe("Seconds left by the server's clock; 0 when it is closed"),
    cancellableIn: z
      .number()
      .int()
      .nullable()
      .describe("Seconds until it may be cancelled; 0 = now, null = not at all"),
    wantsMore: z.boolean().describe("One more code has been asked for and has not come"),
    revision: z.string().describe("Changes with state and messages; what `seen` takes"),
    messages: z.array(RestMessage).describe("Newest first"),
  })
  .meta({ id: "Activation" });
export type RestActivation = z.infer<typeof RestActivation>;

const names = { of: "activation", notFound: activationErrors.ACTIVATION_NOT_FOUND } as const;

export const restBuyActivation = defineRest({
  id: "restBuyActivation",
  method: "POST",
  path: "/activations",
  tag: "activations",
  summary: "Buy a number",
  description:
    "The cheapest number that fits, or with `maxPriceKopecks` the one on which a delivered code is expected to cost the least, " +
    "never above it. The price is held now, taken with the first SMS, and given " +
    "back if none comes. The same `Idempotency-Key` answers the same order again, as it is by then.",
  access: "user",
  scope: "buy",
  rates: purchaseRates,
  body: z.strictObject({
    service: ServiceCode.describe("Code of a service"),
    country: z.number().int().min(0).max(999_999).describe("Id of a country"),
    operator: z
      .string()
      .regex(/^[a-z0-9_]{1,40}(?:,[a-z0-9_]{1,40}){0,9}$/)
      .default("any")
      .describe("An operator, several with commas between them, or any; never silently another one"),
    maxPriceKopecks: z
      .number()
      .int()
      .min(1)
      .max(1_000_000_000)
      .transform(kopecks)
      .optional()
      .describe(
        "Highest price to pay; when left out, little more than the price that was last listed (see GET /limits)",
      ),
    routing: z
      .enum(routingChoices)
      .default("worth")
      .describe("Within maxPriceKopecks: by worth, or the cheapest supplier whatever it delivers"),
  }),
  response: RestActivation,
  status: 201,
  errors: buyErrors,
  examples: orderExamples.buy,
});

export const restListActivations = defineRest({
  id: "restListActivations",
  method: "GET",
  path: "/activations",
  tag: "activations",
  summary: "Orders, newest first",
  description:
    "With `ids` it answers these orders on one page (those that are not yours are left out), and can wait for news of any of " +
    "them; the other parameters narrow the list instead. A page of a narrow list may hold less than `limit` and go on: read " +
    "until `nextCursor` is null.",
  access: "user",
  scope: "read",
  query: z.object({
    ids: z
      .string()
      .regex(/^[1-9]\d{0,14}(?:,[1-9]\d{0,14}){0,99}$/, `1 to ${restLimits.idsMax} ids with commas`)
      .transform((list) => [...new Set(list.split(",").map(Number))])
      .optional()
      .describe(`Up to ${restLimits.idsMax} ids with commas between them`),
    wait,
    seen,
    state: statesQuery(stateWords),
    service: ServiceCode.optional().describe("Code of a service"),
    country: countryQuery,
    ...pageQuery("activations"),
  }),
  response: PageOf(RestActivation),
  errors: [activationErrors.SERVICE_NOT_FOUND],
  examples: orderExamples.list,
});

export const restGetActivation = defineRest({
  id: "restGetActivation",
  method: "GET",
  path: "/activations/{id}",
  tag: "activations",
  summary: "One order with its messages",
  description:
    "With `wait=25` the answer comes with the code, or after 25 seconds as the order is then. Ask again with `seen` to wait for " +
    "what comes after it.",
  access: "user",
  scope: "read",
  params: idParams,
  names,
  query: z.object({ wait, seen }),
  response: RestActivation,
  errors: [activationErrors.ACTIVATION_NOT_FOUND],
  examples: orderExamples.get,
});

const stepErrors = [activationErrors.ACTIVATION_NOT_FOUND, activationErrors.BAD_STATUS];

export const restCancelActivation = defineRest({
  id: "restCancelActivation",
  method: "POST",
  path: "/activations/{id}/cancel",
  tag: "activations",
  summary: "Cancel with full refund",
  description: "While no SMS has come. Cancelling what is cancelled changes nothing and answers the order.",
  access: "user",
  scope: "buy",
  params: idParams,
  names,
  response: RestActivation,
  errors: [...stepErrors, activationErrors.EARLY_CANCEL_DENIED],
  examples: orderExamples.cancel,
});

export const restReportActivation = defineRest({
  id: "restReportActivation",
  method: "POST",
  path: "/activations/{id}/report",
  tag: "activations",
  summary: "Report as blocked, with full refund",
  description: "While no SMS has come: the service refuses the number or knows it already.",
  access: "user",
  scope: "buy",
  params: idParams,
  names,
  response: RestActivation,
  errors: stepErrors,
  examples: orderExamples.report,
});

export const restFinishActivation = defineRest({
  id: "restFinishActivation",
  method: "POST",
  path: "/activations/{id}/finish",
  tag: "activations",
  summary: "Finish",
  description: "Of an order that has its code; without it the order ends by itself at `expiresAt`.",
  access: "user",
  scope: "buy",
  params: idParams,
  names,
  response: RestActivation,
  errors: stepErrors,
  examples: orderExamples.finish,
});

export const restRetryActivation = defineRest({
  id: "restRetryActivation",
  method: "POST",
  path: "/activations/{id}/retry",
  tag: "activations",
  summary: "Wait for one more code",
  description: "On the same number, free of charge until `expiresAt`.",
  access: "user",
  scope: "buy",
  params: idParams,
  names,
  response: RestActivation,
  errors: stepErrors,
  examples: orderExamples.retry,
});

export const restListActivationMessages = defineRest({
  id: "restListActivationMessages",
  method: "GET",
  path: "/activations/{id}/messages",
  tag: "messages",
  summary: "SMS of one order, newest first",
  access: "user",
  scope: "read",
  params: idParams,
  names,
  query: z.object(pageQuery("activation-messages")),
  response: PageOf(RestMessage),
  errors: [activationErrors.ACTIVATION_NOT_FOUND],
  examples: orderExamples.messagesOf,
});

export const restListMessages = defineRest({
  id: "restListMessages",
  method: "GET",
  path: "/messages",
  tag: "messages",
  summary: "SMS of all orders, newest first",
  description:
    "Newest first among the newest thousand orders, then among the thousand before them, and so on. A page may hold less than " +
    "`limit` and go on: read until `nextCursor` is null.",
  access: "user",
  scope: "read",
  query: z.object({
    limit: pageLimit,
    cursor: z
      .string()
      .max(80)
      .refine((cursor) => readPlace("messages", cursor, 2) !== null, "no cursor of this list")
      .transform((cursor) => readPlace("messages", cursor, 2) as [number, number])
      .optional()
      .describe("`nextCursor` of the page before"),
  }),
  response: PageOf(RestMessage),
  errors: [],
  examples: orderExamples.messages,
});
