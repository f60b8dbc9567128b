import { defineErrors } from "#lib/errors/app-error.ts";

export const withdrawalErrors = defineErrors({
  /** Staff have stopped all withdrawals for now. */
  WITHDRAWALS_PAUSED: { status: 503, messageKey: "payments.withdrawals.errors.paused", retryable: true },
  WITHDRAWAL_METHOD_NOT_OFFERED: {
    status: 400,
    messageKey: "payments.withdrawals.errors.methodNotOffered",
    retryable: false,
  },
  /** Details carry `minimum` in roubles. */
  WITHDRAWAL_TOO_SMALL: { status: 400, messageKey: "payments.withdrawals.errors.tooSmall", retryable: false },
  /** Details carry `maximum` in roubles. */
  WITHDRAWAL_TOO_LARGE: { status: 400, messageKey: "payments.withdrawals.errors.tooLarge", retryable: false },
  WITHDRAWAL_BLOCKED_BY_DEBT: {
    status: 409,
    messageKey: "payments.withdrawals.errors.blockedByDebt",
    retryable: false,
  },
  REQUISITES_INVALID: {
    status: 400,
    messageKey: "payments.withdrawals.errors.destination",
    retryable: false,
  },
  /** Money goes to a new card or address only after a day. */
  WITHDRAWAL_RESTS: { status: 409, messageKey: "payments.withdrawals.errors.rests", retryable: false },
  /** Details carry `triesLeft`. */
  REQUISITES_CODE_WRONG: {
    status: 403,
    messageKey: "payments.withdrawals.errors.codeWrong",
    retryable: false,
  },
  /** Too late, or too many wrong ones: asking for the withdrawal again mails another. */
  REQUISITES_CODE_EXPIRED: {
    status: 409,
    messageKey: "payments.withdrawals.errors.codeExpired",
    retryable: false,
  },
  WITHDRAWAL_NOT_FOUND: { status: 404, messageKey: "payments.withdrawals.errors.notFound", retryable: false },
  /** Someone else was faster: it is not in a state any more in which this can be done. */
  WITHDRAWAL_MOVED_ON: { status: 409, messageKey: "payments.withdrawals.errors.movedOn", retryable: false },
  TOO_MANY_OPEN_WITHDRAWALS: {
    status: 409,
    messageKey: "payments.withdrawals.errors.tooManyOpen",
    retryable: false,
  },
  /** There is no exchange rate to fix the amount at. */
  RATE_UNKNOWN: { status: 503, messageKey: "payments.withdrawals.errors.rateUnknown", retryable: true },
  /** Nobody of the staff decides about their own money. */
  OWN_WITHDRAWAL: { status: 403, messageKey: "payments.withdrawals.errors.own", retryable: false },
  SECOND_PERSON_NEEDED: {
    status: 409,
    messageKey: "payments.withdrawals.errors.secondPerson",
    retryable: false,
  },
  /** The provider carries this one out; people only watch. */
  WITHDRAWAL_NOT_BY_HAND: {
    status: 409,
    messageKey: "payments.withdrawals.errors.notByHand",
    retryable: false,
  },
  TRANSACTION_ALREADY_USED: {
    status: 409,
    messageKey: "payments.withdrawals.errors.transactionUsed",
    retryable: false,
  },
});
