import type { KeyScope } from "#lib/api/actor.ts";
import type { RatePolicy } from "#lib/api/rate-limits.ts";

/**
 * Every word that handler_api.php can answer; what follows the colon is named. The set is closed: clients crash on words
 * they do not know.
 */
export const answerTokens = {
  NO_KEY: null,
  BAD_KEY: null,
  BAD_ACTION: null,
  ERROR_SQL: null,
  ACCESS_BALANCE: "roubles",
  ACCESS_NUMBER: "id:digits",
  NO_NUMBERS: null,
  NO_BALANCE: null,
  BAD_SERVICE: null,
  BAD_COUNTRY: null,
  BAD_OPERATOR: null,
  WRONG_MAX_PRICE: "roubles",
  WRONG_EXCEPTION_PHONE: null,
  ORDER_ALREADY_EXISTS: null,
  SERVICE_NOT_AVAILABLE: null,
  CHANNELS_LIMIT: null,
  BANNED: "'YYYY-MM-DD HH-MM-SS'",
  NOT_AVAILABLE: null,
  ACCESS_READY: null,
  ACCESS_RETRY_GET: null,
  ACCESS_ACTIVATION: null,
  ACCESS_CANCEL: null,
  NO_ACTIVATION: null,
  WRONG_ACTIVATION_ID: null,
  BAD_STATUS: null,
  EARLY_CANCEL_DENIED: null,
  STATUS_WAIT_CODE: null,
  STATUS_WAIT_RETRY: "code",
  STATUS_OK: "code",
  STATUS_CANCEL: null,
  NO_ACTIVATIONS: null,
  WRONG_DATE: null,
  OPERATORS_NOT_FOUND: null,
  FULL_SMS: "text",
  INVALID_ACTIVATION_ID: null,
  RENEW_ACTIVATION_NOT_AVAILABLE: null,
  NEW_ACTIVATION_IMPOSSIBLE: null,
  SIM_OFFLINE: null,
  ADDITIONAL: "id:digits",
  WRONG_ADDITIONAL_SERVICE: null,
  WRONG_SECURITY: null,
  REPEAT_ADDITIONAL_SERVICE: null,
  WRONG_SERVICE: null,
  NO_METRICS: null,
} as const;
export type AnswerToken = keyof typeof answerTokens;

type TokenWithValue = {
  [T in AnswerToken]: (typeof answerTokens)[T] extends string ? T : never;
}[AnswerToken];
type PlainToken = Exclude<AnswerToken, TokenWithValue>;

/**
 * Words any action may answer. NOT_AVAILABLE: the key was not given the right for this action, or a browser was sent here
 * by a foreign page or by a guess (prefetch). BAD_KEY also where a key may not be used: who found one is not told that it works elsewhere.
 */
const COMMON = ["NO_KEY", "BAD_KEY", "BAD_ACTION", "ERROR_SQL", "NOT_AVAILABLE"] as const;
/** Of whatever opens an order: too many are open, or the account may not buy for a while. */
const LIMITED = ["CHANNELS_LIMIT", "BANNED"] as const;
const BUYING = [
  "NO_NUMBERS",
  "NO_BALANCE",
  "BAD_SERVICE",
  "BAD_COUNTRY",
  "BAD_OPERATOR",
  "WRONG_MAX_PRICE",
  "WRONG_EXCEPTION_PHONE",
  "ORDER_ALREADY_EXISTS",
  "SERVICE_NOT_AVAILABLE",
  ...LIMITED,
] as const;
const READING = ["STATUS_WAIT_CODE", "STATUS_WAIT_RETRY", "STATUS_CANCEL", "NO_ACTIVATION"] as const;

const RENEWING = [
  "RENEW_ACTIVATION_NOT_AVAILABLE",
  "NEW_ACTIVATION_IMPOSSIBLE",
  "WRONG_ACTIVATION_ID",
  "SIM_OFFLINE",
] as const;
const MOVING = ["NO_ACTIVATION", "WRONG_ACTIVATION_ID", "BAD_STATUS"] as const;

/** How often one key may call handler_api, and all callers without a key in one network; per process of the API. */
export const handlerRates = {
  key: { name: "handler-key", perSecond: 100, burst: 1_000 },
  stranger: { name: "handler-stranger", perSecond: 20, burst: 200 },
} as const satisfies Record<string, RatePolicy>;

type ActionRule = {
  /** What it may answer as text beside the common words; everything else is refused before it is sent. */
  readonly tokens: readonly AnswerToken[];
  /** It buys or moves an order: never for a foreign page or a prefetch. */
  readonly changes: boolean;
  /** What a key needs for it; null where none is needed. */
  readonly scope: KeyScope | null;
};

/** Renting: hours and weeks instead of one SMS. All but the words of the gate is JSON (features/handler-api/rent). */
const rentActionNames = [
  "getRentServicesAndCountries",
  "getRentNumber",
  "getRentStatus",
  "setRentStatus",
  "getRentList",
  "continueRentNumber",
  "continueRentInfo",
  "getContinueRentPriceNumber",
  "getRentServices",
  "serviceCountRent",
  "prolong",
  "prolongOptions",
  "prolongHistory",
] as const;
export type RentActionName = (typeof rentActionNames)[number];

/** What the protocol knows and nobody can buy here: calls, spoken codes, mailboxes, old lists. NOT_AVAILABLE, always. */
export const unsoldActionNames = [
  "getMultiServiceNumber",
  "parseCall",
  "createTaskForCall",
  "getOutgoingCalls",
  "getNumbersStatusAndMediumSmsTime",
  "getQiwiRequisites",
  "getDomains",
  "buyMailActivation",
  "getMailHistory",
  "checkMailActivation",
  "cancelMailActivation",
] as const;
export type UnsoldActionName = (typeof unsoldActionNames)[number];

export const actionNames = [
  "getBalance",
  "getBalanceAndCashBack",
  "getNumber",
  "getNumberV2",
  "setStatus",
  "getStatus",
  "getStatusV2",
  "getPrices",
  "getCountries",
  "getServicesList",
  "getOperators",
  "getNumbersStatus",
  "getNumbersStatusAndCostHubFree",
  "getActiveActivations",
  ...rentActionNames,
  "getPricesV2",
  "getPricesV3",
  "getPricesVerification",
  "getPricesExtended",
  "getTopCountriesByService",
  "getTopCountriesByServiceRank",
  "getListOfTopCountriesByService",
  "getFullSms",
  "getAllSms",
  "getCurrentActivations",
  "getCurrentActivationsDataTables",
  "getListOfActiveActivations",
  "getHistory",
  "getIncomingCallStatus",
  "finishActivation",
  "cancelActivation",
  "getExtraActivation",
  "checkExtraActivation",
  "reactivate",
  "getAdditionalService",
  "reactivationPrice",
  "reactivateOptions",
  "getProviders",
  "getAvailableServicesByCountry",
  "setMaxPrice",
  "buyPartnerProduct",
  ...unsoldActionNames,
  "sandboxAdvance",
  "sandboxReset",
] as const;
export type ActionName = (typeof actionNames)[number];

const read = (...tokens: AnswerToken[]): ActionRule => ({
  tokens,
  changes: false,
  scope: "read",
});
const change = (...tokens: AnswerToken[]): ActionRule => ({
  tokens,
  changes: true,
  scope: "buy",
});
const rent: ActionRule = { tokens: [], changes: true, scope: "rent" };

export const actionRules: Readonly<Record<ActionName, ActionRule>> = {
  getBalance: read("ACCESS_BALANCE"),
  getBalanceAndCashBack: read("ACCESS_BALANCE"),
  getNumber: change("ACCESS_NUMBER", ...BUYING),
  getNumberV2: change(...BUYING),
  setStatus: change(
    "ACCESS_READY",
    "ACCESS_RETRY_GET",
    "ACCESS_ACTIVATION",
    "ACCESS_CANCEL",
    "NO_ACTIVATION",
    "WRONG_ACTIVATION_ID",
    "BAD_STATUS",
    "EARLY_CANCEL_DENIED",
  ),
  getStatus: read("STATUS_OK", ...READING),
  getStatusV2: read(...READING),
  getPrices: read("BAD_SERVICE", "BAD_COUNTRY"),
  getCountries: { tokens: [], changes: false, scope: null },
  getServicesList: read("BAD_COUNTRY"),
  getOperators: read("OPERATORS_NOT_FOUND"),
  getNumbersStatus: read("BAD_COUNTRY", "BAD_OPERATOR"),
  getNumbersStatusAndCostHubFree: read("BAD_COUNTRY", "BAD_OPERATOR"),
  getActiveActivations: read("NO_ACTIVATIONS"),
  getRentServicesAndCountries: read(),
  getRentNumber: rent,
  getRentStatus: read(),
  setRentStatus: rent,
  getRentList: read(),
  continueRentNumber: rent,
  continueRentInfo: read(),
  getContinueRentPriceNumber: read(),
  getRentServices: read(),
  serviceCountRent: read(),
  prolong: rent,
  prolongOptions: read(),
  prolongHistory: read(),
  getPricesV2: read("BAD_SERVICE", "BAD_COUNTRY"),
  getPricesV3: read("BAD_SERVICE", "BAD_COUNTRY"),
  getPricesVerification: read("BAD_SERVICE", "BAD_COUNTRY"),
  getPricesExtended: read("BAD_SERVICE", "BAD_COUNTRY"),
  getTopCountriesByService: read("BAD_SERVICE"),
  getTopCountriesByServiceRank: read("BAD_SERVICE"),
  getListOfTopCountriesByService: read("WRONG_SERVICE", "NO_METRICS"),
  getFullSms: read("FULL_SMS", "STATUS_WAIT_CODE", "STATUS_CANCEL", "NO_ACTIVATION"),
  getAllSms: read("STATUS_CANCEL", "NO_ACTIVATION"),
  getCurrentActivations: read(),
  getCurrentActivationsDataTables: read(),
  getListOfActiveActivations: read("NO_ACTIVATIONS"),
  getHistory: read("WRONG_DATE"),
  getIncomingCallStatus: read("INVALID_ACTIVATION_ID"),
  finishActivation: change("ACCESS_ACTIVATION", ...MOVING),
  cancelActivation: change("ACCESS_CANCEL", "EARLY_CANCEL_DENIED", ...MOVING),
  // One number for several services at once would have to be one order or none: no supplier can promise that.
  getMultiServiceNumber: change(),
  getExtraActivation: change("ACCESS_NUMBER", "NO_BALANCE", "ORDER_ALREADY_EXISTS", ...LIMITED, ...RENEWING),
  checkExtraActivation: read(...RENEWING),
  reactivate: change("ACCESS_NUMBER", "NO_BALANCE", "ORDER_ALREADY_EXISTS", ...LIMITED, ...RENEWING),
  getAdditionalService: change(
    "ADDITIONAL",
    "NO_BALANCE",
    "ORDER_ALREADY_EXISTS",
    "WRONG_ACTIVATION_ID",
    "WRONG_ADDITIONAL_SERVICE",
    "WRONG_SECURITY",
    "REPEAT_ADDITIONAL_SERVICE",
    ...LIMITED,
  ),
  reactivationPrice: read(...RENEWING),
  reactivateOptions: read(...RENEWING),
  getProviders: read("BAD_SERVICE", "BAD_COUNTRY"),
  getAvailableServicesByCountry: read("BAD_COUNTRY"),
  setMaxPrice: change("BAD_SERVICE", "BAD_COUNTRY", "SERVICE_NOT_AVAILABLE", "WRONG_MAX_PRICE"),
  buyPartnerProduct: change("NO_BALANCE", "WRONG_MAX_PRICE", "SERVICE_NOT_AVAILABLE", "ORDER_ALREADY_EXISTS"),
  parseCall: read(),
  createTaskForCall: change(),
  getOutgoingCalls: read(),
  getNumbersStatusAndMediumSmsTime: read(),
  getQiwiRequisites: read(),
  getDomains: read(),
  buyMailActivation: change(),
  getMailHistory: read(),
  checkMailActivation: read(),
  cancelMailActivation: change(),
  // Of sandbox keys alone; any other key is told NOT_AVAILABLE.
  sandboxAdvance: change("WRONG_DATE"),
  sandboxReset: change(),
};

/** Actions that name an order by its id, and of which kind. */
export const orderNamedBy: Readonly<Partial<Record<ActionName, "activation" | "rental">>> = {
  setStatus: "activation",
  getStatus: "activation",
  getStatusV2: "activation",
  getFullSms: "activation",
  getAllSms: "activation",
  getIncomingCallStatus: "activation",
  finishActivation: "activation",
  cancelActivation: "activation",
  getExtraActivation: "activation",
  checkExtraActivation: "activation",
  reactivate: "activation",
  getAdditionalService: "activation",
  reactivationPrice: "activation",
  reactivateOptions: "activation",
  getRentStatus: "rental",
  setRentStatus: "rental",
  continueRentNumber: "rental",
  continueRentInfo: "rental",
  getContinueRentPriceNumber: "rental",
  prolong: "rental",
  prolongOptions: "rental",
  prolongHistory: "rental",
};

/** An action by its name, which is case-sensitive as no client varies it; null for anything else. */
export function findAction(name: string | undefined): ActionName | null {
  return name !== undefined && Object.hasOwn(actionRules, name) ? (name as ActionName) : null;
}

/** May this action (or the gate before it, `null`) answer with this word? */
export function mayAnswer(action: ActionName | null, token: AnswerToken): boolean {
  return (
    (COMMON as readonly AnswerToken[]).includes(token) ||
    (action !== null && actionRules[action].tokens.includes(token))
  );
}

/** All words of an action, for its description and its tests. */
export function tokensOf(action: ActionName): readonly AnswerToken[] {
  return [...COMMON, ...actionRules[action].tokens];
}

/** A text answer. Made by `answerToken` and `answerTokenWith` only, so that no other word can leave the house. */
export type TokenAnswer = { readonly kind: "token"; readonly token: AnswerToken; readonly text: string };

/** A list as JSON. An `etag` marks one that a client may keep and ask for again; `isPublic` one without a key. */
export type JsonAnswer = {
  readonly kind: "json";
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly etag?: string;
  readonly isPublic?: boolean;
};
export type Answer = TokenAnswer | JsonAnswer;

const plainAnswers = new Map<AnswerToken, TokenAnswer>();

export function answerToken(token: PlainToken): TokenAnswer {
  let answer = plainAnswers.get(token);
  if (!answer) {
    answer = Object.freeze({ kind: "token", token, text: token });
    plainAnswers.set(token, answer);
  }
  return answer;
}

/** `TOKEN:value`. The value stays on one line: clients read the answer as one. */
export function answerTokenWith(token: TokenWithValue, value: string): TokenAnswer {
  return { kind: "token", token, text: `${token}:${oneLine(value)}` };
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
}

export function answerJson(value: unknown): JsonAnswer {
  return { kind: "json", body: JSON.stringify(value) };
}

/** What the JSON API calls a refusal, in the bots' words. A code that is missing here is a fault of ours: ERROR_SQL. */
export const tokenOfError: Readonly<Record<string, PlainToken>> = {
  // Clients know no word for calls that come too fast; after this one they wait and repeat.
  TOO_MANY_REQUESTS: "ERROR_SQL",
  NO_NUMBERS: "NO_NUMBERS",
  NO_BALANCE: "NO_BALANCE",
  SERVICE_NOT_FOUND: "BAD_SERVICE",
  COUNTRY_NOT_FOUND: "BAD_COUNTRY",
  OPERATOR_NOT_FOUND: "BAD_OPERATOR",
  PURCHASE_IN_FLIGHT: "ORDER_ALREADY_EXISTS",
  IDEMPOTENCY_MISMATCH: "ORDER_ALREADY_EXISTS",
  NOT_FOR_SALE: "SERVICE_NOT_AVAILABLE",
  KEY_NOT_FOR_THIS: "SERVICE_NOT_AVAILABLE",
  // What a key may spend is its balance.
  KEY_SPENT: "NO_BALANCE",
  API_ONLY: "SERVICE_NOT_AVAILABLE",
  CHANNELS_LIMIT: "CHANNELS_LIMIT",
  RUSSIAN_NUMBERS_UNAVAILABLE: "NO_NUMBERS",
  // A kill switch is for a while: to a bot that is the same as empty shelves.
  SALES_STOPPED: "NO_NUMBERS",
  ACTIVATION_NOT_FOUND: "NO_ACTIVATION",
  BAD_STATUS: "BAD_STATUS",
  EARLY_CANCEL_DENIED: "EARLY_CANCEL_DENIED",
  // No action throws these but by a script of the sandbox, which has every word to be tried.
  SCOPE_MISSING: "NOT_AVAILABLE",
  ADDRESS_NOT_ALLOWED: "BAD_KEY",
  UNAVAILABLE: "ERROR_SQL",
};

/** `YYYY-MM-DD HH:MM:SS` in UTC, as the protocol writes times. */
export function protocolTime(instant: Date): string {
  return instant.toISOString().slice(0, 19).replace("T", " ");
}

/** `'YYYY-MM-DD HH-MM-SS'` in UTC, quotes and all: how the protocol says until when somebody is banned. */
export function banTime(until: Date): string {
  return `'${protocolTime(until).replaceAll(":", "-")}'`;
}

/** A truth as the protocol's lists write it. */
export function digitFlag(value: boolean): "1" | "0" {
  return value ? "1" : "0";
}

/** RUB in ISO 4217's numbers. */
export const currencyNumber = 643;

/** Entries that one page of getActiveActivations and getHistory has at most. */
export const activePageMax = 100;

/** The longest time that getHistory looks over at once: a year, whichever; and the one that it looks over unasked (protocol 1.5). */
export const historyDaysMax = 366;
export const historyDaysUsual = 30;
