import { defineErrors } from "#lib/errors/app-error.ts";

export const couponErrors = defineErrors({
  /** Well-formed, but unknown, redeemed, expired, void or of a batch that nobody has approved: which of them is not told. */
  COUPON_NOT_FOUND: { status: 404, messageKey: "payments.errors.couponNotFound", retryable: false },
  /** Another form, or a typing error that the check character shows. */
  PAYMENT_CODE_INCORRECT: {
    status: 400,
    messageKey: "payments.errors.paymentCodeIncorrect",
    retryable: false,
  },
  BATCH_NOT_FOUND: { status: 404, messageKey: "payments.errors.batchNotFound", retryable: false },
  /** The key has made a batch before. Its codes were told once: void it and make another. Details carry `batchId`. */
  BATCH_EXISTS: { status: 409, messageKey: "payments.errors.batchExists", retryable: false },
  /** Details carry `minPrice` in yuan. */
  COUPON_PRICE_TOO_SMALL: {
    status: 400,
    messageKey: "payments.errors.couponPriceTooSmall",
    retryable: false,
  },
  /** Who made a batch does not approve it. */
  BATCH_OWN: { status: 403, messageKey: "payments.errors.batchOwn", retryable: false },
  /** It was voided, or its days have passed. */
  BATCH_OVER: { status: 409, messageKey: "payments.errors.batchOver", retryable: false },
  BATCH_ENDS_WRONG: { status: 400, messageKey: "payments.errors.batchEndsWrong", retryable: false },
});
