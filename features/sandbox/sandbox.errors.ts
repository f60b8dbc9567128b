import { defineErrors } from "#lib/errors/app-error.ts";

/** Refusals of the sandbox's own calls. */
export const sandboxErrors = defineErrors({
  /** The call is for sandbox keys. */
  SANDBOX_KEY_NEEDED: { status: 403, messageKey: "buyerApi.sandbox.errors.keyNeeded", retryable: false },
  /** The clock would go further ahead than a year; a reset brings it back. */
  SANDBOX_CLOCK_TOO_FAR: { status: 409, messageKey: "buyerApi.sandbox.errors.clockTooFar", retryable: false },
});
