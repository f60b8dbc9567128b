import { defineErrors } from "#lib/errors/app-error.ts";

export const webhookErrors = defineErrors({
  WEBHOOK_NOT_FOUND: { status: 404, messageKey: "notifications.errors.webhookNotFound", retryable: false },
  DELIVERY_NOT_FOUND: { status: 404, messageKey: "notifications.errors.deliveryNotFound", retryable: false },
  WEBHOOK_LIMIT_REACHED: { status: 409, messageKey: "notifications.errors.webhookLimit", retryable: false },
  /** Private, not https, with a password in it, or a name that leads to a private address. */
  WEBHOOK_URL_FORBIDDEN: { status: 400, messageKey: "notifications.errors.webhookUrl", retryable: false },
  /** The classic format has no body for other events. */
  WEBHOOK_CLASSIC_SMS_ONLY: {
    status: 400,
    messageKey: "notifications.errors.webhookClassic",
    retryable: false,
  },
  /** Nothing is sent to a webhook that is off. */
  WEBHOOK_DISABLED: { status: 409, messageKey: "notifications.errors.webhookDisabled", retryable: false },
  TOO_MANY_TESTS: { status: 429, messageKey: "notifications.errors.tooManyTests", retryable: true },
});
