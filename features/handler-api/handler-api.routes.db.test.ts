import { gunzipSync } from "node:zlib";
import { Hono } from "hono";
import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { deliverSms, expireActivation, reportActivation } from "#features/activations/activations.writes.ts";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { handlerPath } from "#features/handler-api/handler-api.contract.ts";
import { mountHandlerApi } from "#features/handler-api/handler-api.routes.ts";
import { forgetOffers } from "#features/handler-api/lists/lists.reads.ts";
import { suspendUser } from "#features/identity/identity.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { blockSale, seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer, type OfferInput } from "#features/pricing/offers.factory.ts";
import { agreePersonalPrice, grantWholesale } from "#features/pricing/pricing.writes.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { type ApiEnv, requestFacts } from "#lib/api/mount.ts";
import { createDb } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner, url } = await useTestDb({ max: 40 });

function appOn(database: typeof db) {
  const app = new Hono<ApiEnv>();
  app.use(async (context, next) => {
    requestFacts(context);
    await next();
  });
  mountHandlerApi(app, { db: database });
  return app;
}
const app = appOn(db);

const givenBuyer = (balanceKopecks = 100_000): Promise<ApiBuyer> => givenApiBuyer(db, balanceKopecks);

type Sent = Record<string, string | number>;
const queryOf = (parameters: Sent) =>
  new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)])).toString();

async function ask(buyer: ApiBuyer | null, parameters: Sent, init: RequestInit = {}) {
  const all = buyer ? { api_key: buyer.key, ...parameters } : parameters;
  return app.request(`${handlerPath}?${queryOf(all)}`, init);
}
/** The answer's bytes; every one has status 200. */
async function say(buyer: ApiBuyer | null, parameters: Sent, init: RequestInit = {}): Promise<string> {
  const response = await ask(buyer, parameters, init);
  expect(response.status).toBe(200);
  return response.text();
}

let smsIds = 0n;
/** An SMS as the order's own supplier delivers it. */
async function push(id: string, text: string): Promise<void> {
  smsIds += 1n;
  const from = await one<{ supplierId: number; phone: number }>(
    db,
    sql`select supplier_id as "supplierId", number as phone from activations where id = ${Number(id)}`,
  );
  await receiveSms(db, { ...from, smsId: smsIds, sender: "Telegram", text }, deliverSms);
}

const freshCountries = [
  7, 10, 15, 16, 22, 33, 36, 43, 48, 54, 56, 62, 73, 78, 86, 117, 187, 4, 12, 19, 21, 31, 37, 52,
];
async function givenShop(input: OfferInput = {}): Promise<Offer & { country: number }> {
  const country = freshCountries.pop() as number;
  const offer = await givenOffer(db, {
    countryId: country,
    costKopecks: 1_000,
    priceKopecks: 1_250,
    ...input,
  });
  forgetOffers(db);
  return { ...offer, country };
}

async function buy(buyer: ApiBuyer, country: number): Promise<{ id: string; number: string }> {
  const answer = await say(buyer, { action: "getNumber", service: "tg", country });
  const match = /^ACCESS_NUMBER:(\d+):(\d+)$/.exec(answer);
  expect(match, answer).not.toBeNull();
  return { id: match?.[1] ?? "", number: match?.[2] ?? "" };
}

let buyer: ApiBuyer;
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  buyer = await givenBuyer();
  await givenOffer(db, { countryId: 190, count: 100 });
});

describe("the gate", () => {
  it.each<[string, Sent, string]>([
    ["no key", { action: "getBalance" }, "NO_KEY"],
    ["no key and no action", {}, "NO_KEY"],
    ["an empty key", { api_key: "", action: "getBalance" }, "NO_KEY"],
    ["the word undefined as key", { api_key: "undefined", action: "getBalance" }, "NO_KEY"],
    ["a wrong key", { api_key: "0".repeat(32), action: "getBalance" }, "BAD_KEY"],
    ["a wrong key before a wrong action", { api_key: "0".repeat(32), action: "nonsense" }, "BAD_KEY"],
    ["a key of another form", { api_key: "' or 1=1 --", action: "getBalance" }, "BAD_KEY"],
  ])("a call with %s learns only that", async (_name, parameters, expected) => {
    expect(await say(null, parameters)).toBe(expected);
  });

  it.each(["", "nonsense", "GETBALANCE", "getbalance", "toString", "__proto__", "constructor"])(
    "answers BAD_ACTION to action %j with a right key",
    async (action) => {
      expect(await say(buyer, { action })).toBe("BAD_ACTION");
    },
  );

  it("refuses the key of a suspended user", async () => {
    const gone = await givenBuyer();
    await withTransaction(db, (tx) => suspendUser(tx, gone.userId, true));
    expect(await say(gone, { action: "getBalance" })).toBe("BAD_KEY");
  });

  it("takes the key as a header too, never a cookie", async () => {
    const path = `${handlerPath}?action=getBalance`;
    const withHeaders = async (headers: Record<string, string>) =>
      (await app.request(path, { headers })).text();
    expect(await withHeaders({ authorization: `Bearer ${buyer.key}` })).toBe("ACCESS_BALANCE:1000.00");
    expect(await withHeaders({ "x-api-key": buyer.key })).toBe("ACCESS_BALANCE:1000.00");
    expect(await withHeaders({ cookie: `api_key=${buyer.key}; authToken=${buyer.key}` })).toBe("NO_KEY");
  });

  it("answers text without a newline, never to be kept", async () => {
    const response = await ask(buyer, { action: "getBalance" });
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toBe("ACCESS_BALANCE:1000.00");
  });
});

describe("what real clients send (protocol 1.12)", () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };

  it.each<[string, () => Promise<Response> | Response]>([
    ["GET with a query", () => app.request(`${handlerPath}?api_key=${buyer.key}&action=getBalance`)],
    [
      "POST with a query",
      () => app.request(`${handlerPath}?api_key=${buyer.key}&action=getBalance`, { method: "POST" }),
    ],
    [
      "POST with an empty form",
      () =>
        app.request(`${handlerPath}?api_key=${buyer.key}&action=getBalance`, {
          method: "POST",
          headers: form,
          body: "",
        }),
    ],
    [
      "POST with a form",
      () =>
        app.request(handlerPath, {
          method: "POST",
          headers: form,
          body: `api_key=${buyer.key}&action=getBalance`,
        }),
    ],
    [
      "POST with both",
      () =>
        app.request(`${handlerPath}?action=getStatus`, {
          method: "POST",
          headers: form,
          body: `api_key=${buyer.key}&action=getBalance`,
        }),
    ],
    [
      "blanks around names and values",
      () => app.request(`${handlerPath}?api_key%20=%20${buyer.key}&%20action=getBalance%20`),
    ],
    [
      "members nobody knows",
      () =>
        app.request(`${handlerPath}?api_key=${buyer.key}&action=getBalance&softId=7&ref=x&a[]=1&__proto__=2`),
    ],
    [
      "bytes that are no UTF-8 in a stray member",
      () => app.request(`${handlerPath}?api_key=${buyer.key}&action=getBalance&x=%ff%fe`),
    ],
  ])("a call sent as %s is understood", async (_name, send) => {
    const response = await send();
    expect([response.status, await response.text()]).toEqual([200, "ACCESS_BALANCE:1000.00"]);
  });

  it("treats undefined, null, None, NaN and nothing as absent", async () => {
    const shop = await givenShop();
    const nothing = ["undefined", "null", "None", "NaN", ""];
    for (const value of nothing) {
      const all = {
        action: "getNumber",
        service: "tg",
        country: shop.country,
        operator: value,
        orderId: value,
      };
      const answers = [await say(buyer, { ...all, "country ": shop.country }), await say(buyer, all)];
      // No order id: two orders.
      expect(new Set(answers).size).toBe(2);
      for (const answer of answers) expect(answer).toMatch(/^ACCESS_NUMBER:\d+:\d+$/);
    }
  });

  it("takes id and activationId for the same", async () => {
    const shop = await givenShop();
    const order = await buy(buyer, shop.country);
    for (const action of ["getStatus", "getStatusV2"]) {
      expect(await say(buyer, { action, id: order.id })).toBe("STATUS_WAIT_CODE");
      expect(await say(buyer, { action, activationId: order.id })).toBe("STATUS_WAIT_CODE");
    }
    expect(await say(buyer, { action: "setStatus", activationId: order.id, status: 8 })).toBe(
      "ACCESS_CANCEL",
    );
  });
});

describe("bodies and methods that nothing is done for", () => {
  const buying = (country: number) =>
    `${handlerPath}?${queryOf({ api_key: buyer.key, action: "getNumber", service: "tg", country })}`;
  const held = async () => (await getBalance(db, buyer.userId)).heldKopecks;

  it("a body that cannot be read may hold the cap on the price: BAD_ACTION, nothing bought", async () => {
    const { country } = await givenShop();
    const before = await held();
    const bodies: [string, BodyInit][] = [
      ["application/json", '{"maxPrice":"1"}'],
      ["text/plain", '{"maxPrice":"1"}'],
      ["multipart/form-data; boundary=x", "--x\r\n\r\n--x--"],
      ["application/x-www-form-urlencoded", new Uint8Array([0xff, 0xfe, 0xfd])],
      ["application/x-www-form-urlencoded", `a=${"x".repeat(300_000)}`],
    ];
    for (const [type, body] of bodies) {
      const response = await app.request(buying(country), {
        method: "POST",
        headers: { "content-type": type },
        body,
      });
      expect([response.status, await response.text()]).toEqual([200, "BAD_ACTION"]);
    }
    expect(await held()).toBe(before);
  });

  it("HEAD, foreign pages and guesses of the browser never buy", async () => {
    const { country } = await givenShop();
    const before = await held();
    const head = await app.request(buying(country), { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const guesses: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-purpose": "prefetch" },
      { "sec-purpose": "prefetch;prerender" },
      { purpose: "prefetch" },
      { "x-moz": "prefetch" },
    ];
    for (const headers of guesses) {
      for (const method of ["GET", "POST"]) {
        const response = await app.request(buying(country), { method, headers });
        expect([response.status, await response.text()]).toEqual([200, "NOT_AVAILABLE"]);
      }
    }
    expect(await held()).toBe(before);
    expect(
      await say(buyer, { action: "getBalance" }, { headers: { "sec-fetch-site": "cross-site" } }),
    ).toMatch(/^ACCESS_/);
  });

  it.each(["PUT", "PATCH", "DELETE", "OPTIONS"])("%s is no method of this protocol", async (method) => {
    const { country } = await givenShop();
    const response = await app.request(buying(country), { method });
    expect([response.status, await response.text()]).toEqual([405, "BAD_ACTION"]);
  });
});

describe("getBalance", () => {
  it("has two decimals always and leaves out what is held", async () => {
    expect(await say(await givenBuyer(0), { action: "getBalance" })).toBe("ACCESS_BALANCE:0.00");
    const other = await givenBuyer(1_705);
    expect(await say(other, { action: "getBalance" })).toBe("ACCESS_BALANCE:17.05");
    const shop = await givenShop();
    await buy(other, shop.country);
    expect(await say(other, { action: "getBalance" })).toBe("ACCESS_BALANCE:4.55");
    expect(await say(other, { action: "getBalanceAndCashBack" })).toBe("ACCESS_BALANCE:4.55");
  });
});

describe("getNumber", () => {
  it.each<[Sent, string]>([
    [{}, "BAD_SERVICE"],
    [{ service: "nosuch" }, "BAD_SERVICE"],
    [{ service: "__proto__" }, "BAD_SERVICE"],
    [{ service: "tg", country: "x" }, "BAD_COUNTRY"],
    [{ service: "tg", country: -1 }, "BAD_COUNTRY"],
    [{ service: "tg", country: 99_999 }, "BAD_COUNTRY"],
    [{ service: "tg", country: 0 }, "NO_NUMBERS"],
    [{ service: "tg", country: 222 }, "NO_NUMBERS"],
    [{ service: "tg", country: 203 }, "NO_NUMBERS"],
    [{ service: "tg", country: 203, activationType: 2 }, "NO_NUMBERS"],
    [{ service: "tg", country: 6, operator: "nosuch" }, "BAD_OPERATOR"],
    [{ service: "tg", country: 6, operator: "a;drop table" }, "BAD_OPERATOR"],
    [{ service: "tg", country: 6, operator: "telkomsel,nosuch" }, "BAD_OPERATOR"],
  ])("the parameters %j are answered %s", async (parameters, expected) => {
    expect(await say(buyer, { action: "getNumber", ...parameters })).toBe(expected);
    expect(await say(buyer, { action: "getNumberV2", ...parameters })).toBe(expected);
  });

  it("does not sell services that policy refuses", async () => {
    const bank = await one<{ code: string; id: number }>(
      db,
      sql`select code, id from catalogue_services where category = 'bank' order by id limit 1`,
    );
    const shop = await givenShop({ serviceId: bank.id });
    expect(await say(buyer, { action: "getNumber", service: bank.code, country: shop.country })).toBe(
      "SERVICE_NOT_AVAILABLE",
    );
  });

  it("a kill switch looks like empty shelves, and like nothing in lists", async () => {
    const shop = await givenShop();
    await withTransaction(owner, (tx) =>
      blockSale(tx, {
        countryId: shop.country,
        effect: "deny",
        reasonCode: "KILL_SWITCH",
        reasonText: "test",
        actor: "test",
      }),
    );
    forgetPolicy(db);
    forgetOffers(db);
    expect(await say(buyer, { action: "getNumber", service: "tg", country: shop.country })).toBe(
      "NO_NUMBERS",
    );
    expect(await say(buyer, { action: "getPrices", country: shop.country })).toBe("{}");
  });

  it("takes an omitted country for the default one", async () => {
    const offer = await givenOffer(db, { countryId: 95, count: 1 });
    const answer = await say(buyer, { action: "getNumber", service: "tg" });
    expect(answer).toMatch(new RegExp(`^ACCESS_NUMBER:\\d+:${offer.numbers[0]}$`));
    expect(await say(buyer, { action: "getNumber", service: "tg", country: "undefined" })).toBe("NO_NUMBERS");
  });

  it("sells what is for the API only", async () => {
    const shop = await givenShop({ apiOnly: true });
    await buy(buyer, shop.country);
  });

  it("answers NO_BALANCE without money and NO_NUMBERS without stock", async () => {
    const shop = await givenShop({ count: 1 });
    const poor = await givenBuyer(1_249);
    expect(await say(poor, { action: "getNumber", service: "tg", country: shop.country })).toBe("NO_BALANCE");
    await buy(buyer, shop.country);
    expect(await say(buyer, { action: "getNumber", service: "tg", country: shop.country })).toBe(
      "NO_NUMBERS",
    );
    expect(await say(poor, { action: "getBalance" })).toBe("ACCESS_BALANCE:12.49");
  });

  it.each<[Sent, string]>([
    // decimal roubles
    [{ maxPrice: "12.50" }, "ACCESS_NUMBER"],
    [{ maxPrice: "12.5" }, "ACCESS_NUMBER"],
    [{ maxPrice: "12.500000000000002" }, "ACCESS_NUMBER"],
    [{ maxPrice: "12.499999999999998" }, "ACCESS_NUMBER"],
    [{ maxPrice: "13" }, "ACCESS_NUMBER"],
    [{ maxPrice: "12.49" }, "WRONG_MAX_PRICE:12.50"],
    [{ maxPrice: "12" }, "WRONG_MAX_PRICE:12.50"],
    [{ maxPrice: "1250", from: "front" }, "ACCESS_NUMBER"],
    // whole hundredths of the site
    [{ maxPrice: "1249", from: "front" }, "WRONG_MAX_PRICE:12.50"],
    [{ maxPrice: "12.50", from: "front" }, "WRONG_MAX_PRICE:12.50"],
    [{ maxPrice: "1249.9999999999998", from: "front" }, "ACCESS_NUMBER"],
    [{ maxPrice: "0" }, "WRONG_MAX_PRICE:12.50"],
    [{ maxPrice: "-20" }, "WRONG_MAX_PRICE:12.50"],
    [{ maxPrice: "20,0" }, "WRONG_MAX_PRICE:12.50"],
    [{ maxPrice: "1e309" }, "WRONG_MAX_PRICE:12.50"],
    [{ maxPrice: "0xff" }, "WRONG_MAX_PRICE:12.50"],
    [{ maxPrice: "Infinity" }, "WRONG_MAX_PRICE:12.50"],
    [{ maxPrice: "NaN" }, "WRONG_MAX_PRICE:12.50"],
    [{ maxPrice: "9".repeat(5_000) }, "WRONG_MAX_PRICE:12.50"],
    // no limit
    [{ maxPrice: "" }, "ACCESS_NUMBER"],
    [{ maxPrice: "undefined" }, "ACCESS_NUMBER"],
    [{ from: "front" }, "ACCESS_NUMBER"],
  ])("with %j at a price of 12.50 answers %s", async (parameters, expected) => {
    const countryId = 151;
    await givenOffer(db, { countryId, count: 1, priceKopecks: 1_250 });
    const rich = await givenBuyer();
    const answer = await say(rich, { action: "getNumber", service: "tg", country: countryId, ...parameters });
    expect(answer.startsWith("ACCESS_NUMBER:") ? "ACCESS_NUMBER" : answer).toBe(expected);
    expect((await getBalance(db, rich.userId)).heldKopecks).toBe(expected === "ACCESS_NUMBER" ? 1_250 : 0);
  });

  it("gives a number of the operators asked for, never silently another", async () => {
    const countryId = 6;
    const [first, second, third] = ["telkomsel", "indosat", "axis"];
    await givenOffer(db, { countryId, operator: first, count: 1, priceKopecks: 1_000 });
    const wanted = await givenOffer(db, { countryId, operator: second, count: 2, priceKopecks: 2_000 });
    const get = (operator: string, orderId?: string) =>
      say(buyer, {
        action: "getNumber",
        service: "tg",
        country: countryId,
        operator,
        ...(orderId ? { orderId } : {}),
      });
    expect(await get(third)).toBe("NO_NUMBERS");
    const answer = await get(`${third},${second}`, "csv-order");
    expect(wanted.numbers.map(String)).toContain(answer.split(":")[2]);
    expect(await get(`${second}, ${third}`, "csv-order"), "the same order in another spelling").toBe(answer);
    expect(wanted.numbers.map(String)).toContain((await get(second)).split(":")[2]);
    expect(await get(second)).toBe("NO_NUMBERS");
    expect(await get(`any,${third}`)).toMatch(/^ACCESS_NUMBER/);
  });

  it("answers the same order again for the same orderId, and another account's orderId is another's", async () => {
    const shop = await givenShop();
    const order = { action: "getNumber", service: "tg", country: shop.country, orderId: "shop-1" };
    const first = await say(buyer, order);
    expect(first).toMatch(/^ACCESS_NUMBER/);
    expect(await say(buyer, order)).toBe(first);
    expect(await say(buyer, { ...order, service: "wa" })).toBe("ORDER_ALREADY_EXISTS");
    expect(await say(await givenBuyer(), order)).not.toBe(first);
    for (const orderId of ["заказ 5", "x".repeat(3_000), "a\u0000b", "' or 1=1 --"]) {
      const odd = await say(buyer, { ...order, orderId });
      expect(odd).toMatch(/^ACCESS_NUMBER/);
      expect(await say(buyer, { ...order, orderId })).toBe(odd);
    }
  });

  it("makes one activation out of 100 parallel calls with one orderId", async () => {
    const shop = await givenShop({ count: 120 });
    const own = await givenBuyer();
    const order = { action: "getNumber", service: "tg", country: shop.country, orderId: "race" };
    const answers = await Promise.all(Array.from({ length: 100 }, () => say(own, order)));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^ACCESS_NUMBER/);
    const v2 = { ...order, action: "getNumberV2", orderId: "race-v2" };
    const second = await Promise.all(Array.from({ length: 100 }, () => say(own, v2)));
    expect(second.filter((answer) => answer.startsWith("{"))).toHaveLength(1);
    expect(second.filter((answer) => answer === "ORDER_ALREADY_EXISTS")).toHaveLength(99);
    expect((await getBalance(db, own.userId)).heldKopecks).toBe(2_500);
    const made = await one(db, sql`select count(*)::int as n from activations where user_id = ${own.userId}`);
    expect(made).toEqual({ n: 2 });
  });
});

describe("getNumberV2", () => {
  it("answers with the types that clients in use parse, and as the old reference has it on request", async () => {
    const shop = await givenShop();
    const response = await ask(buyer, { action: "getNumberV2", service: "tg", country: shop.country });
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const text = await response.text();
    expect(text).toMatch(
      new RegExp(
        String.raw`^\{"activationId":"\d+","phoneNumber":"\d+","activationCost":"12\.50","currency":643,"countryCode":"${shop.country}",` +
          String.raw`"canGetAnotherSms":(?:true|false),"activationTime":"20\d\d-\d\d-\d\d \d\d:\d\d:\d\d","activationOperator":"any",` +
          String.raw`"activationEndTime":"20\d\d-\d\d-\d\d \d\d:\d\d:\d\d","countryPhoneCode":"\d+"\}$`,
      ),
    );
    const { activationTime } = JSON.parse(text) as { activationTime: string };
    // The tests' zone is not UTC, the protocol's is.
    expect(Math.abs(Date.parse(`${activationTime.replace(" ", "T")}Z`) - Date.now())).toBeLessThan(60_000);
    const input = { action: "getNumberV2", service: "tg", country: shop.country, types: "classic" };
    const classic = JSON.parse(await say(buyer, input)) as Record<string, unknown>;
    expect(classic).toMatchObject({
      activationId: expect.any(Number),
      phoneNumber: expect.any(String),
      activationCost: 12.5,
      countryCode: String(shop.country),
      canGetAnotherSms: expect.stringMatching(/^[01]$/),
    });
  });
});

type Stage = "waiting" | "received" | "retry" | "completed" | "cancelled" | "expired" | "banned";

/** An order brought to a state the way life brings it there. */
async function givenOrder(stage: Stage): Promise<{ id: string }> {
  const { id } = await buy(buyer, 190);
  if (stage === "received" || stage === "retry" || stage === "completed")
    await push(id, "Telegram code 04711");
  if (stage === "retry")
    expect(await say(buyer, { action: "setStatus", id, status: 3 })).toBe("ACCESS_RETRY_GET");
  if (stage === "completed")
    expect(await say(buyer, { action: "setStatus", id, status: 6 })).toBe("ACCESS_ACTIVATION");
  if (stage === "cancelled")
    expect(await say(buyer, { action: "setStatus", id, status: 8 })).toBe("ACCESS_CANCEL");
  if (stage === "banned") await reportActivation(db, buyer.userId, Number(id));
  if (stage === "expired") await expireActivation(db, { id: Number(id), state: "waiting" });
  return { id };
}

describe("setStatus", () => {
  it.each<[Stage, number, string, string]>([
    ["waiting", 1, "ACCESS_READY", "STATUS_WAIT_CODE"],
    ["waiting", 3, "BAD_STATUS", "STATUS_WAIT_CODE"],
    ["waiting", 6, "BAD_STATUS", "STATUS_WAIT_CODE"],
    ["waiting", 8, "ACCESS_CANCEL", "STATUS_CANCEL"],
    ["waiting", -1, "ACCESS_CANCEL", "STATUS_CANCEL"],
    ["waiting", 2, "BAD_STATUS", "STATUS_WAIT_CODE"],
    ["received", 1, "ACCESS_READY", "STATUS_OK:04711"],
    ["received", 3, "ACCESS_RETRY_GET", "STATUS_WAIT_RETRY:04711"],
    ["received", 6, "ACCESS_ACTIVATION", "STATUS_OK:04711"],
    ["received", 8, "BAD_STATUS", "STATUS_OK:04711"],
    ["received", -1, "BAD_STATUS", "STATUS_OK:04711"],
    ["retry", 1, "ACCESS_READY", "STATUS_WAIT_RETRY:04711"],
    ["retry", 3, "ACCESS_RETRY_GET", "STATUS_WAIT_RETRY:04711"],
    ["retry", 6, "ACCESS_ACTIVATION", "STATUS_OK:04711"],
    ["retry", 8, "BAD_STATUS", "STATUS_WAIT_RETRY:04711"],
    ["completed", 1, "BAD_STATUS", "STATUS_OK:04711"],
    ["completed", 3, "BAD_STATUS", "STATUS_OK:04711"],
    ["completed", 6, "ACCESS_ACTIVATION", "STATUS_OK:04711"],
    ["completed", 8, "BAD_STATUS", "STATUS_OK:04711"],
    ["cancelled", 1, "BAD_STATUS", "STATUS_CANCEL"],
    ["cancelled", 3, "BAD_STATUS", "STATUS_CANCEL"],
    ["cancelled", 6, "BAD_STATUS", "STATUS_CANCEL"],
    ["cancelled", 8, "ACCESS_CANCEL", "STATUS_CANCEL"],
    ["expired", 6, "BAD_STATUS", "STATUS_CANCEL"],
    ["expired", 8, "ACCESS_CANCEL", "STATUS_CANCEL"],
    ["banned", 6, "BAD_STATUS", "STATUS_CANCEL"],
    ["banned", 8, "ACCESS_CANCEL", "STATUS_CANCEL"],
  ])("%s, command %s: %s, then %s; said twice it answers the same", async (stage, status, expected, then) => {
    const { id } = await givenOrder(stage);
    expect(await say(buyer, { action: "setStatus", id, status })).toBe(expected);
    expect(await say(buyer, { action: "setStatus", id, status })).toBe(expected);
    expect(await say(buyer, { action: "getStatus", id })).toBe(then);
  });

  it.each<[Sent, string]>([
    [{ status: 8 }, "WRONG_ACTIVATION_ID"],
    [{ id: "abc", status: 8 }, "WRONG_ACTIVATION_ID"],
    [{ id: "1.5", status: 8 }, "WRONG_ACTIVATION_ID"],
    [{ id: "-5", status: 8 }, "WRONG_ACTIVATION_ID"],
    [{ id: "9".repeat(30), status: 8 }, "WRONG_ACTIVATION_ID"],
    [{ id: 1, status: 8 }, "NO_ACTIVATION"],
    [{ id: 1, status: 6 }, "NO_ACTIVATION"],
    [{ id: 1, status: 3 }, "NO_ACTIVATION"],
    [{ id: 1, status: 1 }, "NO_ACTIVATION"],
    [{ id: 1 }, "BAD_STATUS"],
    [{ id: 1, status: "toString" }, "BAD_STATUS"],
  ])("the parameters %j are answered %s", async (parameters, expected) => {
    expect(await say(buyer, { action: "setStatus", ...parameters })).toBe(expected);
  });

  it("an order of somebody else does not exist", async () => {
    const { id } = await givenOrder("received");
    const stranger = await givenBuyer();
    for (const status of [1, 3, 6, 8, -1]) {
      expect(await say(stranger, { action: "setStatus", id, status })).toBe("NO_ACTIVATION");
    }
    expect(await say(stranger, { action: "getStatus", id })).toBe("NO_ACTIVATION");
    expect(await say(stranger, { action: "getStatusV2", id })).toBe("NO_ACTIVATION");
    expect(await say(buyer, { action: "getStatus", id })).toBe("STATUS_OK:04711");
  });

  it("gives the whole price back once, however often 8 is said at once", async () => {
    const own = await givenBuyer(2_000);
    const shop = await givenShop();
    const { id } = await buy(own, shop.country);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => say(own, { action: "setStatus", id, status: 8 })),
    );
    expect(new Set(answers)).toEqual(new Set(["ACCESS_CANCEL"]));
    expect(await say(own, { action: "getBalance" })).toBe("ACCESS_BALANCE:20.00");
  });
});

describe("getStatus", () => {
  it.each([{}, { id: "abc" }, { id: 1 }, { id: "0" }, { id: "NaN" }])(
    "the parameters %j are answered NO_ACTIVATION",
    async (parameters) => {
      expect(await say(buyer, { action: "getStatus", ...parameters } as Sent)).toBe("NO_ACTIVATION");
      expect(await say(buyer, { action: "getStatusV2", ...parameters } as Sent)).toBe("NO_ACTIVATION");
    },
  );

  it("answers the newest code after one more was asked for", async () => {
    const { id } = await givenOrder("retry");
    await push(id, "Telegram code 99001");
    expect(await say(buyer, { action: "getStatus", id })).toBe("STATUS_OK:99001");
  });

  it("keeps a text without a code on one line", async () => {
    const { id } = await buy(buyer, 190);
    await push(id, "Hello\r\nfrom\u0000 Telegram");
    expect(await say(buyer, { action: "getStatus", id })).toBe("STATUS_OK:Hello from Telegram");
  });

  it.each<[Stage, string | RegExp]>([
    ["waiting", "STATUS_WAIT_CODE"],
    [
      "received",
      /^\{"verificationType":0,"sms":\{"dateTime":"20\d\d-\d\d-\d\d \d\d:\d\d:\d\d","code":"04711","text":"Telegram code 04711"\},"call":null\}$/,
    ],
    ["retry", "STATUS_WAIT_RETRY:04711"],
    ["completed", /^\{"verificationType":0,"sms":\{/],
    ["cancelled", "STATUS_CANCEL"],
    ["expired", "STATUS_CANCEL"],
    ["banned", "STATUS_CANCEL"],
  ])("getStatusV2 of a %s order has its documented form", async (stage, expected) => {
    const { id } = await givenOrder(stage);
    expect(await say(buyer, { action: "getStatusV2", id })).toEqual(
      typeof expected === "string" ? expected : expect.stringMatching(expected),
    );
  });
});

describe("getActiveActivations", () => {
  it("lists open orders newest first with the protocol's types, pages them, and says NO_ACTIVATIONS", async () => {
    const own = await givenBuyer();
    expect(await say(own, { action: "getActiveActivations" })).toBe("NO_ACTIVATIONS");
    const shop = await givenShop();
    const first = await buy(own, shop.country);
    const second = await buy(own, shop.country);
    await push(first.id, "Telegram code 12345");
    const list = JSON.parse(await say(own, { action: "getActiveActivations" }));
    expect(list).toMatchObject({
      status: "success",
      activeActivations: [
        { activationId: second.id, activationStatus: "4", smsCode: null, smsText: null },
        {
          activationId: first.id,
          serviceCode: "tg",
          phoneNumber: first.number,
          activationCost: 12.5,
          activationStatus: "2",
          smsCode: ["12345"],
          smsText: "Telegram code 12345",
          discount: "0.00",
          repeated: "0",
          countryCode: String(shop.country),
          currency: 643,
        },
      ],
    });
    const page = JSON.parse(await say(own, { action: "getActiveActivations", start: 1, limit: 1 }));
    expect(page.activeActivations).toHaveLength(1);
    expect(page.activeActivations[0].activationId).toBe(first.id);
    expect(await say(own, { action: "getActiveActivations", start: 5 })).toBe("NO_ACTIVATIONS");
  });
});

describe("lists", () => {
  it("getPrices answers country, service, cost, count and physicalCount by the caller's tier", async () => {
    const shop = await givenShop({ priceKopecks: 1_250, wholesaleKopecks: 1_100, count: 3 });
    const priceOf = async (own: ApiBuyer, parameters: Sent) =>
      say(own, { action: "getPrices", ...parameters });
    const filter = { service: "tg", country: shop.country };
    const text = (cost: number) => `{"${shop.country}":{"tg":{"cost":${cost},"count":3,"physicalCount":3}}}`;
    expect(await priceOf(buyer, filter)).toBe(text(12.5));
    const wholesale = await givenBuyer();
    await grantWholesale(db, wholesale.userId);
    expect(await priceOf(wholesale, filter)).toBe(text(11));
    const friend = await givenBuyer();
    await agreePersonalPrice(db, {
      userId: friend.userId,
      serviceId: 52,
      countryId: shop.country,
      priceKopecks: kopecks(999),
    });
    expect(await priceOf(friend, filter)).toBe(text(9.99));
    for (const [own, cost] of [
      [wholesale, 11],
      [friend, 9.99],
    ] as const) {
      const all = JSON.parse(await priceOf(own, {}));
      expect(all[shop.country].tg).toEqual({ cost, count: 3, physicalCount: 3 });
      expect(await say(own, { action: "getNumber", ...filter, maxPrice: cost })).toMatch(/^ACCESS_NUMBER/);
    }
    expect(await priceOf(buyer, { service: "wa", country: shop.country })).toBe("{}");
    expect(await priceOf(buyer, { country: 0 })).toBe("{}");
    expect(await priceOf(buyer, { service: "nosuch" })).toBe("BAD_SERVICE");
    expect(await priceOf(buyer, { country: "x" })).toBe("BAD_COUNTRY");
    expect(await priceOf(buyer, { country: 99_999 })).toBe("BAD_COUNTRY");
  });

  it("getPrices of everything is kept: the same bytes to everybody of a tier, 304 to who has them", async () => {
    const first = await ask(buyer, { action: "getPrices" });
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    expect(first.headers.get("access-control-allow-origin")).toBeNull();
    const again = await ask(buyer, { action: "getPrices" }, { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  it("a list goes out packed to who takes that, with a mark of its own", async () => {
    const plain = await (await ask(buyer, { action: "getCountries" })).text();
    const headers = { "accept-encoding": "gzip, deflate" };
    const response = await ask(buyer, { action: "getCountries" }, { headers });
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(response.headers.get("vary")).toBe("Accept-Encoding");
    expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(plain);
    const etag = response.headers.get("etag") ?? "";
    const again = await ask(
      buyer,
      { action: "getCountries" },
      { headers: { ...headers, "if-none-match": etag } },
    );
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
  });

  it("getCountries needs no key, is keyed by id, leaves Russia out, and may be kept by anybody", async () => {
    const response = await ask(null, { action: "getCountries" });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const countries = (await response.json()) as Record<string, { id: number }>;
    expect(countries["6"]).toEqual({
      id: 6,
      rus: "Индонезия",
      eng: "Indonesia",
      chn: "印度尼西亚",
      visible: 1,
      retry: 1,
      rent: 0,
      multiService: expect.any(Number),
    });
    expect(Object.entries(countries).every(([key, { id }]) => key === String(id))).toBe(true);
    expect(countries["0"]).toBeUndefined();
    expect(countries["222"]).toBeUndefined();
    const etag = response.headers.get("etag") ?? "";
    const again = await ask(null, { action: "getCountries" }, { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    expect((await ask({ ...buyer, key: "wrong" }, { action: "getCountries" })).status).toBe(200);
  });

  it("getServicesList answers names in the language asked for, and those with a price in a country", async () => {
    const shop = await givenShop();
    expect(await say(buyer, { action: "getServicesList", country: shop.country })).toBe(
      '{"status":"success","services":[{"code":"tg","name":"Telegram"}]}',
    );
    const all = JSON.parse(await say(buyer, { action: "getServicesList", lang: "ru" }));
    expect(all.services.length).toBeGreaterThan(200);
    expect(all.services[0]).toEqual({ code: expect.any(String), name: expect.any(String) });
    expect(await say(buyer, { action: "getServicesList", country: "x" })).toBe("BAD_COUNTRY");
    expect(await say(buyer, { action: "getServicesList", lang: "klingon" })).toBe(
      await say(buyer, { action: "getServicesList" }),
    );
  });

  it("getOperators answers tokens by country", async () => {
    const one6 = JSON.parse(await say(buyer, { action: "getOperators", country: 6 }));
    expect(Object.keys(one6.countryOperators)).toEqual(["6"]);
    expect(one6.countryOperators["6"]).toContain("telkomsel");
    const all = JSON.parse(await say(buyer, { action: "getOperators" }));
    expect(Object.keys(all.countryOperators).length).toBeGreaterThan(10);
    for (const country of ["0", "222", "99999", "x"]) {
      expect(await say(buyer, { action: "getOperators", country })).toBe("OPERATORS_NOT_FOUND");
    }
  });

  it("getNumbersStatus answers plain codes with numbers, by operator too", async () => {
    const countryId = 6;
    const operator = "smartfren";
    await givenOffer(db, { countryId, operator, count: 4, serviceId: 52 });
    forgetOffers(db);
    const status = JSON.parse(await say(buyer, { action: "getNumbersStatus", country: countryId, operator }));
    expect(status.tg).toBe(4);
    expect(Object.keys(status).every((code) => /^[a-z0-9]+$/.test(code))).toBe(true);
    const any = JSON.parse(await say(buyer, { action: "getNumbersStatus", country: countryId }));
    expect(any.tg).toBeGreaterThanOrEqual(4);
    expect(await say(buyer, { action: "getNumbersStatus", country: countryId, operator: "nosuch" })).toBe(
      "BAD_OPERATOR",
    );
    const old = JSON.parse(
      await say(buyer, { action: "getNumbersStatus", country: countryId, types: "classic" }),
    );
    expect(old).toEqual(
      Object.fromEntries(Object.entries(any).map(([code, count]) => [`${code}_0`, String(count)])),
    );
    expect(await say(buyer, { action: "getNumbersStatus", country: "x" })).toBe("BAD_COUNTRY");
    const russia = JSON.parse(await say(buyer, { action: "getNumbersStatus", country: 0 }));
    expect(Object.values(russia).every((count) => count === 0)).toBe(true);
  });
});

describe("faults", () => {
  it("says ERROR_SQL with status 200 while the database is away, and no more than that", async () => {
    const gone = new URL(url);
    gone.port = "9";
    const away = createDb(gone.toString(), { max: 1 });
    const awayApp = appOn(away);
    for (const action of ["getBalance", "getNumber", "getPrices", "getCountries"]) {
      const response = await awayApp.request(`${handlerPath}?action=${action}&api_key=${buyer.key}`);
      expect([response.status, await response.text()]).toEqual([200, "ERROR_SQL"]);
    }
    await away.close();
  });
});
