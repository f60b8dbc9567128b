import { z } from "zod";
import {
  type ActionName,
  actionNames,
  actionRules,
  answerTokens,
  historyDaysMax,
  tokensOf,
} from "#features/handler-api/handler-api.rules.ts";
import { typesNames } from "#features/identity/api-keys/api-keys.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { locales } from "#lib/i18n/locales.ts";

/** The one address of the bots' protocol; the front door sends `/` of the host `api.*` here too. */
export const handlerPath = "/stubs/handler_api.php";

/** The description of everything that this API answers. */
export const openApiEndpoint = defineEndpoint({
  id: "getOpenApi",
  method: "GET",
  path: "/openapi.json",
  summary: "This document",
  tag: "documentation",
  access: "public",
  scope: "read",
  response: z.looseObject({ openapi: z.literal("3.1.0"), paths: z.record(z.string(), z.unknown()) }),
  errors: [],
  cacheSeconds: 300,
});

type Parameter = { readonly description: string; readonly schema: Readonly<Record<string, unknown>> };

const text = (description: string, schema: Record<string, unknown> = {}): Parameter => ({
  description,
  schema: { type: "string", ...schema },
});

/** Every parameter that means something here; others are ignored. Values such as `undefined` and `null` count as absent. */
export const handlerParameters: Readonly<Record<string, Parameter>> = {
  api_key: text(
    "The account's API key, 32 characters. `Authorization: Bearer` or `X-Api-Key` do as well and keep it out of addresses.",
  ),
  action: text("What to do.", { enum: actionNames }),
  service: text("Service code, such as `tg`. getNumber and getNumberV2 need it; getPrices filters by it.", {
    examples: ["tg"],
  }),
  country: text(
    "Country id of the protocol. Without it getNumber and getNumbersStatus take the default country, which is not 0; `any` and `*` buy where it is cheapest.",
  ),
  operator: text(
    "Operator tokens with commas between them, or `any`. The number is of one of them or there is none: never silently another.",
  ),
  maxPrice: text(
    "Highest price agreed to, in decimal roubles whatever `currency` says; whole hundredths with `from=front`. Below the lowest price: `WRONG_MAX_PRICE:<lowest>`.",
  ),
  minPrice: text(
    "Lowest price wanted, spelt as maxPrice. Cheaper offers are passed over; what is no price is never fulfilled: `NO_NUMBERS`.",
  ),
  fixedPrice: text("`true` with maxPrice: exactly at that price or not at all.", { enum: ["true", "false"] }),
  routing: text(
    "`cheapest`: the cheapest supplier within maxPrice, not the one on which a delivered code is expected to cost the least.",
    { enum: ["worth", "cheapest"] },
  ),
  phoneException: text(
    "Up to 20 prefixes with commas between them, country code and 3 to 6 digits each: no number that begins with one. Else `WRONG_EXCEPTION_PHONE`.",
  ),
  providerIds: text("Suppliers to buy from, with commas between them; getPricesV3 names them."),
  exceptProviderIds: text("Suppliers not to buy from, with commas between them."),
  ref: text(
    "Taken and not used, like ref_id, softId, userId, userID, forward, forwards, forwardingNumber, verification.",
  ),
  useCashBack: text("Taken and not used: cashback is part of the balance and spent with it."),
  from: text("`front` = the site's own spelling of maxPrice.", { enum: ["front"] }),
  orderId: text(
    "The buyer's own order id. getNumber answers a repeated one with the same number, getNumberV2 with ORDER_ALREADY_EXISTS.",
  ),
  activationType: text("0 = SMS. Calls are not sold: anything else answers NO_NUMBERS."),
  id: text("Id of the activation; `activationId` is the same."),
  activationId: text("The same as `id`."),
  productId: text("buyPartnerProduct: the number of the program; `id` is the same there."),
  status: text(
    "setStatus: 1 ready, 3 one more code, 6 finish, 8 or -1 cancel. setRentStatus: 1 end, 2 cancel.",
    { enum: ["1", "2", "3", "6", "8", "-1"] },
  ),
  lang: text(`Language of service names: ${locales.join(", ")}.`, { enum: [...locales] }),
  start: text(
    "Lists of open activations: how many of the newest to leave out. getHistory: from when on, in unix seconds; 30 days before `end` when left out.",
  ),
  end: text(
    `getHistory: until when, in unix seconds; now when left out. At most ${historyDaysMax} days after \`start\`.`,
  ),
  offset: text("getHistory: how many of the newest to leave out."),
  limit: text("getActiveActivations and getHistory: how many at most, up to 100."),
  length: text(
    "getListOfActiveActivations, getCurrentActivations, getListOfTopCountriesByService and getRentList: how many at most, up to 100.",
  ),
  order: text("getListOfActiveActivations: `asc` turns the page round.", { enum: ["asc", "desc"] }),
  size: text("getAllSms, getHistory and getRentStatus: how many at most, up to 100."),
  page: text("getAllSms, getListOfTopCountriesByService, getRentStatus and getRentList: which page, from 1."),
  freePrice: text("getTopCountriesByService: `true` adds freePriceMap, the stock of each price step.", {
    enum: ["true", "false"],
  }),
  seconds: text("sandboxAdvance: how far the sandbox's clock moves, 1 to 604800."),
  rent_time: text(
    "Hours of a rent or of its extension, 4 to 672; 4 when left out. `hours`, `time` and `duration` are the same; two that differ are INVALID_TIME.",
  ),
  time: text("The same as `rent_time`."),
  hours: text("The same as `rent_time`."),
  duration: text("The same as `rent_time`, as HeroSMS spells it."),
  url: text(
    "getRentNumber: an address that one of the account's webhooks tells of SMS to rentals; any other is BAD_DATA.",
  ),
  types: text(
    'How members are written about which programs disagree; when left out what the key carries, `standard` unless its owner chose another. `classic`: getNumberV2 has ids and cost as numbers and canGetAnotherSms as "1" or "0", smsCode of lists is text. `strict`: smsCode of lists is text. `plain`: getNumbersStatus has `tg` and numbers instead of `tg_0` and text. `smshub`: getPrices has stock per price.',
    { enum: [...typesNames] },
  ),
  needHistory: text("continueRentInfo: `true` adds the extensions so far.", { enum: ["true", "false"] }),
};

const actionTexts: Readonly<Record<ActionName, string>> = {
  getBalance: "what can be spent now, two decimals",
  getBalanceAndCashBack: "the same as getBalance",
  getNumber:
    "buys a number: `service`, `country`, `operator`, `maxPrice`, `minPrice`, `fixedPrice`, `routing`, `phoneException`, `providerIds`, `exceptProviderIds`, `from`, `orderId`. Every input is kept to, or nothing is bought",
  getNumberV2: "the same with a JSON answer",
  setStatus: "moves an activation: `id`, `status`",
  getStatus:
    "state and newest code: `id`. A finished activation keeps answering its code; cancelled and expired ones answer STATUS_CANCEL",
  getStatusV2: "the same with the SMS as JSON: `id`",
  getPrices: "prices and stock as JSON: `service`, `country`, `types`",
  getCountries: "countries as JSON keyed by id; needs no key",
  getServicesList: "services as JSON: `country`, `lang`",
  getOperators: "operator tokens by country as JSON: `country`",
  getNumbersStatus: "stock by service code as JSON: `country`, `operator`, `types`",
  getNumbersStatusAndCostHubFree:
    "stock per price of every service in a country, in SMSHub's form: `country`, `operator`. `maxPrice` is the key's own by setMaxPrice, else the lowest price; `quantityForMaxPrice` can be had at it or less",
  getActiveActivations:
    "open activations as JSON, the list also as `data`: `start`, `limit`, `types`. Costs are text",
  getRentServicesAndCountries:
    'what can be rented in a country for a time, at the caller\'s prices: `rent_time`, `operator`, `country`. Refusals of the rent family are JSON: `{"status":"error","message":…}`; here `OUT_OF_STOCK`, `INVALID_TIME`',
  getRentNumber:
    "rents a number at once: `service` (`full` = the whole number), `rent_time`, `operator`, `country`, `maxPrice`, `orderId`. Refusals: `BAD_SERVICE`, `NO_BALANCE`, `NO_NUMBERS`, `INVALID_TIME`, `ORDER_ALREADY_EXISTS`, `SERVER_ERROR`",
  getRentStatus:
    "SMS of a rent, newest first: `id`, `page`, `size`. Refusals: `NO_ID_RENT`, `INVALID_PHONE`, `STATUS_WAIT_CODE`, `STATUS_FINISH`, `STATUS_CANCEL`",
  setRentStatus:
    "`status` 1 ends a rent, 2 cancels it with the money back (20 minutes, while nothing has come): `id`, `status`. Refusals: `NO_ID_RENT`, `INVALID_PHONE`, `INCORECT_STATUS`, `CANT_CANCEL`, `ALREADY_FINISH`, `ALREADY_CANCEL`",
  getRentList: "running rents: `length`, `page`; none: `NO_NUMBERS`",
  continueRentNumber:
    "extends a running rent: `id`, `rent_time`, `maxPrice`, `orderId`. Refusals: `NO_ID_RENT`, `INVALID_PHONE`, `INVALID_TIME`, `MAX_HOURS_EXCEED` with `info.max`, `RENT_DIE` (it has ended), `NO_BALANCE`",
  continueRentInfo:
    "what an extension costs: `id`, `hours`, `needHistory`. Refusals as of continueRentNumber",
  getContinueRentPriceNumber: "the older spelling of continueRentInfo: `id`, `rent_time`",
  getRentServices: "the older spelling of getRentServicesAndCountries",
  serviceCountRent:
    "what a rent of a service costs and how many numbers are free, by country and hours, as JSON: `service`, `country`, `operator`; none: `{}`. `price` is the caller's, `retail_price` anybody's. Refusals: `BAD_SERVICE`, `OUT_OF_STOCK`",
  prolong: "continueRentNumber as HeroSMS spells it: `id`, `duration`, `maxPrice`, `orderId`",
  prolongOptions: "the extensions that still fit and what each costs, as JSON: `id`",
  prolongHistory: "the extensions of a rent so far as JSON, newest first: `id`",
  getPricesV2: "stock per price as JSON: `service`, `country`",
  getPricesV3: "prices and stock per supplier as JSON (Grizzly's shape): `service`, `country`",
  getPricesVerification: "price and stock as JSON, service first, the price as text: `service`, `country`",
  getPricesExtended: "cost and stock as JSON: `service`, `country`",
  getTopCountriesByService:
    "countries of a service by stock, at the prices anyone pays: `service`, `freePrice`. Counts of freePriceMap are of each step, not added up",
  getTopCountriesByServiceRank: "the same at the caller's prices: `service`, `freePrice`",
  getListOfTopCountriesByService:
    "where a service was bought most in the last 30 days, as JSON: `share` in percent of its purchases, `rate` in percent that got a code: `service`, `length`, `page`",
  getFullSms: "the newest SMS in full: `id`",
  getAllSms: "all SMS of an activation as JSON, newest first: `id`, `size`, `page`",
  getCurrentActivations:
    'open activations in SMSHub\'s form: `createDate` and `time` in unix seconds, `timer` the seconds left, `code` empty while there is none, the list also as `data`: `start`, `length`, `types`; none: `{"status":"fail","msg":"no_activations"}`',
  getCurrentActivationsDataTables: "the same as getCurrentActivations: `start`, `length`, `types`",
  getListOfActiveActivations:
    "the older spelling of getActiveActivations: `start`, `length`, `order`, `types`",
  getHistory:
    "activations of a time as JSON, newest first: `start`, `end`, `offset`, `limit`. `sms` is a JSON list as text; cost is 0 unless it was paid",
  getIncomingCallStatus: "the state of an activation as JSON; calls are not sold, so `phone` is false: `id`",
  finishActivation: "setStatus 6 by a name of its own: `id`",
  cancelActivation: "setStatus 8 by a name of its own: `id`",
  getExtraActivation:
    "buys the number of a finished activation for the same service again, while its SIM is on line: `activationId`, `orderId`. Numbers of partners' servers cannot be had again",
  checkExtraActivation: "what that would cost now, as JSON: `activationId`",
  reactivate: "the same as getExtraActivation: `id`, `orderId`",
  getAdditionalService:
    "another service on the number of a running activation, an activation of its own: `id`, `service`, `orderId`. WRONG_SECURITY: it has ended, or its number is lent by a partner's server",
  reactivationPrice: "the same, the price alone: `id`",
  reactivateOptions: "the same as a list of one, with how long the number is had: `id`",
  getProviders:
    "suppliers with numbers now as JSON, most first: `service`, `country`. `id` serves providerIds; `delivery_percent` is of the service in the country, null where too little was bought; `number_lifetime` in seconds",
  getAvailableServicesByCountry: "services that can be bought in a country as JSON: `country`",
  setMaxPrice:
    'the highest price of this key\'s purchases of a service in a country that name no maxPrice: `service`, `country`, `maxPrice`; 0 takes it away. WRONG_MAX_PRICE: no price was given. At most 500 of them: `{"status":"fail","msg":"too_many_limits"}`',
  parseCall: "always NOT_AVAILABLE: calls are not sold",
  createTaskForCall: "always NOT_AVAILABLE: calls are not sold",
  getOutgoingCalls: "always NOT_AVAILABLE: calls are not sold",
  buyPartnerProduct:
    "a licence of a program, bought by an agent for a customer, as JSON: `productId` (or `id`), `orderId`. BAD_ACTION: the account is no agent. NOT_AVAILABLE where licences are not sold, and to keys with a sum a day or goods of their own",
  getNumbersStatusAndMediumSmsTime: "always NOT_AVAILABLE: ask getNumbersStatus",
  getQiwiRequisites: "always NOT_AVAILABLE: balances are topped up on the site",
  getDomains: "always NOT_AVAILABLE: mailboxes are not sold",
  buyMailActivation: "always NOT_AVAILABLE: mailboxes are not sold",
  getMailHistory: "always NOT_AVAILABLE: mailboxes are not sold",
  checkMailActivation: "always NOT_AVAILABLE: mailboxes are not sold",
  cancelMailActivation: "always NOT_AVAILABLE: mailboxes are not sold",
  getMultiServiceNumber:
    "always NOT_AVAILABLE: several services on one number would have to be one order or none, which no supplier can promise. Buy a number, then getAdditionalService",
  sandboxAdvance: "sandbox keys only: moves the sandbox's clock ahead: `seconds`",
  sandboxReset: "sandbox keys only: begins the sandbox anew",
};

/** The words of an action with what follows their colon. */
function wordsOf(action: ActionName): string {
  return tokensOf(action)
    .map((token) => (answerTokens[token] === null ? token : `${token}:<${answerTokens[token]}>`))
    .map((word) => `\`${word}\``)
    .join(", ");
}

function describeActions(): string {
  const lines = actionNames.map(
    (action) =>
      `- \`${action}\`${actionRules[action].scope ? "" : " (public)"}: ${actionTexts[action]}. Words: ${wordsOf(action)}.`,
  );
  return [
    "The protocol that bots of this trade speak. Parameters go into the query or an urlencoded body; the answer is a word as text, or JSON for lists.",
    "The status is always 200, also for refusals. Times are UTC (`YYYY-MM-DD HH:MM:SS`), money is decimal roubles. The words are a closed set.",
    "",
    ...lines,
  ].join("\n");
}

/** The protocol as paths of an OpenAPI document. */
export function handlerOpenApiPaths(): Record<string, unknown> {
  const parameters = Object.entries(handlerParameters).map(([name, { description, schema }]) => ({
    name,
    in: "query",
    required: name === "action",
    description,
    schema,
  }));
  const form = {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(handlerParameters).map(([name, { description, schema }]) => [
        name,
        { ...schema, description },
      ]),
    ),
  };
  const responses = {
    "200": {
      description: "A word, or a list as JSON.",
      content: {
        "text/plain": { schema: { type: "string", examples: ["ACCESS_NUMBER:100001:628123456789"] } },
        "application/json": { schema: { type: "object" } },
      },
    },
  };
  const shared = {
    tags: ["handler_api.php"],
    summary: "The bots' protocol",
    description: describeActions(),
    security: [{ apiKeyQuery: [] }, { apiKeyHeader: [] }, { bearer: [] }, {}],
    responses,
  };
  const requestBody = { required: false, content: { "application/x-www-form-urlencoded": { schema: form } } };
  return {
    [handlerPath]: {
      get: { ...shared, operationId: "handlerApi", parameters },
      post: {
        ...shared,
        operationId: "handlerApiByPost",
        parameters: parameters.map((parameter) => ({ ...parameter, required: false })),
        requestBody,
      },
    },
  };
}
