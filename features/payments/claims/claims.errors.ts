import { defineErrors } from "#lib/errors/app-error.ts";

export const claimErrors = defineErrors({
  CLAIM_NOT_FOUND: { status: 404, messageKey: "payments.errors.claimNotFound", retryable: false },
  /** There is an undecided or granted claim of the same user about the transaction. */
  CLAIM_EXISTS: { status: 409, messageKey: "payments.errors.claimExists", retryable: false },
  /** The transaction has paid a top-up already. */
  TRANSACTION_CREDITED: { status: 409, messageKey: "payments.errors.transactionCredited", retryable: false },
  TRANSACTION_ID_INCORRECT: {
    status: 400,
    messageKey: "payments.errors.transactionIdIncorrect",
    retryable: false,
  },
  RETURN_ADDRESS_INCORRECT: {
    status: 400,
    messageKey: "payments.errors.returnAddressIncorrect",
    retryable: false,
  },
  CONTACT_MISSING: { status: 400, messageKey: "payments.errors.contactMissing", retryable: false },
  /** Somebody has decided it already. */
  CLAIM_DECIDED: { status: 409, messageKey: "payments.errors.claimDecided", retryable: false },
  /** No confirmed transfer to our address has this transaction's id. */
  CLAIM_TRANSFER_UNKNOWN: {
    status: 409,
    messageKey: "payments.errors.claimTransferUnknown",
    retryable: false,
  },
  /** The transaction was credited or sent back on another claim. */
  CLAIM_TRANSFER_SETTLED: {
    status: 409,
    messageKey: "payments.errors.claimTransferSettled",
    retryable: false,
  },
  /** Nothing would be left of it after the fee. */
  CLAIM_TOO_SMALL: { status: 409, messageKey: "payments.errors.claimTooSmall", retryable: false },
  /** The payer has not entered the mailed code for the address yet. */
  RETURN_ADDRESS_UNCONFIRMED: {
    status: 409,
    messageKey: "payments.errors.returnAddressUnconfirmed",
    retryable: false,
  },
  /** Money goes to a new address only after a day. */
  RETURN_ADDRESS_RESTS: { status: 409, messageKey: "payments.errors.returnAddressRests", retryable: false },
  /** There is nothing more to confirm. */
  RETURN_ADDRESS_CONFIRMED: {
    status: 409,
    messageKey: "payments.errors.returnAddressConfirmed",
    retryable: false,
  },
  /** Details carry `triesLeft`. */
  RETURN_CODE_WRONG: { status: 403, messageKey: "payments.errors.returnCodeWrong", retryable: false },
  /** Too late, too many wrong ones, or another one was mailed. */
  RETURN_CODE_EXPIRED: { status: 409, messageKey: "payments.errors.returnCodeExpired", retryable: false },
  /** Nobody of the staff decides about their own money. */
  CLAIM_OWN: { status: 403, messageKey: "payments.errors.claimOwn", retryable: false },
});
