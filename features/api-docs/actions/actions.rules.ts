import type { handlerParameters } from "#features/handler-api/handler-api.contract.ts";
import { type ActionName, actionRules } from "#features/handler-api/handler-api.rules.ts";
import type { RentWord } from "#features/handler-api/rent/rent.rules.ts";

export type ParameterName = keyof typeof handlerParameters & string;
type Parameter = { readonly name: ParameterName; readonly required: boolean };

/** The actions as the reference groups them; each group is a page. */
export const actionGroups = {
  account: [
    "getBalance",
    "getBalanceAndCashBack",
    "getCountries",
    "getServicesList",
    "getAvailableServicesByCountry",
    "getOperators",
    "getQiwiRequisites",
  ],
  prices: [
    "getPrices",
    "getPricesV2",
    "getPricesV3",
    "getPricesVerification",
    "getPricesExtended",
    "getNumbersStatus",
    "getNumbersStatusAndCostHubFree",
    "getNumbersStatusAndMediumSmsTime",
    "getProviders",
    "getTopCountriesByService",
    "getTopCountriesByServiceRank",
    "getListOfTopCountriesByService",
  ],
  buying: [
    "getNumber",
    "getNumberV2",
    "setMaxPrice",
    "getAdditionalService",
    "checkExtraActivation",
    "getExtraActivation",
    "reactivate",
    "reactivationPrice",
    "reactivateOptions",
    "getMultiServiceNumber",
    "buyPartnerProduct",
    "getDomains",
    "buyMailActivation",
    "getMailHistory",
    "checkMailActivation",
    "cancelMailActivation",
  ],
  orders: [
    "getStatus",
    "getStatusV2",
    "setStatus",
    "finishActivation",
    "cancelActivation",
    "getFullSms",
    "getAllSms",
    "getActiveActivations",
    "getListOfActiveActivations",
    "getCurrentActivations",
    "getCurrentActivationsDataTables",
    "getHistory",
    "getIncomingCallStatus",
    "parseCall",
    "createTaskForCall",
    "getOutgoingCalls",
  ],
  rent: [
    "getRentServicesAndCountries",
    "getRentServices",
    "serviceCountRent",
    "getRentNumber",
    "getRentStatus",
    "setRentStatus",
    "getRentList",
    "continueRentInfo",
    "continueRentNumber",
    "getContinueRentPriceNumber",
    "prolong",
    "prolongOptions",
    "prolongHistory",
  ],
  sandbox: ["sandboxAdvance", "sandboxReset"],
} as const satisfies Readonly<Record<string, readonly ActionName[]>>;
export type ActionGroup = keyof typeof actionGroups;

const buying = [
  "service!",
  "country",
  "operator",
  "maxPrice",
  "minPrice",
  "fixedPrice",
  "routing",
  "phoneException",
  "providerIds",
  "exceptProviderIds",
  "activationType",
  "orderId",
  "from",
  "ref",
  "useCashBack",
] as const;
const prices = ["service", "country"] as const;
const rentStock = ["rent_time", "hours", "time", "duration", "operator", "country"] as const;

/** What each action reads beside `api_key` and `action`; an exclamation mark stands behind what it cannot do without. */
const spelled: Readonly<Record<ActionName, readonly string[]>> = {
  getBalance: [],
  getBalanceAndCashBack: [],
  getNumber: buying,
  getNumberV2: [...buying, "types"],
  setStatus: ["id!", "activationId", "status!"],
  getStatus: ["id!", "activationId"],
  getStatusV2: ["id!", "activationId"],
  getPrices: [...prices, "types"],
  getCountries: [],
  getServicesList: ["country", "lang"],
  getOperators: ["country"],
  getNumbersStatus: ["country", "operator", "types"],
  getNumbersStatusAndCostHubFree: ["country", "operator"],
  getActiveActivations: ["start", "limit", "types"],
  getRentServicesAndCountries: rentStock,
  getRentServices: rentStock,
  serviceCountRent: ["service!", "country", "operator"],
  getRentNumber: [
    "service!",
    "rent_time",
    "hours",
    "time",
    "duration",
    "operator",
    "country",
    "maxPrice",
    "orderId",
    "url",
  ],
  getRentStatus: ["id!", "page", "size"],
  setRentStatus: ["id!", "status!"],
  getRentList: ["length", "page"],
  continueRentNumber: ["id!", "rent_time", "hours", "time", "duration", "maxPrice", "orderId"],
  prolong: ["id!", "rent_time", "hours", "time", "duration", "maxPrice", "orderId"],
  prolongOptions: ["id!"],
  prolongHistory: ["id!"],
  continueRentInfo: ["id!", "rent_time", "hours", "time", "duration", "needHistory"],
  getContinueRentPriceNumber: ["id!", "rent_time", "hours", "time", "duration"],
  getPricesV2: prices,
  getPricesV3: prices,
  getPricesVerification: prices,
  getPricesExtended: prices,
  getTopCountriesByService: ["service!", "freePrice"],
  getTopCountriesByServiceRank: ["service!", "freePrice"],
  getListOfTopCountriesByService: ["service!", "length", "page"],
  getFullSms: ["id!", "activationId"],
  getAllSms: ["id!", "activationId", "size", "page"],
  getCurrentActivations: ["start", "length", "types"],
  getCurrentActivationsDataTables: ["start", "length", "types"],
  getListOfActiveActivations: ["start", "length", "order", "types"],
  getHistory: ["start", "end", "offset", "limit"],
  getIncomingCallStatus: ["id!", "activationId"],
  finishActivation: ["id!", "activationId"],
  cancelActivation: ["id!", "activationId"],
  getMultiServiceNumber: [],
  getExtraActivation: ["activationId!", "orderId"],
  checkExtraActivation: ["activationId!"],
  reactivate: ["id!", "orderId"],
  reactivationPrice: ["id!", "activationId"],
  reactivateOptions: ["id!", "activationId"],
  getProviders: prices,
  getAvailableServicesByCountry: ["country"],
  setMaxPrice: ["service!", "country", "maxPrice!", "from"],
  parseCall: [],
  createTaskForCall: [],
  getOutgoingCalls: [],
  buyPartnerProduct: ["productId!", "orderId"],
  getNumbersStatusAndMediumSmsTime: [],
  getQiwiRequisites: [],
  getDomains: [],
  buyMailActivation: [],
  getMailHistory: [],
  checkMailActivation: [],
  cancelMailActivation: [],
  getAdditionalService: ["id!", "service!", "orderId"],
  sandboxAdvance: ["seconds!"],
  sandboxReset: [],
};

/** The parameters of an action beside `api_key` and `action`, needed ones first as the caller writes them. */
export function parametersOf(action: ActionName): readonly Parameter[] {
  return spelled[action].map((name) => ({
    name: name.replace("!", "") as ParameterName,
    required: name.endsWith("!"),
  }));
}

const extension: readonly RentWord[] = [
  "NO_ID_RENT",
  "INVALID_PHONE",
  "INVALID_TIME",
  "MAX_HOURS_EXCEED",
  "RENT_DIE",
  "SERVER_ERROR",
];
/** What the rent family may refuse with, as `message` of its JSON. */
const rentRefusals: Partial<Readonly<Record<ActionName, readonly RentWord[]>>> = {
  getRentServicesAndCountries: ["OUT_OF_STOCK", "INVALID_TIME", "SERVER_ERROR"],
  getRentServices: ["OUT_OF_STOCK", "INVALID_TIME", "SERVER_ERROR"],
  serviceCountRent: ["BAD_SERVICE", "OUT_OF_STOCK", "SERVER_ERROR"],
  getRentNumber: [
    "BAD_DATA",
    "BAD_SERVICE",
    "NO_BALANCE",
    "NO_NUMBERS",
    "INVALID_TIME",
    "ORDER_ALREADY_EXISTS",
    "CHANNELS_LIMIT",
    "ACCOUNT_INACTIVE",
    "SERVER_ERROR",
  ],
  getRentStatus: [
    "NO_ID_RENT",
    "INVALID_PHONE",
    "STATUS_WAIT_CODE",
    "STATUS_FINISH",
    "STATUS_CANCEL",
    "SERVER_ERROR",
  ],
  setRentStatus: [
    "NO_ID_RENT",
    "INVALID_PHONE",
    "INCORECT_STATUS",
    "CANT_CANCEL",
    "ALREADY_FINISH",
    "ALREADY_CANCEL",
    "SERVER_ERROR",
  ],
  getRentList: ["NO_NUMBERS", "SERVER_ERROR"],
  continueRentNumber: [...extension, "NO_BALANCE", "ORDER_ALREADY_EXISTS"],
  prolong: [...extension, "NO_BALANCE", "ORDER_ALREADY_EXISTS"],
  prolongOptions: extension.filter((word) => word !== "INVALID_TIME"),
  prolongHistory: ["NO_ID_RENT", "INVALID_PHONE", "SERVER_ERROR"],
  continueRentInfo: extension,
  getContinueRentPriceNumber: extension,
};

/** Words of an action's own, without those that every action may answer; of the rent family: `message` of its JSON. */
export function ownWordsOf(action: ActionName): readonly string[] {
  return rentRefusals[action] ?? actionRules[action].tokens;
}

/** Does it refuse in JSON? */
export function refusesInJson(action: ActionName): boolean {
  return rentRefusals[action] !== undefined;
}

/** The group in which the reference shows an action. */
export function groupOfAction(action: ActionName): ActionGroup {
  const groups = Object.entries(actionGroups) as [ActionGroup, readonly ActionName[]][];
  return (groups.find(([, actions]) => actions.includes(action)) ?? groups[0]!)[0];
}
