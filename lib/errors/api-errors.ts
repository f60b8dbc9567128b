import { defineErrors } from "#lib/errors/app-error.ts";

/** Refusals that any endpoint can give, before or around its own work. */
export const apiErrors = defineErrors({
  VALIDATION: {
    status: 400,
    messageKey: "api.errors.validation",
    retryable: false,
    exampleDetails: { problems: [{ path: "limit", problem: "1 to 100" }] },
  },
  MALFORMED_JSON: { status: 400, messageKey: "api.errors.malformedJson", retryable: false },
  UNAUTHORIZED: { status: 401, messageKey: "api.errors.unauthorized", retryable: false },
  FORBIDDEN: { status: 403, messageKey: "api.errors.forbidden", retryable: false },
  /** A staff call from a session that has not shown a second factor; details say where to set one up. */
  SECOND_FACTOR_NEEDED: { status: 403, messageKey: "api.errors.secondFactorNeeded", retryable: false },
  /** The call moves money or rights: a code must have been entered within the last minutes. */
  STEP_UP_NEEDED: { status: 403, messageKey: "api.errors.stepUpNeeded", retryable: false },
  /** A call for a person who is signed in; an API key is not enough. */
  SESSION_NEEDED: { status: 403, messageKey: "api.errors.sessionNeeded", retryable: false },
  /** The API key was not given the right for this call; details name it. */
  SCOPE_MISSING: {
    status: 403,
    messageKey: "api.errors.scopeMissing",
    retryable: false,
    exampleDetails: { scope: "buy" },
  },
  /** The API key may not be used from the caller's address. */
  ADDRESS_NOT_ALLOWED: { status: 403, messageKey: "api.errors.addressNotAllowed", retryable: false },
  FOREIGN_ORIGIN: { status: 403, messageKey: "api.errors.foreignOrigin", retryable: false },
  NOT_FOUND: { status: 404, messageKey: "api.errors.notFound", retryable: false },
  METHOD_NOT_ALLOWED: { status: 405, messageKey: "api.errors.methodNotAllowed", retryable: false },
  /** A write that may be repeated safely only with the header `Idempotency-Key`, which is not there. */
  IDEMPOTENCY_KEY_MISSING: { status: 400, messageKey: "api.errors.idempotencyKeyMissing", retryable: false },
  IDEMPOTENCY_MISMATCH: { status: 422, messageKey: "api.errors.idempotencyMismatch", retryable: false },
  IDEMPOTENCY_IN_FLIGHT: { status: 409, messageKey: "api.errors.idempotencyInFlight", retryable: true },
  PAYLOAD_TOO_LARGE: { status: 413, messageKey: "api.errors.payloadTooLarge", retryable: false },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, messageKey: "api.errors.unsupportedMediaType", retryable: false },
  TOO_MANY_REQUESTS: { status: 429, messageKey: "api.errors.tooManyRequests", retryable: true },
  SERVER_ERROR: { status: 500, messageKey: "api.errors.serverError", retryable: true },
  UNAVAILABLE: { status: 503, messageKey: "api.errors.unavailable", retryable: true },
});
