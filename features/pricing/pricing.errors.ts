import { defineErrors } from "#lib/errors/app-error.ts";

export const pricingErrors = defineErrors({
  SERVICE_NOT_FOUND: { status: 404, messageKey: "pricing.errors.serviceNotFound", retryable: false },
  COUNTRY_NOT_FOUND: { status: 404, messageKey: "pricing.errors.countryNotFound", retryable: false },
  /** Unknown, or decided already. */
  RATE_REFUSAL_NOT_FOUND: {
    status: 404,
    messageKey: "pricing.errors.rateRefusalNotFound",
    retryable: false,
  },
  RATE_UNAVAILABLE: { status: 503, messageKey: "pricing.errors.rateUnavailable", retryable: true },
});
