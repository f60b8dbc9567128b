import { readFileSync } from "node:fs";
import path from "node:path";
import sql from "sql-template-tag";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import {
  deliverSms,
  expireActivation,
  forgetOldMessages,
  listDueActivations,
  reportActivation,
} from "#features/activations/activations.writes.ts";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { type ActionName, actionNames, unsoldActionNames } from "#features/handler-api/handler-api.rules.ts";
import { createKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { deliverSmsToRentals, listDueRentals, passTime } from "#features/rentals/rentals.writes.ts";
import { forgetOldSms, receiveSms } from "#features/supply/intake/intake.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { keyScopes } from "#lib/api/actor.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const app = createApiApp(db);
let buyer: ApiBuyer;
let offer: Offer;

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  buyer = await givenApiBuyer(db, 10_000_000);
  offer = await givenOffer(db, { countryId: 6, count: 400, costKopecks: 500, priceKopecks: 1_000 });
  const wa = await one<{ id: number }>(db, sql`select id from catalogue_services where code = 'wa'`);
  const input = { countryId: 6, serviceId: wa.id, supplierId: offer.supplierId, count: 1 };
  const other = await givenOffer(db, { ...input, costKopecks: 500, priceKopecks: 2_000 });
  await execute(
    db,
    sql`insert into supply_stock (offer_id, number) select ${other.offerId}, n from unnest(${offer.numbers}::bigint[]) n`,
  );
  await givenRentOffer(db, { countryId: 6, count: 90, hourCostKopecks: 100 });
});

// The clock is moved here: nothing may stay behind its deadline.
afterEach(async () => {
  for (const due of await listDueActivations(db, 1_000)) await expireActivation(db, due);
  for (const due of await listDueRentals(db, 1_000)) await passTime(db, due);
  await forgetOldMessages(db, 1_000);
  await forgetOldSms(db, 1_000);
});

type Sent = Record<string, string | number>;
async function say(action: string, sent: Sent = {}, by: ApiBuyer = buyer): Promise<string> {
  const all = Object.entries({ api_key: by.key, action, ...sent }).map(([name, value]) => [
    name,
    String(value),
  ]);
  const response = await app.request(`/stubs/handler_api.php?${new URLSearchParams(all)}`);
  expect(response.status).toBe(200);
  return response.text();
}

let lastSms = 0;
const smsTo = (number: string, sink: typeof deliverSms, supplierId: number) =>
  receiveSms(
    db,
    {
      supplierId,
      phone: Number(number),
      smsId: BigInt(++lastSms),
      sender: "Telegram",
      text: "Telegram code 04711",
    },
    sink,
  );

type Thing = { readonly id: string; readonly number: string };

async function givenOrder(state: string): Promise<Thing> {
  const [, id = "", number = ""] = (await say("getNumber", { service: "tg", country: 6 })).split(":");
  const become: Record<string, () => Promise<unknown>> = {
    waiting: async () => {},
    received: () => smsTo(number, deliverSms, offer.supplierId),
    retry: async () => {
      await smsTo(number, deliverSms, offer.supplierId);
      await say("setStatus", { id, status: 3 });
    },
    completed: async () => {
      await smsTo(number, deliverSms, offer.supplierId);
      await say("setStatus", { id, status: 6 });
    },
    cancelled: () => say("setStatus", { id, status: 8 }),
    banned: () => reportActivation(db, buyer.userId, Number(id)),
    expired: async () => {
      await moveClock(owner, "20 minutes");
      for (const due of await listDueActivations(db, 1_000)) await expireActivation(db, due);
    },
  };
  await become[state]!();
  return { id, number };
}

async function givenRent(state: string): Promise<Thing> {
  const { phone } = JSON.parse(await say("getRentNumber", { service: "tg", country: 6, rent_time: 4 })) as {
    phone: { id: number; number: string };
  };
  const id = String(phone.id);
  const from = await one<{ supplierId: number }>(
    db,
    sql`select supplier_id as "supplierId" from rentals where id = ${phone.id}`,
  );
  const become: Record<string, () => Promise<unknown>> = {
    active: async () => {},
    "after 20 minutes": async () => {
      await moveClock(owner, "20 minutes");
      for (const due of await listDueRentals(db, 1_000)) await passTime(db, due);
    },
    received: () => smsTo(phone.number, deliverSmsToRentals, from.supplierId),
    extended: () => say("continueRentNumber", { id, rent_time: 4 }),
    finished: () => say("setRentStatus", { id, status: 1 }),
    canceled: () => say("setRentStatus", { id, status: 2 }),
    over: async () => {
      await moveClock(owner, "4 hours");
      for (const due of await listDueRentals(db, 1_000)) await passTime(db, due);
    },
  };
  await become[state]!();
  return { id, number: phone.number };
}

/** The answer's bytes, with what differs from run to run named: `<id>`, `<number>`, `<time>`, `<new>`. */
function named(text: string, { id, number }: Thing): string {
  return text
    .replaceAll(number, "<number>")
    .replaceAll(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d/g, "<time>")
    .replace(/(?<=^ACCESS_NUMBER:|^ADDITIONAL:)\d+/, "<new>")
    .replaceAll(new RegExp(`(?<!\\d)${id}(?!\\d)`, "g"), "<id>")
    .replaceAll(/(?<="data":\[\{"id":)\d+/g, "<new>");
}

type Row = readonly [action: ActionName, sent: Sent, answers: readonly string[]];

const orderStates = ["waiting", "received", "retry", "completed", "cancelled", "banned", "expired"];
/** What each action answers about an order: one answer per state, in the order of the states. */
const orderTable: readonly Row[] = [
  [
    "getStatus",
    {},
    [
      "STATUS_WAIT_CODE",
      "STATUS_OK:04711",
      "STATUS_WAIT_RETRY:04711",
      "STATUS_OK:04711",
      "STATUS_CANCEL",
      "STATUS_CANCEL",
      "STATUS_CANCEL",
    ],
  ],
  [
    "getStatusV2",
    {},
    [
      "STATUS_WAIT_CODE",
      '{"verificationType":0,"sms":{"dateTime":"<time>","code":"04711","text":"Telegram code 04711"},"call":null}',
      "STATUS_WAIT_RETRY:04711",
      '{"verificationType":0,"sms":{"dateTime":"<time>","code":"04711","text":"Telegram code 04711"},"call":null}',
      "STATUS_CANCEL",
      "STATUS_CANCEL",
      "STATUS_CANCEL",
    ],
  ],
  [
    "getFullSms",
    {},
    [
      "STATUS_WAIT_CODE",
      "FULL_SMS:Telegram code 04711",
      "FULL_SMS:Telegram code 04711",
      "FULL_SMS:Telegram code 04711",
      "STATUS_CANCEL",
      "STATUS_CANCEL",
      "STATUS_CANCEL",
    ],
  ],
  [
    "getAllSms",
    {},
    [
      '{"data":[],"meta":{"total":0,"service":"tg"}}',
      '{"data":[{"id":<new>,"phoneFrom":"Telegram","code":"04711","text":"Telegram code 04711","service":"tg","date":"<time>","type":"sms"}],"meta":{"total":1,"service":"tg"}}',
      '{"data":[{"id":<new>,"phoneFrom":"Telegram","code":"04711","text":"Telegram code 04711","service":"tg","date":"<time>","type":"sms"}],"meta":{"total":1,"service":"tg"}}',
      '{"data":[{"id":<new>,"phoneFrom":"Telegram","code":"04711","text":"Telegram code 04711","service":"tg","date":"<time>","type":"sms"}],"meta":{"total":1,"service":"tg"}}',
      "STATUS_CANCEL",
      "STATUS_CANCEL",
      "STATUS_CANCEL",
    ],
  ],
  [
    "getIncomingCallStatus",
    {},
    [
      '{"status":"2","phone":false}',
      '{"status":"2","phone":false}',
      '{"status":"2","phone":false}',
      '{"status":"3","phone":false}',
      '{"status":"4","phone":false}',
      '{"status":"5","phone":false}',
      '{"status":"5","phone":false}',
    ],
  ],
  [
    "setStatus",
    { status: 1 },
    ["ACCESS_READY", "ACCESS_READY", "ACCESS_READY", "BAD_STATUS", "BAD_STATUS", "BAD_STATUS", "BAD_STATUS"],
  ],
  [
    "setStatus",
    { status: 2 },
    ["BAD_STATUS", "BAD_STATUS", "BAD_STATUS", "BAD_STATUS", "BAD_STATUS", "BAD_STATUS", "BAD_STATUS"],
  ],
  [
    "setStatus",
    { status: 3 },
    [
      "BAD_STATUS",
      "ACCESS_RETRY_GET",
      "ACCESS_RETRY_GET",
      "BAD_STATUS",
      "BAD_STATUS",
      "BAD_STATUS",
      "BAD_STATUS",
    ],
  ],
  [
    "setStatus",
    { status: 6 },
    [
      "BAD_STATUS",
      "ACCESS_ACTIVATION",
      "ACCESS_ACTIVATION",
      "ACCESS_ACTIVATION",
      "BAD_STATUS",
      "BAD_STATUS",
      "BAD_STATUS",
    ],
  ],
  [
    "setStatus",
    { status: 8 },
    [
      "ACCESS_CANCEL",
      "BAD_STATUS",
      "BAD_STATUS",
      "BAD_STATUS",
      "ACCESS_CANCEL",
      "ACCESS_CANCEL",
      "ACCESS_CANCEL",
    ],
  ],
  [
    "setStatus",
    { status: -1 },
    [
      "ACCESS_CANCEL",
      "BAD_STATUS",
      "BAD_STATUS",
      "BAD_STATUS",
      "ACCESS_CANCEL",
      "ACCESS_CANCEL",
      "ACCESS_CANCEL",
    ],
  ],
  [
    "finishActivation",
    {},
    [
      "BAD_STATUS",
      "ACCESS_ACTIVATION",
      "ACCESS_ACTIVATION",
      "ACCESS_ACTIVATION",
      "BAD_STATUS",
      "BAD_STATUS",
      "BAD_STATUS",
    ],
  ],
  [
    "cancelActivation",
    {},
    [
      "ACCESS_CANCEL",
      "BAD_STATUS",
      "BAD_STATUS",
      "BAD_STATUS",
      "ACCESS_CANCEL",
      "ACCESS_CANCEL",
      "ACCESS_CANCEL",
    ],
  ],
  [
    "checkExtraActivation",
    {},
    [
      "NEW_ACTIVATION_IMPOSSIBLE",
      "NEW_ACTIVATION_IMPOSSIBLE",
      "NEW_ACTIVATION_IMPOSSIBLE",
      '{"status":"success","cost":10,"service":"tg","phone":<number>,"country":6}',
      "RENEW_ACTIVATION_NOT_AVAILABLE",
      "RENEW_ACTIVATION_NOT_AVAILABLE",
      "RENEW_ACTIVATION_NOT_AVAILABLE",
    ],
  ],
  [
    "getExtraActivation",
    {},
    [
      "NEW_ACTIVATION_IMPOSSIBLE",
      "NEW_ACTIVATION_IMPOSSIBLE",
      "NEW_ACTIVATION_IMPOSSIBLE",
      "ACCESS_NUMBER:<new>:<number>",
      "RENEW_ACTIVATION_NOT_AVAILABLE",
      "RENEW_ACTIVATION_NOT_AVAILABLE",
      "RENEW_ACTIVATION_NOT_AVAILABLE",
    ],
  ],
  [
    "reactivate",
    {},
    [
      "NEW_ACTIVATION_IMPOSSIBLE",
      "NEW_ACTIVATION_IMPOSSIBLE",
      "NEW_ACTIVATION_IMPOSSIBLE",
      "ACCESS_NUMBER:<new>:<number>",
      "RENEW_ACTIVATION_NOT_AVAILABLE",
      "RENEW_ACTIVATION_NOT_AVAILABLE",
      "RENEW_ACTIVATION_NOT_AVAILABLE",
    ],
  ],
  [
    "reactivationPrice",
    {},
    [
      "NEW_ACTIVATION_IMPOSSIBLE",
      "NEW_ACTIVATION_IMPOSSIBLE",
      "NEW_ACTIVATION_IMPOSSIBLE",
      '{"status":"success","price":10,"currency":643}',
      "RENEW_ACTIVATION_NOT_AVAILABLE",
      "RENEW_ACTIVATION_NOT_AVAILABLE",
      "RENEW_ACTIVATION_NOT_AVAILABLE",
    ],
  ],
  [
    "reactivateOptions",
    {},
    [
      "NEW_ACTIVATION_IMPOSSIBLE",
      "NEW_ACTIVATION_IMPOSSIBLE",
      "NEW_ACTIVATION_IMPOSSIBLE",
      '{"data":{"options":[{"price":10,"duration":{"unit":"minute","value":20}}]}}',
      "RENEW_ACTIVATION_NOT_AVAILABLE",
      "RENEW_ACTIVATION_NOT_AVAILABLE",
      "RENEW_ACTIVATION_NOT_AVAILABLE",
    ],
  ],
  [
    "getAdditionalService",
    { service: "wa" },
    [
      "ADDITIONAL:<new>:<number>",
      "ADDITIONAL:<new>:<number>",
      "ADDITIONAL:<new>:<number>",
      "WRONG_SECURITY",
      "WRONG_SECURITY",
      "WRONG_SECURITY",
      "WRONG_SECURITY",
    ],
  ],
  [
    "getAdditionalService",
    { service: "tg" },
    [
      "REPEAT_ADDITIONAL_SERVICE",
      "REPEAT_ADDITIONAL_SERVICE",
      "REPEAT_ADDITIONAL_SERVICE",
      "WRONG_SECURITY",
      "WRONG_SECURITY",
      "WRONG_SECURITY",
      "WRONG_SECURITY",
    ],
  ],
];

/** What still fits behind a rent of four hours, and behind one of eight. */
const EXTENSIONS =
  '{"data":{"options":[{"price":5.6,"duration":{"unit":"hour","value":4}},{"price":25.48,"duration":{"unit":"hour","value":24}},{"price":54.88,"duration":{"unit":"hour","value":72}},{"price":94.64,"duration":{"unit":"hour","value":168}},{"price":141.4,"duration":{"unit":"hour","value":336}}]}}';
const EXTENSIONS_OF_EIGHT =
  '{"data":{"options":[{"price":5.6,"duration":{"unit":"hour","value":4}},{"price":22.4,"duration":{"unit":"hour","value":24}},{"price":50.96,"duration":{"unit":"hour","value":72}},{"price":90.16,"duration":{"unit":"hour","value":168}},{"price":136.64,"duration":{"unit":"hour","value":336}}]}}';

const rentStates = ["active", "after 20 minutes", "received", "extended", "finished", "canceled", "over"];
/** The same about a rent of four hours. */
const rentTable: readonly Row[] = [
  [
    "getRentStatus",
    {},
    [
      '{"status":"error","message":"STATUS_WAIT_CODE"}',
      '{"status":"error","message":"STATUS_WAIT_CODE"}',
      '{"status":"success","quantity":"1","values":{"0":{"phoneFrom":"Telegram","text":"Telegram code 04711","service":"tg","date":"<time>"}}}',
      '{"status":"error","message":"STATUS_WAIT_CODE"}',
      '{"status":"error","message":"STATUS_FINISH"}',
      '{"status":"error","message":"STATUS_CANCEL"}',
      '{"status":"error","message":"STATUS_FINISH"}',
    ],
  ],
  [
    "setRentStatus",
    { status: 1 },
    [
      '{"status":"success"}',
      '{"status":"success"}',
      '{"status":"success"}',
      '{"status":"success"}',
      '{"status":"error","message":"ALREADY_FINISH"}',
      '{"status":"error","message":"ALREADY_CANCEL"}',
      '{"status":"error","message":"ALREADY_FINISH"}',
    ],
  ],
  [
    "setRentStatus",
    { status: 2 },
    [
      '{"status":"success"}',
      '{"status":"error","message":"CANT_CANCEL"}',
      '{"status":"error","message":"CANT_CANCEL"}',
      '{"status":"error","message":"CANT_CANCEL"}',
      '{"status":"error","message":"ALREADY_FINISH"}',
      '{"status":"error","message":"ALREADY_CANCEL"}',
      '{"status":"error","message":"ALREADY_FINISH"}',
    ],
  ],
  [
    "setRentStatus",
    { status: 3 },
    [
      '{"status":"error","message":"INCORECT_STATUS"}',
      '{"status":"error","message":"INCORECT_STATUS"}',
      '{"status":"error","message":"INCORECT_STATUS"}',
      '{"status":"error","message":"INCORECT_STATUS"}',
      '{"status":"error","message":"INCORECT_STATUS"}',
      '{"status":"error","message":"INCORECT_STATUS"}',
      '{"status":"error","message":"INCORECT_STATUS"}',
    ],
  ],
  [
    "continueRentInfo",
    { hours: 4 },
    [
      '{"status":"success","price":5.6,"currency":643,"hours":4}',
      '{"status":"success","price":5.6,"currency":643,"hours":4}',
      '{"status":"success","price":5.6,"currency":643,"hours":4}',
      '{"status":"success","price":5.6,"currency":643,"hours":4}',
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
    ],
  ],
  [
    "continueRentInfo",
    { hours: 672 },
    [
      '{"status":"error","message":"MAX_HOURS_EXCEED","info":{"max":668}}',
      '{"status":"error","message":"MAX_HOURS_EXCEED","info":{"max":668}}',
      '{"status":"error","message":"MAX_HOURS_EXCEED","info":{"max":668}}',
      '{"status":"error","message":"MAX_HOURS_EXCEED","info":{"max":664}}',
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
    ],
  ],
  [
    "getContinueRentPriceNumber",
    { rent_time: 4 },
    [
      '{"status":"success","price":5.6,"currency":643}',
      '{"status":"success","price":5.6,"currency":643}',
      '{"status":"success","price":5.6,"currency":643}',
      '{"status":"success","price":5.6,"currency":643}',
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
    ],
  ],
  [
    "continueRentNumber",
    { rent_time: 4 },
    [
      '{"status":"success","phone":{"id":<id>,"endDate":"<time>","number":"<number>"},"activationId":"<id>","phoneNumber":"<number>","activationEndTime":"<time>"}',
      '{"status":"success","phone":{"id":<id>,"endDate":"<time>","number":"<number>"},"activationId":"<id>","phoneNumber":"<number>","activationEndTime":"<time>"}',
      '{"status":"success","phone":{"id":<id>,"endDate":"<time>","number":"<number>"},"activationId":"<id>","phoneNumber":"<number>","activationEndTime":"<time>"}',
      '{"status":"success","phone":{"id":<id>,"endDate":"<time>","number":"<number>"},"activationId":"<id>","phoneNumber":"<number>","activationEndTime":"<time>"}',
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
    ],
  ],
  [
    "prolong",
    { duration: 4 },
    [
      '{"status":"success","phone":{"id":<id>,"endDate":"<time>","number":"<number>"},"activationId":"<id>","phoneNumber":"<number>","activationEndTime":"<time>"}',
      '{"status":"success","phone":{"id":<id>,"endDate":"<time>","number":"<number>"},"activationId":"<id>","phoneNumber":"<number>","activationEndTime":"<time>"}',
      '{"status":"success","phone":{"id":<id>,"endDate":"<time>","number":"<number>"},"activationId":"<id>","phoneNumber":"<number>","activationEndTime":"<time>"}',
      '{"status":"success","phone":{"id":<id>,"endDate":"<time>","number":"<number>"},"activationId":"<id>","phoneNumber":"<number>","activationEndTime":"<time>"}',
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
    ],
  ],
  [
    "prolongOptions",
    {},
    [
      EXTENSIONS,
      EXTENSIONS,
      EXTENSIONS,
      EXTENSIONS_OF_EIGHT,
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
    ],
  ],
  [
    "prolongHistory",
    {},
    [
      '{"data":[]}',
      '{"data":[]}',
      '{"data":[]}',
      '{"data":[{"userPrice":5.6,"hours":4,"createDate":"<time>","payerType":"client"}]}',
      '{"data":[]}',
      '{"data":[]}',
      '{"data":[]}',
    ],
  ],
  [
    "continueRentNumber",
    { rent_time: 3 },
    [
      '{"status":"error","message":"INVALID_TIME"}',
      '{"status":"error","message":"INVALID_TIME"}',
      '{"status":"error","message":"INVALID_TIME"}',
      '{"status":"error","message":"INVALID_TIME"}',
      '{"status":"error","message":"INVALID_TIME"}',
      '{"status":"error","message":"INVALID_TIME"}',
      '{"status":"error","message":"INVALID_TIME"}',
    ],
  ],
];

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

  it.each(names)("%s is no BAD_ACTION, for a live key as for one of a sandbox", async (name) => {
    const own = await givenApiBuyer(db, 0);
    const { key } = await withTransaction(db, (tx) => createKey(tx, own.userId, "sandbox", anyInput));
    for (const by of [own, { ...own, key }]) expect(await say(name, {}, by)).not.toBe("BAD_ACTION");
  });
});

const anyInput = {
  name: "any",
  scopes: keyScopes,
  dailyLimitKopecks: null,
  priceCapKopecks: null,
  serviceIds: null,
  countryIds: null,
  networks: null,
  expiresAt: null,
};

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
