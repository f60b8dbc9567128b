import type { ActionName } from "#features/handler-api/handler-api.rules.ts";

const NUMBER = "628123456789";
const ORDER = {
  activationId: "635468",
  phoneNumber: NUMBER,
  activationCost: "12.50",
  currency: 643,
  countryCode: "6",
  canGetAnotherSms: true,
  activationTime: "2026-11-21 12:00:00",
  activationOperator: "telkomsel",
  activationEndTime: "2026-11-21 12:20:00",
  countryPhoneCode: "62",
  status: "success",
};
const RENT = {
  status: "success",
  phone: { id: 1049, endDate: "2026-11-21T16:00:00", number: NUMBER },
  activationId: "1049",
  phoneNumber: NUMBER,
  activationEndTime: "2026-11-21 16:00:00",
};
const RENT_STOCK = {
  countries: { "0": 6 },
  operators: { "0": "any", "1": "telkomsel" },
  services: {
    full: { cost: 42.93, quant: 20, quantity: 20, price: 42.93, retail_price: 42.93 },
    tg: { cost: 21.5, quant: 20, quantity: 20, price: 21.5, retail_price: 21.5 },
  },
  currency: 643,
};
const EXTENDED = {
  ...RENT,
  phone: { ...RENT.phone, endDate: "2026-11-21T20:00:00" },
  activationEndTime: "2026-11-21 20:00:00",
};
const OPEN = {
  activationId: "635468",
  serviceCode: "tg",
  phoneNumber: NUMBER,
  activationCost: "12.50",
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
};
const ACTIVE = { status: "success", activeActivations: [OPEN], data: [OPEN] };
const CURRENT_ENTRY = {
  id: OPEN.activationId,
  phone: NUMBER,
  code: "",
  status: "4",
  createDate: 1_795_262_400,
  timer: 1_140,
  ...OPEN,
};
const CURRENT = {
  status: "success",
  array: [CURRENT_ENTRY],
  time: 1_795_262_460,
  data: [CURRENT_ENTRY],
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
  getNumbersStatus: { tg_0: "158", wa_0: "90" },
  getNumbersStatusAndCostHubFree: {
    tg: {
      priceMap: { "12.50": 100, "13.00": 58 },
      maxPrice: 12.5,
      defaultPrice: 12.5,
      defaultMaxPrice: true,
      random: false,
      quantityForMaxPrice: 100,
      totalQuantity: 158,
      canAuction: false,
      auctionMap: [],
      work: true,
    },
  },
  getActiveActivations: ACTIVE,
  getRentServicesAndCountries: RENT_STOCK,
  getRentServices: RENT_STOCK,
  serviceCountRent: {
    "6": {
      "4": { count: 20, price: 21.5, retail_price: 21.5 },
      "24": { count: 20, price: 96.75, retail_price: 96.75 },
    },
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
  continueRentNumber: EXTENDED,
  prolong: EXTENDED,
  prolongOptions: {
    data: {
      options: [
        { price: 6.33, duration: { unit: "hour", value: 4 } },
        { price: 28.49, duration: { unit: "hour", value: 24 } },
      ],
    },
  },
  prolongHistory: {
    data: [{ userPrice: 6.33, hours: 4, createDate: "2026-11-21T15:00:00", payerType: "client" }],
  },
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
  getCurrentActivations: CURRENT,
  getCurrentActivationsDataTables: CURRENT,
  getListOfActiveActivations: ACTIVE,
  getHistory: [
    {
      id: "635468",
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
  reactivationPrice: { status: "success", price: 12.5, currency: 643 },
  reactivateOptions: { data: { options: [{ price: 12.5, duration: { unit: "minute", value: 20 } }] } },
  getProviders: [{ id: 31, name: "31", numbers_count: 158, delivery_percent: 87.2, number_lifetime: 1_200 }],
  getAvailableServicesByCountry: [
    { shortName: "tg", fullNameRu: "Telegram", fullNameEn: "Telegram", forward: 0 },
  ],
  setMaxPrice: { status: "success", service: "tg", country: 6, maxPrice: 12.5 },
  parseCall: "NOT_AVAILABLE",
  createTaskForCall: "NOT_AVAILABLE",
  getOutgoingCalls: "NOT_AVAILABLE",
  buyPartnerProduct: {
    ...{ status: "success", key: "eyJhbGciOiJFZERTQSJ9.eyJzdWIi…" },
    ...{
      manual: "https://smsden.test/profile/software",
      id: 800000001,
      validUntil: "2026-12-28T12:00:00.000Z",
    },
  },
  getNumbersStatusAndMediumSmsTime: "NOT_AVAILABLE",
  getQiwiRequisites: "NOT_AVAILABLE",
  getDomains: "NOT_AVAILABLE",
  buyMailActivation: "NOT_AVAILABLE",
  getMailHistory: "NOT_AVAILABLE",
  checkMailActivation: "NOT_AVAILABLE",
  cancelMailActivation: "NOT_AVAILABLE",
  sandboxAdvance: { status: "success", now: "2026-11-21T12:20:00.000Z", aheadSeconds: 1200 },
  sandboxReset: { status: "success", now: "2026-11-21T12:00:00.000Z", aheadSeconds: 0 },
};
