import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { db, givenOrder, givenRent, named, type Row, type Sent, say } from "#app/api/action-table.factory.ts";
import { orderStates, orderTable } from "#app/api/order-action-table.factory.ts";
import { rentStates, rentTable } from "#app/api/rent-action-table.factory.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { type ActionName, actionNames, unsoldActionNames } from "#features/handler-api/handler-api.rules.ts";
import { createKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { keyInput } from "#features/identity/api-keys/keys.factory.ts";
import { withTransaction } from "#lib/db/transaction.ts";

/** What is asked about an account with one waiting order, and about the market. */
const listTable: readonly (readonly [ActionName, Sent, string])[] = [
  ["getBalance", {}, "ACCESS_BALANCE:90.00"],
  ["getBalanceAndCashBack", {}, "ACCESS_BALANCE:90.00"],
  [
    "getActiveActivations",
    {},
    '{"status":"success","activeActivations":[{"activationId":"<id>","serviceCode":"tg","phoneNumber":"<number>","activationCost":"10.00","activationStatus":"4","smsCode":null,"smsText":null,"activationTime":"<time>","discount":"0.00","repeated":"0","countryCode":"6","countryName":"Indonesia","canGetAnotherSms":"1","currency":643}],"data":[{"activationId":"<id>","serviceCode":"tg","phoneNumber":"<number>","activationCost":"10.00","activationStatus":"4","smsCode":null,"smsText":null,"activationTime":"<time>","discount":"0.00","repeated":"0","countryCode":"6","countryName":"Indonesia","canGetAnotherSms":"1","currency":643}]}',
  ],
  [
    "getListOfActiveActivations",
    {},
    '{"status":"success","activeActivations":[{"activationId":"<id>","serviceCode":"tg","phoneNumber":"<number>","activationCost":"10.00","activationStatus":"4","smsCode":null,"smsText":null,"activationTime":"<time>","discount":"0.00","repeated":"0","countryCode":"6","countryName":"Indonesia","canGetAnotherSms":"1","currency":643}],"data":[{"activationId":"<id>","serviceCode":"tg","phoneNumber":"<number>","activationCost":"10.00","activationStatus":"4","smsCode":null,"smsText":null,"activationTime":"<time>","discount":"0.00","repeated":"0","countryCode":"6","countryName":"Indonesia","canGetAnotherSms":"1","currency":643}]}',
  ],
  [
    "getCurrentActivations",
    {},
    '{"status":"success","array":[{"id":"<id>","phone":"<number>","code":"","status":"4","createDate":<seconds>,"timer":1200,"activationId":"<id>","serviceCode":"tg","phoneNumber":"<number>","activationCost":"10.00","activationStatus":"4","smsCode":null,"smsText":null,"activationTime":"<time>","discount":"0.00","repeated":"0","countryCode":"6","countryName":"Indonesia","canGetAnotherSms":"1","currency":643}],"time":<seconds>,"data":[{"id":"<id>","phone":"<number>","code":"","status":"4","createDate":<seconds>,"timer":1200,"activationId":"<id>","serviceCode":"tg","phoneNumber":"<number>","activationCost":"10.00","activationStatus":"4","smsCode":null,"smsText":null,"activationTime":"<time>","discount":"0.00","repeated":"0","countryCode":"6","countryName":"Indonesia","canGetAnotherSms":"1","currency":643}]}',
  ],
  [
    "getCurrentActivationsDataTables",
    { start: 0, length: 10, order: "id", orderBy: "asc" },
    '{"status":"success","array":[{"id":"<id>","phone":"<number>","code":"","status":"4","createDate":<seconds>,"timer":1200,"activationId":"<id>","serviceCode":"tg","phoneNumber":"<number>","activationCost":"10.00","activationStatus":"4","smsCode":null,"smsText":null,"activationTime":"<time>","discount":"0.00","repeated":"0","countryCode":"6","countryName":"Indonesia","canGetAnotherSms":"1","currency":643}],"time":<seconds>,"data":[{"id":"<id>","phone":"<number>","code":"","status":"4","createDate":<seconds>,"timer":1200,"activationId":"<id>","serviceCode":"tg","phoneNumber":"<number>","activationCost":"10.00","activationStatus":"4","smsCode":null,"smsText":null,"activationTime":"<time>","discount":"0.00","repeated":"0","countryCode":"6","countryName":"Indonesia","canGetAnotherSms":"1","currency":643}]}',
  ],
  ["getCurrentActivations", { start: 1 }, '{"status":"fail","msg":"no_activations"}'],
  [
    "getHistory",
    {},
    '[{"id":"<id>","date":"<time>","phone":"<number>","sms":"[]","cost":0,"status":"4","currency":643}]',
  ],
  ["getHistory", { start: 1, end: 366 * 86_400 + 1 }, "[]"],
  ["getHistory", { start: 1, end: 366 * 86_400 + 2 }, "WRONG_DATE"],
  ["getHistory", { start: "x" }, "WRONG_DATE"],
  ["getNumberV2", { service: "tg", country: 6, orderId: "first" }, "ORDER_ALREADY_EXISTS"],
  ["getNumber", { service: "tg", country: 6, orderId: "first" }, "ACCESS_NUMBER:<id>:<number>"],
  ["getNumber", { service: "nosuch", country: 6 }, "BAD_SERVICE"],
  ["getRentList", {}, '{"status":"error","message":"NO_NUMBERS"}'],
  [
    "getRentNumber",
    { service: "tg", country: 6, rent_time: 672 },
    '{"status":"error","message":"NO_BALANCE"}',
  ],
  [
    "getRentServicesAndCountries",
    { country: 6, rent_time: 4 },
    '{"countries":{"0":6},"operators":{"0":"any"},"services":{"tg":{"cost":5.6,"quant":90,"quantity":90,"price":5.6,"retail_price":5.6},"full":{"cost":5.6,"quant":90,"quantity":90,"price":5.6,"retail_price":5.6}},"currency":643}',
  ],
  [
    "getRentServices",
    { country: 6, rent_time: 4 },
    '{"countries":{"0":6},"operators":{"0":"any"},"services":{"tg":{"cost":5.6,"quant":90,"quantity":90,"price":5.6,"retail_price":5.6},"full":{"cost":5.6,"quant":90,"quantity":90,"price":5.6,"retail_price":5.6}},"currency":643}',
  ],
  [
    "serviceCountRent",
    { service: "tg", country: 6 },
    '{"6":{"4":{"count":90,"price":5.6,"retail_price":5.6},"24":{"count":90,"price":28.56,"retail_price":28.56},"72":{"count":90,"price":58.8,"retail_price":58.8},"168":{"count":90,"price":99.12,"retail_price":99.12},"336":{"count":90,"price":146.16,"retail_price":146.16},"672":{"count":90,"price":216.72,"retail_price":216.72}}}',
  ],
  ["serviceCountRent", { service: "full", operator: "nosuch" }, "{}"],
  ["serviceCountRent", { service: "tg", country: 7 }, "{}"],
  ["serviceCountRent", { service: "nosuch" }, '{"status":"error","message":"BAD_SERVICE"}'],
  ["serviceCountRent", { service: "tg", country: "x" }, '{"status":"error","message":"OUT_OF_STOCK"}'],
  ["prolongOptions", { id: "x" }, '{"status":"error","message":"NO_ID_RENT"}'],
  ["prolongHistory", { id: 1 }, '{"status":"error","message":"INVALID_PHONE"}'],
  ["reactivationPrice", {}, "WRONG_ACTIVATION_ID"],
  [
    "getProviders",
    { service: "tg", country: 6 },
    '[{"id":1,"name":"1","numbers_count":400,"delivery_percent":null,"number_lifetime":1200}]',
  ],
  ["getProviders", { service: "tg", country: 7 }, "[]"],
  ["getProviders", { service: "nosuch" }, "BAD_SERVICE"],
  ["getProviders", { country: "x" }, "BAD_COUNTRY"],
  [
    "getAvailableServicesByCountry",
    { country: 6 },
    '[{"shortName":"tg","fullNameRu":"Telegram","fullNameEn":"Telegram","forward":0},{"shortName":"wa","fullNameRu":"WhatsApp","fullNameEn":"WhatsApp","forward":0}]',
  ],
  ["getAvailableServicesByCountry", { country: 7 }, "[]"],
  ["getAvailableServicesByCountry", { country: "x" }, "BAD_COUNTRY"],
  [
    "setMaxPrice",
    { service: "tg", country: 6, maxPrice: "12.50", random: "" },
    '{"status":"success","service":"tg","country":6,"maxPrice":12.5}',
  ],
  [
    "setMaxPrice",
    { service: "tg", country: 6, maxPrice: 0 },
    '{"status":"success","service":"tg","country":6,"maxPrice":null}',
  ],
  ["setMaxPrice", { service: "tg", country: 6 }, "WRONG_MAX_PRICE:0.01"],
  ["setMaxPrice", { service: "tg", country: 6, maxPrice: "cheap" }, "WRONG_MAX_PRICE:0.01"],
  ["setMaxPrice", { country: 6, maxPrice: 5 }, "BAD_SERVICE"],
  ["setMaxPrice", { service: "tg", country: "any", maxPrice: 5 }, "BAD_COUNTRY"],
  ...unsoldActionNames.map((action) => [action, {}, "NOT_AVAILABLE"] as const),
  ["getPrices", { service: "tg", country: 6 }, '{"6":{"tg":{"cost":10,"count":400,"physicalCount":400}}}'],
  ["getPrices", { service: "tg", country: 6, types: "smshub" }, '{"6":{"tg":{"10":400}}}'],
  ["getPricesV2", { service: "tg", country: 6 }, '{"6":{"tg":{"10":400}}}'],
  [
    "getPricesV3",
    { service: "tg", country: 6 },
    '{"6":{"tg":{"price":10,"count":400,"providers":{"1":{"count":400,"price":[10],"provider_id":1}}}}}',
  ],
  ["getPricesVerification", { service: "tg", country: 6 }, '{"tg":{"6":{"count":400,"price":"10.00"}}}'],
  ["getPricesExtended", { service: "tg", country: 6 }, '{"6":{"tg":{"cost":10,"count":400}}}'],
  [
    "getTopCountriesByService",
    { service: "tg" },
    '{"0":{"country":6,"count":400,"price":10,"retail_price":10}}',
  ],
  [
    "getTopCountriesByServiceRank",
    { service: "tg" },
    '{"0":{"country":6,"count":400,"price":10,"retail_price":10}}',
  ],
  ["getListOfTopCountriesByService", { service: "tg" }, "NO_METRICS"],
  [
    "getOperators",
    { country: 6 },
    '{"status":"success","countryOperators":{"6":["telkomsel","indosat","xl","three","axis","smartfren"]}}',
  ],
  ["getOperators", { country: 0 }, "OPERATORS_NOT_FOUND"],
  [
    "getServicesList",
    { country: 6 },
    '{"status":"success","services":[{"code":"tg","name":"Telegram"},{"code":"wa","name":"WhatsApp"}]}',
  ],
  ["buyPartnerProduct", { productId: 1 }, "BAD_ACTION"],
  ["sandboxAdvance", { seconds: 5 }, "NOT_AVAILABLE"],
  ["sandboxReset", {}, "NOT_AVAILABLE"],
];

/** Too long for a table: every service, and every country; their tests are beside the lists. */
const elsewhere: readonly ActionName[] = [
  "getCountries",
  "getNumbersStatus",
  "getNumbersStatusAndCostHubFree",
];

describe("the list of names in docs/protocol.md", () => {
  const page = readFileSync(path.join(import.meta.dirname, "../../docs/protocol.md"), "utf8");
  const list = (page.split("\n### 1.9 ")[1]?.split("\n### ")[0] ?? "").split("\nShapes:")[0] ?? "";
  const names = [...list.matchAll(/`([a-z]\w+)`/g)].map(([, name = ""]) => name);

  it("names every action, each once, and nothing else", () => {
    expect(names.toSorted()).toEqual(actionNames.toSorted());
  });

  // Who is no agent is told so for this one, as shops of this protocol do.
  it.each(names.filter((name) => name !== "buyPartnerProduct"))(
    "%s is no BAD_ACTION, for a live key as for one of a sandbox",
    async (name) => {
      const own = await givenApiBuyer(db, 0);
      const { key } = await withTransaction(db, (tx) => createKey(tx, own.userId, "sandbox", keyInput()));
      for (const by of [own, { ...own, key }]) expect(await say(name, {}, by)).not.toBe("BAD_ACTION");
    },
  );
});

it("every action stands in a table", () => {
  const shown = new Set([...orderTable, ...rentTable, ...listTable].map(([action]) => action));
  expect(actionNames.filter((action) => !shown.has(action) && !elsewhere.includes(action))).toEqual([]);
});

it.each(listTable)("%s %j answers exactly these bytes", async (action, sent, answer) => {
  const own = await givenApiBuyer(db, 10_000);
  const bought = await say("getNumber", { service: "tg", country: 6, orderId: "first" }, own);
  const [, id = "", number = ""] = bought.split(":");
  const told = (await say(action, sent, own))
    .replaceAll(/("time"|"createDate"):\d{10}\b/g, "$1:<seconds>")
    .replace(/"timer":1(?:200|19\d)/, '"timer":1200');
  expect(named(told, { id, number }).replace("<new>", "<id>")).toBe(answer);
});

const cells = (table: readonly Row[], states: readonly string[]) =>
  states.flatMap((state, at) =>
    table.map(([action, sent, answers]) => [state, action, sent, answers[at] ?? ""] as const),
  );

describe("an order that is", () => {
  it.each(cells(orderTable, orderStates))(
    "%s: %s %j answers exactly these bytes",
    async (state, action, sent, answer) => {
      const order = await givenOrder(state);
      expect(named(await say(action, { id: order.id, ...sent }), order)).toBe(answer);
    },
  );
});

describe("a rent that is", () => {
  it.each(cells(rentTable, rentStates))(
    "%s: %s %j answers exactly these bytes",
    async (state, action, sent, answer) => {
      const rented = await givenRent(state);
      expect(named(await say(action, { id: rented.id, ...sent }), rented)).toBe(answer);
    },
  );
});
