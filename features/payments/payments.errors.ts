import { defineErrors } from "#lib/errors/app-error.ts";

export const paymentErrors = defineErrors({
  METHOD_NOT_FOUND: { status: 404, messageKey: "payments.errors.methodNotFound", retryable: false },
  AMOUNT_NOT_POSITIVE: { status: 400, messageKey: "payments.errors.amountNotPositive", retryable: false },
  /** Details carry `minPrice` in roubles. */
  AMOUNT_TOO_SMALL: { status: 400, messageKey: "payments.errors.amountTooSmall", retryable: false },
  /** Details carry `maxPrice` in roubles. */
  AMOUNT_TOO_LARGE: { status: 400, messageKey: "payments.errors.amountTooLarge", retryable: false },
  PAYMENT_NOT_FOUND: { status: 404, messageKey: "payments.errors.paymentNotFound", retryable: false },
  /** The provider gave no usable answer; the same call may be repeated with the same key. */
  PROVIDER_UNAVAILABLE: { status: 503, messageKey: "payments.errors.providerUnavailable", retryable: true },
  /** The payment of this key is over; begin another one. */
  PAYMENT_OVER: { status: 409, messageKey: "payments.errors.paymentOver", retryable: false },
  /** A notice without the provider's signature, or with one that is too old. */
  NOTICE_REFUSED: { status: 401, messageKey: "payments.errors.noticeRefused", retryable: false },
});
