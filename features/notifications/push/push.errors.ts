import { defineErrors } from "#lib/errors/app-error.ts";

export const pushErrors = defineErrors({
  /** Not https at one of the services that browsers use (setting PUSH_SERVICES). */
  PUSH_ADDRESS_FORBIDDEN: { status: 400, messageKey: "notifications.errors.pushAddress", retryable: false },
  /** The operator has set no key (setting PUSH_PRIVATE_KEY). */
  PUSH_UNAVAILABLE: { status: 409, messageKey: "notifications.errors.pushUnavailable", retryable: false },
});
