import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { apiRoutes, createApiApp } from "#app/api/api-app.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { openSearch } from "#features/activations/search/search.writes.ts";
import { parametersOf } from "#features/api-docs/actions/actions.rules.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { actionNames, orderNamedBy } from "#features/handler-api/handler-api.rules.ts";
import { answerPoll } from "#features/handler-api/polls/polls.routes.ts";
import { createKey } from "#features/identity/api-keys/api-keys.writes.ts";
import type { Goods } from "#features/identity/api-keys/key-goods.rules.ts";
import { keyInput } from "#features/identity/api-keys/keys.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { DoorFacts } from "#lib/api/door-facts.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { RateLimiter } from "#lib/api/rate-limits.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { databaseImage } from "#lib/testing/database-image.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const app = createApiApp(db, new RateLimiter({ isEnforced: false }));
let search = "";
const NOT_THERE = "999999999";
const COUNTRY = 6;

let userId: UserId;
let account = "";
let order = "";
let rental = "";
let accounts = "";
let ownService = 0;
/** Keys that may do everything, for other goods than those of the order and the rental. */
const narrow: { name: string; key: string }[] = [];
/** One for just these goods. */
let fitting = "";

async function keyFor(goods: Goods): Promise<string> {
  return (await withTransaction(db, (tx) => createKey(tx, userId, "live", keyInput(goods)))).key;
}

async function json(endpoint: Endpoint, key: string, id: string, query = "") {
  const path = endpoint.path
    .replace("{countryExternalId}", String(COUNTRY))
    .replace("{serviceExternalId}", "tg")
    .replaceAll(/\{\w+\}/g, id);
  const isRead = endpoint.method === "GET";
  const needed: Readonly<Record<string, object>> = {
    extendRental: { amount: 4 },
    restExtendRental: { hours: 4 },
    restClaimAccount: { place: 1, text: "it is closed" },
  };
  const response = await app.fetch(
    new Request(`${env.PUBLIC_URL}/api${path}${query}`, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(isRead ? {} : { "content-type": "application/json", "idempotency-key": crypto.randomUUID() }),
      },
      ...(isRead ? {} : { body: JSON.stringify(needed[endpoint.id] ?? {}) }),
    }),
    { requestId: "test", ip: "192.0.2.1" },
  );
  return { status: response.status, text: await response.text() };
}

async function bots(key: string, query: string): Promise<string> {
  return (await app.request(`/stubs/handler_api.php?api_key=${key}&${query}`)).text();
}

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  await givenOffer(db, { countryId: COUNTRY, count: 20, priceKopecks: 1_000 });
  await givenRentOffer(db, { count: 5 });
  const buyer = await givenApiBuyer(db, 1_000_000);
  userId = buyer.userId;
  account = buyer.key;
  order = (await bots(account, `action=getNumber&service=tg&country=${COUNTRY}`)).split(":")[1] ?? "";
  const rented = JSON.parse(
    await bots(account, `action=getRentNumber&service=tg&country=${COUNTRY}&rent_time=4`),
  );
  rental = String(rented.phone.id);
  const bought = await one<{ serviceId: number }>(
    db,
    sql`select service_id as "serviceId" from activations where id = ${order}`,
  );
  ownService = bought.serviceId;
  search = String(
    await withTransaction(db, (tx) =>
      openSearch(tx, {
        ...{
          userId,
          keyId: null,
          channel: "api",
          serviceId: ownService,
          countryId: COUNTRY,
          operator: "any",
        },
        ...{ steps: [], seconds: 60, attemptsMax: 30, replacing: null },
      }),
    ),
  );
  const { offerId } = await givenAccountOffer(db, { serviceId: ownService, countryId: COUNTRY });
  const { orderId } = await buyReadyAccounts(db, {
    ...{ userId, offerId, count: 1, maxTotalKopecks: null },
    ...{ channel: "api", idempotencyKey: "accounts-key" },
  });
  accounts = String(orderId);
  narrow.push({
    name: "another service",
    key: await keyFor({ serviceIds: [ownService + 1], countryIds: null }),
  });
  narrow.push({
    name: "another country",
    key: await keyFor({ serviceIds: null, countryIds: [COUNTRY + 1] }),
  });
  fitting = await keyFor({ serviceIds: [ownService], countryIds: [COUNTRY] });
});

const scoped = apiRoutes.map(({ endpoint }) => endpoint).filter(({ scope }) => scope !== undefined);
const byId = scoped.filter(({ names }) => names !== undefined);

/** An id of each thing that an endpoint names. */
const ids = (): Readonly<Record<string, string>> => ({ activation: order, rental, search, accounts });

/** Names of orders that no refusal for what is not there would carry. */
function tellsOfThem(text: string): boolean {
  return [order, rental, accounts].some((id) => text.includes(id));
}

describe("an order outside a key's goods", () => {
  it("is looked for at every door that names one", () => {
    const named = scoped.filter(({ params }) => params && "id" in params.shape);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ names }) => names === undefined).map(({ id }) => id)).toEqual([]);
    const actions = actionNames.filter((action) =>
      parametersOf(action).some(({ name }) => name === "id" || name === "activationId"),
    );
    expect(actions.filter((action) => orderNamedBy[action] === undefined)).toEqual([]);
  });

  it.each(byId.map((endpoint) => [endpoint.id, endpoint] as const))(
    "is to %s as one that is not there, and stays as it is",
    async (_id, endpoint) => {
      const id = ids()[endpoint.names?.of ?? ""] ?? "";
      const query = endpoint.id.toLowerCase().includes("extensionprice") ? "?hours=4" : "";
      const before = await databaseImage(owner, []);
      for (const { name, key } of narrow) {
        const told = await json(endpoint, key, id, query);
        expect([name, told.status]).toEqual([name, 404]);
        expect(told.text).toBe((await json(endpoint, key, NOT_THERE, query)).text);
      }
      expect(await databaseImage(owner, [])).toEqual(before);
    },
  );

  it.each(Object.entries(orderNamedBy))("is to %s as one that is not there", async (action, of) => {
    const id = of === "rental" ? rental : order;
    const query = (asked: string) =>
      `action=${action}&id=${asked}&activationId=${asked}&status=${of === "rental" ? 2 : 8}&rent_time=4&hours=4&service=wa`;
    const before = await databaseImage(owner, []);
    for (const { key } of narrow) expect(await bots(key, query(id))).toBe(await bots(key, query(NOT_THERE)));
    expect(await databaseImage(owner, [])).toEqual(before);
    expect(await bots(fitting, `action=getStatus&id=${order}`)).toBe("STATUS_WAIT_CODE");
  });

  it("is answered by no short way of polls", async () => {
    const facts = { requestId: "test", ip: "192.0.2.1" } as DoorFacts;
    for (const { key } of narrow) {
      expect(await answerPoll(db, `api_key=${key}&action=getStatus&id=${order}`, facts)).toBeNull();
    }
    const open = await answerPoll(db, `api_key=${account}&action=getStatus&id=${order}`, facts);
    expect(open).toBe("STATUS_WAIT_CODE");
  });

  it("stands in no list, history or statement of either protocol", async () => {
    const lists = scoped.filter(
      ({ method, params, produces, access, path }) =>
        method === "GET" && access === "user" && !params && produces === undefined && path !== "/v1/keys",
    );
    expect(lists.length).toBeGreaterThan(10);
    for (const endpoint of lists) {
      const queries = ["", `?ids=${order}`, "?tab=active", "?by=service"];
      for (const query of queries) {
        for (const { key } of narrow) {
          const { text } = await json(endpoint, key, NOT_THERE, query);
          expect(`${endpoint.id}${query} ${tellsOfThem(text)}`).toBe(`${endpoint.id}${query} false`);
        }
      }
    }
    for (const action of actionNames.filter((name) => name.startsWith("get") && !orderNamedBy[name])) {
      if (action.startsWith("getNumber") || action === "getRentNumber") continue;
      for (const { key } of narrow) expect(tellsOfThem(await bots(key, `action=${action}`))).toBe(false);
    }
  });

  it("is there for a key of its goods, in lists and by its id", async () => {
    const shown = (id: string) => scoped.find((endpoint) => endpoint.id === id) as Endpoint;
    for (const [list, id] of [
      ["listActivations", order],
      ["restListActivations", order],
      ["restListRentals", rental],
      ["restListAccountOrders", accounts],
      ["listBalanceHistory", order],
    ] as const) {
      expect((await json(shown(list), fitting, "")).text, list).toContain(id);
    }
    expect((await json(shown("restGetActivation"), fitting, order)).status).toBe(200);
    expect((await json(shown("getRental"), fitting, rental)).status).toBe(200);
    for (const action of [
      "getActiveActivations",
      "getCurrentActivations",
      "getHistory",
      "getListOfActiveActivations",
    ])
      expect(await bots(fitting, `action=${action}`), action).toContain(order);
    expect(await bots(fitting, "action=getRentList")).toContain(rental);
  });
});
