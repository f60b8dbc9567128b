import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import type { Sent } from "#features/handler-api/handler-api.factory.ts";
import {
  ask,
  buy,
  buyer,
  db,
  givenBuyer,
  givenShop,
  owner,
  say,
} from "#features/handler-api/handler-api-routes.factory.ts";
import { forgetOffers } from "#features/handler-api/lists/lists.routes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { blockSale } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

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

  it("an orderId and a key of the JSON API that is written like it name one order, which is paid once", async () => {
    const { country } = await givenShop();
    const own = await givenBuyer();
    const wish = { userId: own.userId, countryId: country, channel: "api" } as const;
    await buyActivation(db, purchase({ ...wish, idempotencyKey: "order:shop-2" }));
    const order = { action: "getNumber", service: "wa", country, orderId: "shop-2" };
    expect(await say(own, order)).toBe("ORDER_ALREADY_EXISTS");
    expect((await getBalance(db, own.userId)).heldKopecks).toBe(1_250);
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
          String.raw`"activationEndTime":"20\d\d-\d\d-\d\d \d\d:\d\d:\d\d","countryPhoneCode":"\d+","status":"success"\}$`,
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
