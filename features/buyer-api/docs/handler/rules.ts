import type { handlerParameters } from "#features/buyer-api/contract.ts";
import type { RentWord } from "#features/buyer-api/rent/rules.ts";
import { type ActionName, actionRules } from "#features/buyer-api/rules.ts";

export type ParameterName = keyof typeof handlerParameters & string;
type Parameter = { readonly name: ParameterName; readonly required: boolean };

/** The actions as the reference groups them; each group is a page. */
export const actionGroups = {
  account: ["getBalance", "getBalanceAndCashBack", "getCountries", "getServicesList", "getOperators"],
  prices: [
    "getPrices",
    "getPricesV2",
    "getPricesV3",
    "getPricesVerification",
    "getPricesExtended",
    "getNumbersStatus",
    "getTopCountriesByService",
    "getTopCountriesByServiceRank",
    "getListOfTopCountriesByService",
  ],
  buying: [
    "getNumber",
    "getNumberV2",
    "getAdditionalService",
    "checkExtraActivation",
    "getExtraActivation",
    "reactivate",
    "getMultiServiceNumber",
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
    "getHistory",
    "getIncomingCallStatus",
  ],
  rent: [
    "getRentServicesAndCountries",
    "getRentNumber",
    "getRentStatus",
    "setRentStatus",
    "getRentList",
    "continueRentInfo",
    "continueRentNumber",
    "getContinueRentPriceNumber",
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

/** What each action reads beside `api_key` and `action`; an exclamation mark stands behind what it cannot do without. */
const spelled: Readonly<Record<ActionName, readonly string[]>> = {
  getBalance: [],
  getBalanceAndCashBack: [],
  getNumber: buying,
  getNumberV2: buying,
  setStatus: ["id!", "activationId", "status!"],
  getStatus: ["id!", "activationId"],
  getStatusV2: ["id!", "activationId"],
  getPrices: prices,
  getCountries: [],
  getServicesList: ["country", "lang"],
  getOperators: ["country"],
  getNumbersStatus: ["country", "operator"],
  getActiveActivations: ["start", "limit"],
  getRentServicesAndCountries: ["rent_time", "time", "operator", "country"],
  getRentNumber: ["service!", "rent_time", "time", "operator", "country", "maxPrice", "orderId"],
  getRentStatus: ["id!", "page", "size"],
  setRentStatus: ["id!", "status!"],
  getRentList: ["length", "page"],
  continueRentNumber: ["id!", "rent_time", "hours", "time", "maxPrice", "orderId"],
  continueRentInfo: ["id!", "hours!", "needHistory"],
  getContinueRentPriceNumber: ["id!", "rent_time!", "hours", "time"],
  getPricesV2: prices,
  getPricesV3: prices,
  getPricesVerification: prices,
  getPricesExtended: prices,
  getTopCountriesByService: ["service!", "freePrice"],
  getTopCountriesByServiceRank: ["service!", "freePrice"],
  getListOfTopCountriesByService: ["service!", "length", "page"],
  getFullSms: ["id!", "activationId"],
  getAllSms: ["id!", "activationId", "size", "page"],
  getCurrentActivations: [],
  getListOfActiveActivations: ["start", "length", "order"],
  getHistory: ["start", "end", "offset", "limit"],
  getIncomingCallStatus: ["id!", "activationId"],
  finishActivation: ["id!", "activationId"],
  cancelActivation: ["id!", "activationId"],
  getMultiServiceNumber: [],
  getExtraActivation: ["activationId!", "orderId"],
  checkExtraActivation: ["activationId!"],
  reactivate: ["id!", "orderId"],
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
  getRentNumber: [
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

const NUMBER = "628123456789";
const ORDER = {
  activationId: 635468,
  phoneNumber: NUMBER,
  activationCost: 12.5,
  currency: 643,
  countryCode: "6",
  canGetAnotherSms: "1",
  activationTime: "2026-11-21 12:00:00",
  activationOperator: "telkomsel",
  activationEndTime: "2026-11-21 12:20:00",
  countryPhoneCode: "62",
};
const RENT = {
  status: "success",
  phone: { id: 1049, endDate: "2026-11-21T16:00:00", number: NUMBER },
};
const ACTIVE = {
  status: "success",
  activeActivations: [
    {
      activationId: "635468",
      serviceCode: "tg",
      phoneNumber: NUMBER,
      activationCost: 12.5,
      activationStatus: "4",
      smsCode: null,
      smsText: null,
      activationTime: "2026-11-21 12:00:00",
      discount: "0.00",
      repeated: "0",
      countryCode: "6",
      countryName: "Indonesia",
      canGetAnotherSms: "1",
      currency: 643,
    },
  ],
};

/** What an action answers when all goes well, as it stands on the wire. */
export const exampleAnswers: Readonly<Record<ActionName, string | object>> = {
  getBalance: "ACCESS_BALANCE:17.15",
  getBalanceAndCashBack: "ACCESS_BALANCE:17.15",
  getNumber: `ACCESS_NUMBER:635468:${NUMBER}`,
  getNumberV2: ORDER,
  setStatus: "ACCESS_READY",
  getStatus: "STATUS_OK:12345",
  getStatusV2: {
    verificationType: 0,
    sms: { dateTime: "2026-11-21 12:01:07", code: "12345", text: "Your code is 12345" },
    call: null,
  },
  getPrices: { "6": { tg: { cost: 12.5, count: 158, physicalCount: 158 } } },
  getCountries: {
    "6": {
      id: 6,
      rus: "Индонезия",
      eng: "Indonesia",
      chn: "印度尼西亚",
      visible: 1,
      retry: 1,
      rent: 1,
      multiService: 0,
    },
  },
  getServicesList: { status: "success", services: [{ code: "tg", name: "Telegram" }] },
  getOperators: { status: "success", countryOperators: { "6": ["telkomsel", "three"] } },
  getNumbersStatus: { tg: 158, wa: 90 },
  getActiveActivations: ACTIVE,
  getRentServicesAndCountries: {
    countries: { "0": 6 },
    operators: { "0": "any", "1": "telkomsel" },
    services: { full: { cost: 42.93, quant: 20 }, tg: { cost: 21.5, quant: 20 } },
    currency: 643,
  },
  getRentNumber: RENT,
  getRentStatus: {
    status: "success",
    quantity: "1",
    values: {
      "0": {
        phoneFrom: "Telegram",
        text: "Your code is 12345",
        service: "tg",
        date: "2026-11-21T12:01:07",
      },
    },
  },
  setRentStatus: { status: "success" },
  getRentList: { status: "success", values: { "0": { id: "1049", phone: NUMBER } } },
  continueRentNumber: { ...RENT, phone: { ...RENT.phone, endDate: "2026-11-21T20:00:00" } },
  continueRentInfo: { status: "success", price: 6.33, currency: 643, hours: 4 },
  getContinueRentPriceNumber: { status: "success", price: 6.33, currency: 643 },
  getPricesV2: { "6": { tg: { "12.5": 100, "13": 58 } } },
  getPricesV3: {
    "6": {
      tg: { price: 12.5, count: 158, providers: { "31": { count: 158, price: [12.5], provider_id: 31 } } },
    },
  },
  getPricesVerification: { tg: { "6": { count: 158, price: "12.50" } } },
  getPricesExtended: { "6": { tg: { cost: 12.5, count: 158 } } },
  getTopCountriesByService: { "0": { country: 6, count: 158, price: 12.5, retail_price: 12.5 } },
  getTopCountriesByServiceRank: { "0": { country: 6, count: 158, price: 11.9, retail_price: 12.5 } },
  getListOfTopCountriesByService: [{ country: 6, share: 31.4, rate: 87.2 }],
  getFullSms: "FULL_SMS:Your code is 12345",
  getAllSms: {
    data: [
      {
        id: 771,
        phoneFrom: "Telegram",
        code: "12345",
        text: "Your code is 12345",
        service: "tg",
        date: "2026-11-21 12:01:07",
        type: "sms",
      },
    ],
    meta: { total: 1, service: "tg" },
  },
  getCurrentActivations: { status: "fail", msg: "no_activations" },
  getListOfActiveActivations: ACTIVE,
  getHistory: [
    {
      id: 635468,
      date: "2026-11-21 12:00:00",
      phone: NUMBER,
      sms: '["Your code is 12345"]',
      cost: 12.5,
      status: "6",
      currency: 643,
    },
  ],
  getIncomingCallStatus: { status: "2", phone: false },
  finishActivation: "ACCESS_ACTIVATION",
  cancelActivation: "ACCESS_CANCEL",
  getMultiServiceNumber: "NOT_AVAILABLE",
  getExtraActivation: `ACCESS_NUMBER:635501:${NUMBER}`,
  checkExtraActivation: { status: "success", cost: 12.5, service: "tg", phone: 628123456789, country: 6 },
  reactivate: `ACCESS_NUMBER:635501:${NUMBER}`,
  getAdditionalService: `ADDITIONAL:635502:${NUMBER}`,
  sandboxAdvance: { status: "success", now: "2026-11-21T12:20:00.000Z", aheadSeconds: 1200 },
  sandboxReset: { status: "success", now: "2026-11-21T12:00:00.000Z", aheadSeconds: 0 },
};

/** The group in which the reference shows an action. */
export function groupOfAction(action: ActionName): ActionGroup {
  const groups = Object.entries(actionGroups) as [ActionGroup, readonly ActionName[]][];
  return (groups.find(([, actions]) => actions.includes(action)) ?? groups[0]!)[0];
}
