import { defineErrors } from "#lib/errors/app-error.ts";

export const activationErrors = defineErrors({
  NO_NUMBERS: { status: 409, messageKey: "activations.errors.noNumbers", retryable: true },
  NO_BALANCE: {
    status: 402,
    messageKey: "activations.errors.noBalance",
    retryable: false,
    exampleDetails: { priceKopecks: 1_400 },
  },
  /** The cheapest offer costs more than the buyer's maximum; details carry the lowest price. */
  WRONG_MAX_PRICE: {
    status: 409,
    messageKey: "activations.errors.wrongMaxPrice",
    retryable: false,
    exampleDetails: { minPriceKopecks: 1_400 },
  },
  /** A search without a limit: the cheapest offer costs more than what its buyer was quoted. The search tells both prices. */
  PRICE_ABOVE_QUOTED: {
    status: 409,
    messageKey: "activations.errors.priceAboveQuoted",
    retryable: true,
  },
  SERVICE_NOT_FOUND: { status: 404, messageKey: "activations.errors.serviceNotFound", retryable: false },
  COUNTRY_NOT_FOUND: { status: 404, messageKey: "activations.errors.countryNotFound", retryable: false },
  OPERATOR_NOT_FOUND: { status: 404, messageKey: "activations.errors.operatorNotFound", retryable: false },
  /** The API key may not buy this service or in this country. */
  KEY_NOT_FOR_THIS: { status: 403, messageKey: "activations.errors.keyNotForThis", retryable: false },
  /** The API key has spent what it may spend today; details carry what is left. */
  KEY_SPENT: {
    status: 402,
    messageKey: "activations.errors.keySpent",
    retryable: false,
    exampleDetails: { leftKopecks: 250 },
  },
  /** So many open orders the account may not have at once. */
  CHANNELS_LIMIT: {
    status: 429,
    messageKey: "activations.errors.channelsLimit",
    retryable: true,
    exampleDetails: { openOrders: 10, openMax: 10 },
  },
  /** The account may buy again at `until` (details, RFC 3339). */
  BANNED: {
    status: 403,
    messageKey: "activations.errors.banned",
    retryable: false,
    exampleDetails: { until: "2026-11-21T18:30:00.000Z" },
  },
  ACTIVATION_NOT_FOUND: {
    status: 404,
    messageKey: "activations.errors.activationNotFound",
    retryable: false,
  },
  /** The order is in a state in which this cannot be done; details name it. */
  BAD_STATUS: {
    status: 409,
    messageKey: "activations.errors.badStatus",
    retryable: false,
    exampleDetails: { state: "cancelled" },
  },
  EARLY_CANCEL_DENIED: {
    status: 409,
    messageKey: "activations.errors.earlyCancelDenied",
    retryable: true,
    exampleDetails: { seconds: 95 },
  },
  SEARCH_NOT_FOUND: { status: 404, messageKey: "activations.errors.searchNotFound", retryable: false },
  /** So many searches the account may not have open at once. */
  SEARCHES_LIMIT: {
    status: 429,
    messageKey: "activations.errors.searchesLimit",
    retryable: true,
    exampleDetails: { openMax: 10 },
  },
  /** Another call with the same key is still being dealt with. */
  PURCHASE_IN_FLIGHT: { status: 409, messageKey: "activations.errors.purchaseInFlight", retryable: true },
});
