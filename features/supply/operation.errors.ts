import { defineErrors } from "#lib/errors/app-error.ts";

export const operationErrors = defineErrors({
  SUPPLIER_NOT_FOUND: { status: 404, messageKey: "supply.errors.supplierNotFound", retryable: false },
  SUPPLIER_EXISTS: { status: 409, messageKey: "supply.errors.supplierExists", retryable: false },
  /** Raw exchanges are forgotten after a week. */
  EXCHANGE_NOT_FOUND: { status: 404, messageKey: "supply.errors.exchangeNotFound", retryable: false },
  /** Nothing brings a supplier back that has ended. */
  SUPPLIER_ENDED: { status: 409, messageKey: "supply.errors.supplierEnded", retryable: false },
  SUPPLIER_ADDRESS_REFUSED: { status: 400, messageKey: "supply.errors.addressRefused", retryable: false },
  /** Own stock calls us. */
  SUPPLIER_HAS_NO_ADDRESS: { status: 400, messageKey: "supply.errors.hasNoAddress", retryable: false },
  /** A shop that we buy from gives us a key; what it counts in is known. Other kinds have neither currency nor balance. */
  SUPPLIER_SHOP_TERMS: { status: 400, messageKey: "supply.errors.shopTerms", retryable: false },
  SUPPLIER_KEY_TAKEN: { status: 409, messageKey: "supply.errors.keyTaken", retryable: false },
  /** We would still call the agent with a key that it may no longer push with. */
  SUPPLIER_OVERLAP_SHORT: { status: 400, messageKey: "supply.errors.overlapShort", retryable: false },
  /** Details carry the words, with commas. */
  SUPPLIER_WORDS_UNKNOWN: { status: 400, messageKey: "supply.errors.wordsUnknown", retryable: false },
  /** Details carry the first wrong line and all of them (`lines`: line, problem, text). */
  SUPPLIER_COSTS_WRONG: { status: 400, messageKey: "supply.errors.costsWrong", retryable: false },
  /** No account of a partner. */
  SUPPLIER_OWNER_UNKNOWN: { status: 400, messageKey: "supply.errors.ownerUnknown", retryable: false },
  /** A partner owns one supplier. */
  SUPPLIER_OWNER_TAKEN: { status: 409, messageKey: "supply.errors.ownerTaken", retryable: false },
  /** Whose a share is stays what it was when it was earned. */
  SUPPLIER_OWNER_KEPT: { status: 409, messageKey: "supply.errors.ownerKept", retryable: false },
  SUPPLIER_LIMITS_CROSSED: { status: 400, messageKey: "supply.errors.limitsCrossed", retryable: false },
  SUPPLIER_COST_NOT_FOUND: { status: 404, messageKey: "supply.errors.costNotFound", retryable: false },
  /** A partner's supplier goes live with a passed self-test of its present address and key. */
  SELF_TEST_NEEDED: { status: 409, messageKey: "supply.errors.selfTestNeeded", retryable: false },
  /** One run of a supplier at a time. */
  SELF_TEST_RUNNING: { status: 409, messageKey: "supply.errors.selfTestRunning", retryable: false },
  SELF_TEST_TOO_OFTEN: { status: 429, messageKey: "supply.errors.selfTestTooOften", retryable: true },
  SELF_TEST_NOT_FOUND: { status: 404, messageKey: "supply.errors.selfTestNotFound", retryable: false },
});
