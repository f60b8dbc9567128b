import { defineErrors } from "#lib/errors/app-error.ts";

export const rentalErrors = defineErrors({
  NO_NUMBERS: { status: 409, messageKey: "rentals.errors.noNumbers", retryable: true },
  NO_BALANCE: {
    status: 402,
    messageKey: "rentals.errors.noBalance",
    retryable: false,
    exampleDetails: { priceKopecks: 4_000 },
  },
  /** It costs more than the buyer's maximum; details carry the lowest price. */
  WRONG_MAX_PRICE: {
    status: 409,
    messageKey: "rentals.errors.wrongMaxPrice",
    retryable: false,
    exampleDetails: { minPriceKopecks: 4_000 },
  },
  SERVICE_NOT_FOUND: { status: 404, messageKey: "rentals.errors.serviceNotFound", retryable: false },
  COUNTRY_NOT_FOUND: { status: 404, messageKey: "rentals.errors.countryNotFound", retryable: false },
  OPERATOR_NOT_FOUND: { status: 404, messageKey: "rentals.errors.operatorNotFound", retryable: false },
  /** Outside 4 hours to 4 weeks. */
  INVALID_TIME: {
    status: 422,
    messageKey: "rentals.errors.invalidTime",
    retryable: false,
    exampleDetails: { min: 4, max: 672 },
  },
  /** The API key may not rent this service or in this country. */
  KEY_NOT_FOR_THIS: { status: 403, messageKey: "rentals.errors.keyNotForThis", retryable: false },
  /** The API key has spent what it may spend today; details carry what is left. */
  KEY_SPENT: {
    status: 402,
    messageKey: "rentals.errors.keySpent",
    retryable: false,
    exampleDetails: { leftKopecks: 250 },
  },
  RENTAL_NOT_FOUND: { status: 404, messageKey: "rentals.errors.rentalNotFound", retryable: false },
  /** Something has come, or the first 20 minutes are over. */
  CANNOT_CANCEL: {
    status: 409,
    messageKey: "rentals.errors.cannotCancel",
    retryable: false,
    exampleDetails: { state: "received" },
  },
  /** It has ended already; details name the state. */
  RENTAL_OVER: {
    status: 409,
    messageKey: "rentals.errors.rentalOver",
    retryable: false,
    exampleDetails: { state: "expired" },
  },
  /** The end would be more than 4 weeks away; details carry how many hours fit. */
  MAX_HOURS_EXCEEDED: {
    status: 409,
    messageKey: "rentals.errors.maxHoursExceeded",
    retryable: false,
    exampleDetails: { maxHours: 300 },
  },
});
