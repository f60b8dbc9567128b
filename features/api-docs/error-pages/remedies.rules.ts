/** Which advice belongs to which codes; the advice itself is in the words, one per name. */
const codesByRemedy: Readonly<Record<string, readonly string[]>> = {
  checkRequest: [
    "VALIDATION",
    "MALFORMED_JSON",
    "UNSUPPORTED_MEDIA_TYPE",
    "BAD_ACTION",
    "WRONG_EXCEPTION_PHONE",
    "WRONG_DATE",
    "PERIOD_REVERSED",
    "PERIOD_TOO_LONG",
    "INVALID_TIME",
    "NO_ID_RENT",
    "INCORECT_STATUS",
    "WEBHOOK_CLASSIC_SMS_ONLY",
    "TOO_FEW_ACCOUNTS",
    "ACCOUNT_PLACE_UNKNOWN",
  ],
  checkAddress: ["NOT_FOUND", "METHOD_NOT_ALLOWED"],
  sendLess: ["PAYLOAD_TOO_LARGE"],
  checkKey: ["UNAUTHORIZED", "NO_KEY", "BAD_KEY"],
  widenKey: ["SCOPE_MISSING", "ADDRESS_NOT_ALLOWED", "KEY_NOT_FOR_THIS", "KEY_SPENT", "FORBIDDEN"],
  callFromServer: ["FOREIGN_ORIGIN"],
  signIn: ["SESSION_NEEDED"],
  useLiveKey: ["SANDBOX_KEY"],
  useSandboxKey: ["SANDBOX_KEY_NEEDED"],
  resetSandbox: ["SANDBOX_CLOCK_TOO_FAR"],
  topUp: ["NO_BALANCE"],
  raiseCap: ["WRONG_MAX_PRICE"],
  otherNumbers: ["NO_NUMBERS", "OUT_OF_STOCK"],
  readCatalogue: [
    "SERVICE_NOT_FOUND",
    "COUNTRY_NOT_FOUND",
    "OPERATOR_NOT_FOUND",
    "BAD_SERVICE",
    "BAD_COUNTRY",
    "BAD_OPERATOR",
    "WRONG_SERVICE",
    "OPERATORS_NOT_FOUND",
    "WRONG_ADDITIONAL_SERVICE",
  ],
  leaveIt: [
    "NOT_FOR_SALE",
    "RUSSIAN_NUMBERS_UNAVAILABLE",
    "API_ONLY",
    "SERVICE_NOT_AVAILABLE",
    "RENEW_ACTIVATION_NOT_AVAILABLE",
    "NEW_ACTIVATION_IMPOSSIBLE",
    "REPEAT_ADDITIONAL_SERVICE",
    "WRONG_SECURITY",
    "RENT_DIE",
    "CANNOT_CANCEL",
    "CANT_CANCEL",
    "ACCOUNT_OFFER_NOT_FOUND",
    "ACCOUNT_OFFER_OWN",
    "WARRANTY_ENDED",
    "WARRANTY_TOO_SHORT",
  ],
  checkRights: ["NOT_AVAILABLE"],
  retryLater: ["SALES_STOPPED", "SERVER_ERROR", "UNAVAILABLE", "ERROR_SQL", "SIM_OFFLINE"],
  slowDown: ["TOO_MANY_REQUESTS", "TOO_MANY_TESTS"],
  closeOrders: ["CHANNELS_LIMIT", "SEARCHES_LIMIT"],
  waitForEnd: ["BANNED", "ACCOUNT_INACTIVE"],
  waitForLock: ["EARLY_CANCEL_DENIED"],
  keepAsking: ["STATUS_WAIT_CODE", "STATUS_WAIT_RETRY"],
  readState: [
    "BAD_STATUS",
    "RENTAL_OVER",
    "ALREADY_FINISH",
    "ALREADY_CANCEL",
    "STATUS_CANCEL",
    "STATUS_FINISH",
  ],
  checkId: [
    "ACTIVATION_NOT_FOUND",
    "SEARCH_NOT_FOUND",
    "RENTAL_NOT_FOUND",
    "ACCOUNT_ORDER_NOT_FOUND",
    "WEBHOOK_NOT_FOUND",
    "DELIVERY_NOT_FOUND",
    "NO_ACTIVATION",
    "WRONG_ACTIVATION_ID",
    "INVALID_ACTIVATION_ID",
    "INVALID_PHONE",
  ],
  repeatSame: ["PURCHASE_IN_FLIGHT", "IDEMPOTENCY_IN_FLIGHT"],
  newIdempotencyKey: ["IDEMPOTENCY_MISMATCH"],
  sendIdempotencyKey: ["IDEMPOTENCY_KEY_MISSING"],
  findOrder: ["ORDER_ALREADY_EXISTS"],
  extendLess: ["MAX_HOURS_EXCEEDED", "MAX_HOURS_EXCEED"],
  nothingThere: ["NO_ACTIVATIONS", "NO_METRICS"],
  makeRoom: ["WEBHOOK_LIMIT_REACHED"],
  otherAddress: ["WEBHOOK_URL_FORBIDDEN"],
  makeWebhook: ["BAD_DATA"],
  turnOn: ["WEBHOOK_DISABLED"],
  fewerAccounts: ["NO_ACCOUNTS"],
  buyAnew: ["NOT_DELIVERED"],
  readClaims: ["ACCOUNT_CLAIMED"],
};

const remedyByCode = new Map(
  Object.entries(codesByRemedy).flatMap(([remedy, codes]) => codes.map((code) => [code, remedy] as const)),
);

/** The names of all advice. */
export const remedies: readonly string[] = Object.keys(codesByRemedy);

/** Every code that there is advice for. */
export const advisedCodes: readonly string[] = [...remedyByCode.keys()];

/** The name of the advice for a code, null for one that has none yet. */
export function findRemedy(code: string): string | null {
  return remedyByCode.get(code) ?? null;
}
