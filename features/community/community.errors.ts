import { defineErrors } from "#lib/errors/app-error.ts";

export const communityErrors = defineErrors({
  WEBSITE_INCORRECT: { status: 400, messageKey: "community.errors.websiteIncorrect", retryable: false },
  /** A guest has to say where the answer goes. */
  EMAIL_MISSING: { status: 400, messageKey: "community.errors.emailMissing", retryable: false },
  /** Nothing that is open was asked for by this name. */
  SERVICE_REQUEST_NOT_FOUND: {
    status: 404,
    messageKey: "community.errors.serviceRequestNotFound",
    retryable: false,
  },
});
