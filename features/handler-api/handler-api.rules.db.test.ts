import sql from "sql-template-tag";
import { beforeAll, expect, it } from "vitest";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { handlerApiOn, type Sent } from "#features/handler-api/handler-api.factory.ts";
import { type AnswerToken, answerTokens } from "#features/handler-api/handler-api.rules.ts";
import { createKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { keyInput } from "#features/identity/api-keys/keys.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { createDb } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, url } = await useTestDb();
const { say, buy, push } = handlerApiOn(db);

let buyer: ApiBuyer;
let sandbox: ApiBuyer;
let offer: Offer;
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  buyer = await givenApiBuyer(db, 100_000);
  offer = await givenOffer(db, { countryId: 6, count: 40, costKopecks: 500, priceKopecks: 1_000 });
  const wa = await one<{ id: number }>(db, sql`select id from catalogue_services where code = 'wa'`);
  const { supplierId } = offer;
  const other = await givenOffer(db, { countryId: 6, serviceId: wa.id, supplierId, count: 1 });
  await execute(
    db,
    sql`insert into supply_stock (offer_id, number)
        select ${other.offerId}, n from unnest(${offer.numbers}::bigint[]) n`,
  );
  const { key } = await withTransaction(db, (tx) =>
    createKey(tx, buyer.userId, "sandbox", keyInput({ scopes: ["read", "buy"] })),
  );
  sandbox = { userId: buyer.userId, key };
});

const told = (action: string, parameters: Sent = {}, own: ApiBuyer | null = buyer) =>
  say(own, { action, ...parameters });
const get = (parameters: Sent = {}, own = buyer) =>
  told("getNumber", { service: "tg", country: 6, ...parameters }, own);
const scripted = (service: string) => get({ service }, sandbox);

const waiting = async () => (await buy(buyer, { country: 6 })).id;
const cancelled = async () => {
  const id = await waiting();
  await told("setStatus", { id, status: 8 });
  return id;
};
const received = async () => {
  const id = await waiting();
  await push(id, "Telegram code 04711");
  return id;
};
const finished = async () => {
  const id = await received();
  await told("setStatus", { id, status: 6 });
  return id;
};

/** How every word comes about. A word that is missing here does not compile; one that nothing says is none of the set. */
const scenes: Readonly<Record<AnswerToken, () => Promise<string>>> = {
  NO_KEY: () => told("getBalance", {}, null),
  BAD_KEY: () => told("getBalance", { api_key: "0".repeat(32) }, null),
  BAD_ACTION: () => told("nonsense"),
  ERROR_SQL: async () => {
    const gone = new URL(url);
    gone.port = "9";
    const away = createDb(gone.toString(), { max: 1 });
    const answer = await handlerApiOn(away).say(buyer, { action: "getBalance" });
    await away.close();
    return answer;
  },
  ACCESS_BALANCE: () => told("getBalance"),
  ACCESS_NUMBER: () => get(),
  NO_NUMBERS: () => get({ country: 0 }),
  NO_BALANCE: async () => get({}, await givenApiBuyer(db, 1)),
  BAD_SERVICE: () => get({ service: "nosuch" }),
  BAD_COUNTRY: () => get({ country: "x" }),
  BAD_OPERATOR: () => get({ operator: "nosuch" }),
  WRONG_MAX_PRICE: () => get({ maxPrice: 5 }),
  WRONG_EXCEPTION_PHONE: () => get({ phoneException: "x" }),
  ORDER_ALREADY_EXISTS: async () => {
    await get({ orderId: "one" });
    return get({ orderId: "one", operator: "telkomsel" });
  },
  SERVICE_NOT_AVAILABLE: async () => {
    const bank = await one<{ code: string }>(
      db,
      sql`select code from catalogue_services where category = 'bank' order by id limit 1`,
    );
    return get({ service: bank.code });
  },
  CHANNELS_LIMIT: () => scripted("wb"),
  BANNED: () => scripted("me"),
  NOT_AVAILABLE: () => told("getMultiServiceNumber"),
  ACCESS_READY: async () => told("setStatus", { id: await waiting(), status: 1 }),
  ACCESS_RETRY_GET: async () => told("setStatus", { id: await received(), status: 3 }),
  ACCESS_ACTIVATION: async () => told("finishActivation", { id: await received() }),
  ACCESS_CANCEL: async () => told("cancelActivation", { id: await waiting() }),
  NO_ACTIVATION: () => told("getStatus", { id: 1 }),
  WRONG_ACTIVATION_ID: () => told("setStatus", { id: "x", status: 8 }),
  BAD_STATUS: async () => told("setStatus", { id: await waiting(), status: 6 }),
  EARLY_CANCEL_DENIED: async () => {
    const [, id = ""] = (await scripted("nf")).split(":");
    return told("setStatus", { id, status: 8 }, sandbox);
  },
  STATUS_WAIT_CODE: async () => told("getStatus", { id: await waiting() }),
  STATUS_WAIT_RETRY: async () => {
    const id = await received();
    await told("setStatus", { id, status: 3 });
    return told("getStatus", { id });
  },
  STATUS_OK: async () => told("getStatus", { id: await received() }),
  STATUS_CANCEL: async () => told("getStatus", { id: await cancelled() }),
  NO_ACTIVATIONS: async () => told("getActiveActivations", {}, await givenApiBuyer(db, 0)),
  WRONG_DATE: () => told("getHistory", { start: "x" }),
  OPERATORS_NOT_FOUND: () => told("getOperators", { country: 0 }),
  FULL_SMS: async () => told("getFullSms", { id: await received() }),
  INVALID_ACTIVATION_ID: () => told("getIncomingCallStatus", { id: "x" }),
  RENEW_ACTIVATION_NOT_AVAILABLE: async () => told("getExtraActivation", { id: await cancelled() }),
  NEW_ACTIVATION_IMPOSSIBLE: async () => told("getExtraActivation", { id: await waiting() }),
  SIM_OFFLINE: async () => {
    const id = await finished();
    await execute(
      db,
      sql`insert into supply_numbers (number, supplier_id, country_id, online)
          select number, supplier_id, country_id, false from activations where id = ${id}`,
    );
    return told("reactivate", { id });
  },
  ADDITIONAL: async () => told("getAdditionalService", { id: await waiting(), service: "wa" }),
  WRONG_ADDITIONAL_SERVICE: async () =>
    told("getAdditionalService", { id: await waiting(), service: "nosuch" }),
  WRONG_SECURITY: async () => told("getAdditionalService", { id: await finished(), service: "wa" }),
  REPEAT_ADDITIONAL_SERVICE: async () => told("getAdditionalService", { id: await waiting(), service: "tg" }),
  WRONG_SERVICE: () => told("getListOfTopCountriesByService", { service: "nosuch" }),
  NO_METRICS: () => told("getListOfTopCountriesByService", { service: "tg" }),
};

it.each(Object.keys(scenes) as AnswerToken[])("the word %s is said by some answer", async (token) => {
  const value = answerTokens[token] === null ? "" : ":.+";
  expect(await scenes[token]()).toMatch(new RegExp(`^${token}${value}$`));
});

it("the closed set has no word that is not shown here", () => {
  expect(Object.keys(scenes).sort()).toEqual(Object.keys(answerTokens).sort());
});
