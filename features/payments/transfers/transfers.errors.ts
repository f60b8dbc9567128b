import { defineErrors } from "#lib/errors/app-error.ts";

export const transferErrors = defineErrors({
  /** Details carry `count`. */
  TOO_MANY_TRANSFERS: { status: 409, messageKey: "payments.errors.tooManyTransfers", retryable: false },
  TRANSFER_NOT_FOUND: { status: 404, messageKey: "payments.errors.transferNotFound", retryable: false },
  /** Nothing more is expected of it. */
  TRANSFER_OVER: { status: 409, messageKey: "payments.errors.transferOver", retryable: false },
  /** Nobody of the staff decides about their own money. */
  TRANSFER_OWN: { status: 403, messageKey: "payments.errors.transferOwn", retryable: false },
});
