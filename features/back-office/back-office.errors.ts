import { defineErrors } from "#lib/errors/app-error.ts";

export const backOfficeErrors = defineErrors({
  DESK_NOTHING_THERE: { status: 404, messageKey: "backOffice.errors.nothingThere", retryable: false },
  /** The same person cannot propose and sign. */
  SAME_PERSON: { status: 403, messageKey: "backOffice.errors.samePerson", retryable: false },
  OWN_ACCOUNT: { status: 403, messageKey: "backOffice.errors.ownAccount", retryable: false },
  /** Above the limit only a lead signs; details carry the limit in roubles. */
  LEAD_NEEDED: { status: 403, messageKey: "backOffice.errors.leadNeeded", retryable: false },
  /** Another one was faster; details carry the state. */
  CORRECTION_DECIDED: { status: 409, messageKey: "backOffice.errors.correctionDecided", retryable: false },
  CORRECTION_EXPIRED: { status: 409, messageKey: "backOffice.errors.correctionExpired", retryable: false },
  /** Details carry what the wallet can give, in roubles. */
  WALLET_TOO_SMALL: { status: 409, messageKey: "backOffice.errors.walletTooSmall", retryable: false },
  /** Details carry what is owed, in roubles. */
  DEBT_TOO_SMALL: { status: 409, messageKey: "backOffice.errors.debtTooSmall", retryable: false },
  /** Another one was faster; details carry the state. */
  FACTOR_REMOVAL_DECIDED: {
    status: 409,
    messageKey: "backOffice.errors.correctionDecided",
    retryable: false,
  },
  /** One at a time for each user. */
  FACTOR_REMOVAL_WAITS: { status: 409, messageKey: "backOffice.errors.factorRemovalWaits", retryable: false },
  PERSON_WITHOUT_FACTOR: {
    status: 409,
    messageKey: "backOffice.errors.personWithoutFactor",
    retryable: false,
  },
  /** Of the staff: the permissions are taken away first. */
  STAFF_ACCOUNT: { status: 409, messageKey: "backOffice.errors.staffAccount", retryable: false },
  /** Details carry what such a number costs us at least, in roubles. */
  /** A price cannot be agreed for what nobody sells now. */
  COST_UNKNOWN: { status: 409, messageKey: "backOffice.errors.costUnknown", retryable: false },
  PRICE_BELOW_COST: { status: 409, messageKey: "backOffice.errors.priceBelowCost", retryable: false },
  ORDER_NOT_CAPTURED: { status: 409, messageKey: "backOffice.errors.orderNotCaptured", retryable: false },
  ORDER_REFUND_EXISTS: { status: 409, messageKey: "backOffice.errors.orderRefundExists", retryable: false },
});
