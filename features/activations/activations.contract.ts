import { z } from "zod";
import { activationErrors } from "#features/activations/activations.errors.ts";
import { activationStates } from "#features/activations/activations.rules.ts";
import { routingChoices } from "#features/activations/purchase/purchase.rules.ts";
import {
  CountryIdText,
  OrderedCountry,
  OrderedService,
  ServiceCode,
} from "#features/catalogue/catalogue.contract.ts";
import { policyErrors } from "#features/policy/policy.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { idParams } from "#lib/api/ids.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const instant = z.iso.datetime();

/** One SMS of an order. `late` ones came after the refund and are shown free of charge. */
export const MessageView = z.strictObject({
  id: z.number().int(),
  sender: z.string().nullable(),
  text: z.string().nullable(),
  code: z.string().nullable(),
  receivedAt: instant,
  late: z.boolean(),
});

/** An order as its buyer sees it. Times are UTC; seconds are counted by the server's clock. */
export const ActivationView = z.strictObject({
  id: z.number().int(),
  state: z.enum(activationStates),
  service: OrderedService,
  country: OrderedCountry,
  operator: z.string(),
  /** International digits without a plus sign; null until a supplier gave one. */
  number: z.string().nullable(),
  priceKopecks: z.number().int(),
  money: z.enum(["held", "captured", "given-back"]),
  closeReason: z.string().nullable(),
  requestedAt: instant,
  expiresAt: instant,
  closedAt: instant.nullable(),
  secondsLeft: z.number().int(),
  /** 0 when it may be cancelled now; null when it may not be cancelled at all. */
  cancellableInSeconds: z.number().int().nullable(),
  holdSeconds: z.number().int(),
  wantsMore: z.boolean(),
  messages: z.array(MessageView),
});
export type ActivationView = z.infer<typeof ActivationView>;
export type MessageView = z.infer<typeof MessageView>;

const buyParams = z.object({
  countryExternalId: CountryIdText,
  serviceExternalId: ServiceCode,
});
const buyQuery = z.object({
  /** Highest price the buyer agrees to, in hundredths of a rouble (spec, section 7). */
  maxPrice: z
    .string()
    .regex(/^\d{1,12}$/, "whole hundredths of a rouble")
    .transform((hundredths) => kopecks(BigInt(hundredths)))
    .optional(),
  operator: z
    .string()
    .regex(/^[a-z0-9_]{1,40}$/)
    .default("any"),
  /** Within maxPrice: by worth, or the cheapest supplier whatever it delivers. */
  routing: z.enum(routingChoices).default("worth"),
});
/** What buying refuses, by whatever door. */
export const buyErrors = [
  activationErrors.NO_NUMBERS,
  activationErrors.NO_BALANCE,
  activationErrors.WRONG_MAX_PRICE,
  activationErrors.SERVICE_NOT_FOUND,
  activationErrors.COUNTRY_NOT_FOUND,
  activationErrors.OPERATOR_NOT_FOUND,
  activationErrors.PURCHASE_IN_FLIGHT,
  activationErrors.KEY_NOT_FOR_THIS,
  activationErrors.KEY_SPENT,
  activationErrors.CHANNELS_LIMIT,
  activationErrors.BANNED,
  policyErrors.NOT_FOR_SALE,
  policyErrors.RUSSIAN_NUMBERS_UNAVAILABLE,
  policyErrors.API_ONLY,
  policyErrors.SALES_STOPPED,
];

const names = { of: "activation", notFound: activationErrors.ACTIVATION_NOT_FOUND } as const;

/** The call that buys by GET (spec, section 7): for bearer tokens and keys only, a cookie alone never buys by a safe method. */
export const getNumberEndpoint = defineEndpoint({
  id: "getNumber",
  method: "GET",
  path: "/sms-users/get-number/{countryExternalId}/{serviceExternalId}",
  summary: "Buy a number (bearer token)",
  description: "Answers `ACCESS_NUMBER:<id>:<digits>` as text.",
  tag: "activations",
  access: "bearer",
  scope: "buy",
  keyed: "optional",
  params: buyParams,
  query: buyQuery,
  response: z.string().regex(/^ACCESS_NUMBER:\d+:\d+$/),
  produces: "text/plain",
  errors: buyErrors,
});

/** How the site buys: POST with an idempotency key on the same path. */
export const buyActivationEndpoint = defineEndpoint({
  id: "buyActivation",
  method: "POST",
  path: "/sms-users/get-number/{countryExternalId}/{serviceExternalId}",
  summary: "Buy a number",
  tag: "activations",
  access: "user",
  scope: "buy",
  keyed: true,
  params: buyParams,
  query: buyQuery,
  response: z.strictObject({
    result: z.string().regex(/^ACCESS_NUMBER:\d+:\d+$/),
    activation: ActivationView,
  }),
  errors: buyErrors,
});

/** Open numbers, newest first, and those closed in the last quarter of an hour. */
export const listActivationsEndpoint = defineEndpoint({
  id: "listActivations",
  method: "GET",
  path: "/activations",
  summary: "Active numbers",
  tag: "activations",
  access: "user",
  scope: "read",
  response: z.strictObject({ activations: z.array(ActivationView) }),
  errors: [],
});

export const getActivationEndpoint = defineEndpoint({
  id: "getActivation",
  method: "GET",
  path: "/activations/{id}",
  summary: "One number with its messages",
  tag: "activations",
  access: "user",
  scope: "read",
  params: idParams,
  names,
  response: ActivationView,
  errors: [activationErrors.ACTIVATION_NOT_FOUND],
});

const stepErrors = [activationErrors.ACTIVATION_NOT_FOUND, activationErrors.BAD_STATUS];

/** Cancels a number that got no SMS; the whole price comes back. */
export const cancelActivationEndpoint = defineEndpoint({
  id: "cancelActivation",
  method: "POST",
  path: "/activations/{id}/cancel",
  summary: "Cancel with full refund",
  tag: "activations",
  access: "user",
  scope: "buy",
  params: idParams,
  names,
  response: ActivationView,
  errors: [...stepErrors, activationErrors.EARLY_CANCEL_DENIED],
});

/** Reports a number as blocked or used; instant full refund while no SMS has come. */
export const reportActivationEndpoint = defineEndpoint({
  id: "reportActivation",
  method: "POST",
  path: "/activations/{id}/report",
  summary: "Report as blocked, with full refund",
  tag: "activations",
  access: "user",
  scope: "buy",
  params: idParams,
  names,
  response: ActivationView,
  errors: stepErrors,
});

/** Ends a number that has its code. */
export const finishActivationEndpoint = defineEndpoint({
  id: "finishActivation",
  method: "POST",
  path: "/activations/{id}/finish",
  summary: "Finish",
  tag: "activations",
  access: "user",
  scope: "buy",
  params: idParams,
  names,
  response: ActivationView,
  errors: stepErrors,
});

/** Waits for one more code on the same number, free of charge within its time. */
export const askMoreCodesEndpoint = defineEndpoint({
  id: "askMoreCodes",
  method: "POST",
  path: "/activations/{id}/more-codes",
  summary: "Wait for one more code",
  tag: "activations",
  access: "user",
  scope: "buy",
  params: idParams,
  names,
  response: ActivationView,
  errors: stepErrors,
});
