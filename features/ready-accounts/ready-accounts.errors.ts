import { defineErrors } from "#lib/errors/app-error.ts";

export const readyAccountErrors = defineErrors({
  SERVICE_NOT_FOUND: { status: 404, messageKey: "readyAccounts.errors.serviceNotFound", retryable: false },
  COUNTRY_NOT_FOUND: { status: 404, messageKey: "readyAccounts.errors.countryNotFound", retryable: false },
  ACCOUNT_OFFER_NOT_FOUND: {
    status: 404,
    messageKey: "readyAccounts.errors.offerNotFound",
    retryable: false,
  },
  /** Nobody buys from a store of their own. */
  ACCOUNT_OFFER_OWN: { status: 403, messageKey: "readyAccounts.errors.offerOwn", retryable: false },
  ACCOUNT_ORDER_NOT_FOUND: {
    status: 404,
    messageKey: "readyAccounts.errors.orderNotFound",
    retryable: false,
  },
  /** Fewer than asked for are left; details carry how many. */
  NO_ACCOUNTS: {
    status: 409,
    messageKey: "readyAccounts.errors.noAccounts",
    retryable: true,
    exampleDetails: { leftCount: 3 },
  },
  /** Details carry the least count of the offer. */
  TOO_FEW_ACCOUNTS: {
    status: 422,
    messageKey: "readyAccounts.errors.tooFew",
    retryable: false,
    exampleDetails: { leastCount: 5 },
  },
  NO_BALANCE: {
    status: 402,
    messageKey: "readyAccounts.errors.noBalance",
    retryable: false,
    exampleDetails: { priceKopecks: 4_000 },
  },
  /** It costs more than the buyer's maximum; details carry what it costs. */
  WRONG_MAX_PRICE: {
    status: 409,
    messageKey: "readyAccounts.errors.wrongMaxPrice",
    retryable: false,
    exampleDetails: { minPriceKopecks: 4_000 },
  },
  /** The offer's warranty is shorter than the buyer's minimum; details carry what it is. */
  WARRANTY_TOO_SHORT: {
    status: 409,
    messageKey: "readyAccounts.errors.warrantyTooShort",
    retryable: false,
    exampleDetails: { warrantyHours: 2 },
  },
  /** The API key may not buy this service's accounts, or not this country's. */
  KEY_NOT_FOR_THIS: { status: 403, messageKey: "readyAccounts.errors.keyNotForThis", retryable: false },
  /** The API key has spent what it may spend today; details carry what is left. */
  KEY_SPENT: {
    status: 402,
    messageKey: "readyAccounts.errors.keySpent",
    retryable: false,
    exampleDetails: { leftKopecks: 250 },
  },
  /** The accounts could not be read; the money is back. */
  NOT_DELIVERED: { status: 409, messageKey: "readyAccounts.errors.notDelivered", retryable: false },
  /** The order has no such place, or nothing was delivered. */
  ACCOUNT_PLACE_UNKNOWN: {
    status: 404,
    messageKey: "readyAccounts.errors.placeUnknown",
    retryable: false,
  },
  WARRANTY_ENDED: { status: 409, messageKey: "readyAccounts.errors.warrantyEnded", retryable: false },
  /** Once per account; details name the state of the claim. */
  ACCOUNT_CLAIMED: {
    status: 409,
    messageKey: "readyAccounts.errors.accountClaimed",
    retryable: false,
    exampleDetails: { state: "open" },
  },
  ACCOUNT_CLAIM_NOT_FOUND: {
    status: 404,
    messageKey: "readyAccounts.errors.claimNotFound",
    retryable: false,
  },
  /** Another one was faster, or the time was; details name the state. */
  ACCOUNT_CLAIM_DECIDED: {
    status: 409,
    messageKey: "readyAccounts.errors.claimDecided",
    retryable: false,
    exampleDetails: { state: "refunded" },
  },
  /** The store has objected; the staff decide now. */
  ACCOUNT_CLAIM_ANSWERED: {
    status: 409,
    messageKey: "readyAccounts.errors.claimAnswered",
    retryable: false,
  },
  /** It is decided for its buyer at this moment. */
  ACCOUNT_CLAIM_LATE: { status: 409, messageKey: "readyAccounts.errors.claimLate", retryable: false },
  ACCOUNT_CLAIM_OWN: { status: 403, messageKey: "readyAccounts.errors.claimOwn", retryable: false },
  /** Details carry the refused lines by number and reason, the first hundred of them. */
  STOCK_LINES_WRONG: {
    status: 422,
    messageKey: "readyAccounts.errors.stockLinesWrong",
    retryable: false,
    exampleDetails: { count: 1, lines: [{ line: 2, problem: "duplicate" }] },
  },
  STOCK_JSON_WRONG: { status: 422, messageKey: "readyAccounts.errors.stockJsonWrong", retryable: false },
  /** Details name the problem and, where there is one, the entry. */
  STOCK_ARCHIVE_WRONG: {
    status: 422,
    messageKey: "readyAccounts.errors.stockArchiveWrong",
    retryable: false,
    exampleDetails: { problem: "path", entry: "../first.session" },
  },
  /** The offer's accounts are files: they come in an archive. */
  STOCK_ARCHIVE_NEEDED: {
    status: 422,
    messageKey: "readyAccounts.errors.stockArchiveNeeded",
    retryable: false,
  },
  STOCK_TEMPLATE_WRONG: {
    status: 422,
    messageKey: "readyAccounts.errors.stockTemplateWrong",
    retryable: false,
  },
  /** Its stock was read by the template. */
  STOCK_TEMPLATE_KEPT: {
    status: 409,
    messageKey: "readyAccounts.errors.stockTemplateKept",
    retryable: false,
  },
  /** The staff or too many claims have stopped it: its seller cannot put it on sale again. */
  OFFER_BARRED: { status: 409, messageKey: "readyAccounts.errors.offerBarred", retryable: false },
  /** The house has taken all accounts of its service off sale. */
  OFFER_TAKEN_DOWN: { status: 409, messageKey: "readyAccounts.errors.offerTakenDown", retryable: false },
  TAKEDOWN_NOT_FOUND: { status: 404, messageKey: "readyAccounts.errors.takedownNotFound", retryable: false },
  /** Details name the state. */
  OFFER_STATE_REFUSED: {
    status: 409,
    messageKey: "readyAccounts.errors.offerStateRefused",
    retryable: false,
    exampleDetails: { state: "draft" },
  },
});
