import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { handlerApiOn, type Sent } from "#features/handler-api/handler-api.factory.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClockToNoon } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 24 });
const { say, push } = handlerApiOn(db);

let buyer: ApiBuyer;
beforeAll(async () => {
  // A key's day (UTC) may not end between what it spends and what it is refused.
  await moveClockToNoon(owner);
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  buyer = await givenApiBuyer(db, 1_000_000);
});

/** Countries with the dial code 62 are one; each test takes a service of its own. */
const codes = ["wa", "vi", "ig", "fb", "ds", "lf", "tw", "am", "go"];
async function givenService(): Promise<{ service: string; serviceId: number }> {
  const service = codes.pop() as string;
  const [found] = await rows<{ id: number }>(
    db,
    sql`select id from catalogue_services where code = ${service}`,
  );
  return { service, serviceId: found?.id as number };
}
const get = (service: string, wishes: Sent, own = buyer) =>
  say(own, { action: "getNumber", country: 6, service, ...wishes });
const digits = (answer: string) => Number(answer.split(":")[2]);

describe("wishes about own stock", () => {
  it("minPrice passes cheaper offers over, fixedPrice takes one price only", async () => {
    const { service, serviceId } = await givenService();
    const cheap = await givenOffer(db, { serviceId, count: 5, costKopecks: 500, priceKopecks: 1_000 });
    const dear = await givenOffer(db, { serviceId, count: 3, costKopecks: 500, priceKopecks: 1_500 });
    expect(dear.numbers).toContain(digits(await get(service, { minPrice: "10.01" })));
    expect(dear.numbers).toContain(digits(await get(service, { maxPrice: 15, fixedPrice: "true" })));
    expect(cheap.numbers).toContain(digits(await get(service, { maxPrice: 10, fixedPrice: "true" })));
    expect(cheap.numbers).toContain(digits(await get(service, { minPrice: 10 })));
    expect(await get(service, { maxPrice: 12, fixedPrice: "true" })).toBe("WRONG_MAX_PRICE:15.00");
    expect(await get(service, { minPrice: 16 })).toBe("NO_NUMBERS");
    expect(await get(service, { minPrice: "x" })).toBe("NO_NUMBERS");
    const poor = await givenApiBuyer(db, 1_499);
    expect(await get(service, { minPrice: 11 }, poor)).toBe("NO_BALANCE");
    expect((await getBalance(db, poor.userId)).heldKopecks).toBe(0);
  });

  it("providerIds and exceptProviderIds are kept to", async () => {
    const { service, serviceId } = await givenService();
    const one = await givenOffer(db, { serviceId, count: 1, costKopecks: 500, priceKopecks: 1_000 });
    const two = await givenOffer(db, { serviceId, count: 2, costKopecks: 500, priceKopecks: 1_500 });
    expect(two.numbers).toContain(digits(await get(service, { providerIds: two.supplierId })));
    expect(two.numbers).toContain(digits(await get(service, { exceptProviderIds: one.supplierId })));
    expect(await get(service, { exceptProviderIds: one.supplierId })).toBe("NO_NUMBERS");
    expect(await get(service, { providerIds: `${two.supplierId},999999` })).toBe("NO_NUMBERS");
    expect(await get(service, { providerIds: "any" })).toBe("NO_NUMBERS");
    expect(one.numbers).toContain(digits(await get(service, { providerIds: one.supplierId })));
  });

  it("phoneException never gives an excluded number, not even the last one", async () => {
    const { service, serviceId } = await givenService();
    const offer = await givenOffer(db, { serviceId, count: 2 });
    const [first, last] = offer.numbers as [number, number];
    const prefix = String(first).slice(0, 5);
    expect(await get(service, { phoneException: prefix })).toBe("NO_NUMBERS");
    const others = new Set([
      digits(await get(service, { phoneException: "62999" })),
      digits(await get(service, { phoneException: "62999,62998" })),
    ]);
    expect(others).toEqual(new Set([first, last]));
    expect(await get(service, { phoneException: "62999" })).toBe("NO_NUMBERS");
    for (const list of ["62", "7913", "abc", "62811,"]) {
      expect(await get(service, { phoneException: list })).toBe("WRONG_EXCEPTION_PHONE");
    }
  });

  it("the same orderId with the same wishes is the same order, with others it is refused", async () => {
    const { service, serviceId } = await givenService();
    const offer = await givenOffer(db, { serviceId, count: 5 });
    const input = { orderId: "w-1", providerIds: offer.supplierId };
    const answers = await Promise.all(Array.from({ length: 12 }, () => get(service, input)));
    expect(new Set(answers).size).toBe(1);
    expect(offer.numbers).toContain(digits(answers[0] as string));
    expect(await get(service, { orderId: "w-1" })).toBe("ORDER_ALREADY_EXISTS");
    expect(await get(service, { ...input, minPrice: 1 })).toBe("ORDER_ALREADY_EXISTS");
  });

  it("a key's daily limit holds for orders with wishes too", async () => {
    const { serviceId } = await givenService();
    const offer = await givenOffer(db, { serviceId, count: 5, priceKopecks: 1_000, costKopecks: 500 });
    const own = await givenApiBuyer(db, 100_000);
    const [row] = await rows<{ id: number }>(
      db,
      sql`select id from identity_api_keys where user_id = ${own.userId}`,
    );
    const key = {
      keyId: row?.id as number,
      scopes: ["buy"],
      dailyLimitKopecks: 2_500,
      priceCapKopecks: null,
      serviceIds: null,
      countryIds: null,
      maxPrices: {},
    } as never;
    const choices = {
      minPriceKopecks: kopecks(1),
      supplierIds: [offer.supplierId],
      exceptSupplierIds: [],
      exceptPrefixes: [],
    };
    const buyOne = (at: number) =>
      buyActivation(
        db,
        purchase({
          userId: own.userId,
          serviceId,
          channel: "api",
          key,
          idempotencyKey: `limit-${at}`,
          choices,
        }),
      ).then(
        () => "bought",
        (error: { code: string }) => error.code,
      );
    const ends = await Promise.all([1, 2, 3, 4].map(buyOne));
    expect(ends.sort()).toEqual(["KEY_SPENT", "KEY_SPENT", "bought", "bought"]);
  });

  it("parameters of other houses change nothing", async () => {
    const { service, serviceId } = await givenService();
    await givenOffer(db, { serviceId, count: 1 });
    const tolerated = { ref: 5, ref_id: 5, softId: 7, userId: "u-1", userID: 3, forward: 0, forwards: 1 };
    expect(await get(service, { ...tolerated, useCashBack: "true", verification: 1 })).toMatch(
      /^ACCESS_NUMBER:/,
    );
    const stored = await rows(
      db,
      sql`select c.activation_id from activations_choices c
      join activations a on a.id = c.activation_id where a.service_id = ${serviceId}`,
    );
    expect(stored).toEqual([]);
  });
});

describe("wishes about partners' numbers", () => {
  type Asked = { action: string; exceptionPhoneSet?: string[]; activationId?: number; status?: number };
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const call = JSON.parse(text) as Asked;
    asked.push(call);
    const body =
      call.action === "GET_NUMBER"
        ? { status: "SUCCESS", number: 6_281_355_000_000 + asked.length, activationId: 900 + asked.length }
        : { status: "SUCCESS" };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it("an excluded number goes back to its partner, and the next supplier that was asked for is tried", async () => {
    const { service, serviceId } = await givenService();
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const agent = await givenOffer(db, {
      kind: "agent",
      baseUrl,
      serviceId,
      costKopecks: 500,
      priceKopecks: 1_000,
    });
    const passed = await givenOffer(db, { serviceId, count: 1, costKopecks: 500, priceKopecks: 1_100 });
    const own = await givenOffer(db, { serviceId, count: 1, costKopecks: 500, priceKopecks: 1_200 });
    const wishes = { phoneException: "62813", exceptProviderIds: passed.supplierId, maxPrice: 12 };
    expect(own.numbers).toContain(digits(await get(service, wishes)));
    expect(asked[0]).toMatchObject({ action: "GET_NUMBER", exceptionPhoneSet: ["62813"] });
    const given = await rows<{ outcome: number }>(
      db,
      sql`select outcome from supply_finishes where supplier_id = ${agent.supplierId}`,
    );
    expect(given).toEqual([{ outcome: 4 }]);
    const before = (await getBalance(db, buyer.userId)).heldKopecks;
    expect(await get(service, wishes)).toBe("NO_NUMBERS");
    expect((await getBalance(db, buyer.userId)).heldKopecks).toBe(before);
  });

  it("cannot be had again, nor for another service", async () => {
    const { service, serviceId } = await givenService();
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await givenOffer(db, { kind: "agent", baseUrl, serviceId, costKopecks: 500, priceKopecks: 1_000 });
    const [, id = ""] = (await get(service, {})).split(":");
    expect(await say(buyer, { action: "getAdditionalService", id, service: "tg" })).toBe("WRONG_SECURITY");
    await push(id, "code 12345", "Svc");
    expect(await say(buyer, { action: "finishActivation", id })).toBe("ACCESS_ACTIVATION");
    for (const action of ["getExtraActivation", "checkExtraActivation"]) {
      expect(await say(buyer, { action, id })).toBe("RENEW_ACTIVATION_NOT_AVAILABLE");
    }
  });
});
