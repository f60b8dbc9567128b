import { Hono } from "hono";
import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { deliverSms } from "#features/activations/activations.writes.ts";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { handlerPath } from "#features/handler-api/handler-api.contract.ts";
import { mountHandlerApi } from "#features/handler-api/handler-api.routes.ts";
import { findUserByApiKey } from "#features/identity/api-keys/api-keys.reads.ts";
import { keyLimits } from "#features/identity/api-keys/api-keys.rules.ts";
import { createKey, rotateKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { keyInput } from "#features/identity/api-keys/keys.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { type ApiEnv, requestFacts } from "#lib/api/mount.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const app = new Hono<ApiEnv>();
app.use(async (context, next) => {
  requestFacts(context);
  await next();
});
mountHandlerApi(app, { db });

let offer: Offer;
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  offer = await givenOffer(db, { countryId: 6, count: 20, costKopecks: 500, priceKopecks: 1_000 });
});

async function say(key: string, action: string, sent: Record<string, string | number> = {}): Promise<string> {
  const all = Object.entries({ api_key: key, action, service: "tg", country: 6, ...sent });
  const query = new URLSearchParams(all.map(([name, value]) => [name, String(value)]));
  return (await app.request(`${handlerPath}?${query}`)).text();
}

const givenKey = (buyer: ApiBuyer, kind: "live" | "sandbox", more: Parameters<typeof keyInput>[0] = {}) =>
  withTransaction(db, (tx) => createKey(tx, buyer.userId, kind, keyInput(more)));

describe("a highest price that a key has set", () => {
  it("binds the purchases of that key that name none, until it is taken away", async () => {
    const buyer = await givenApiBuyer(db, 100_000);
    const other = await givenKey(buyer, "live");
    await say(buyer.key, "setMaxPrice", { maxPrice: "9.99" });
    expect(await say(buyer.key, "getNumber")).toBe("WRONG_MAX_PRICE:10.00");
    expect(await say(buyer.key, "getNumberV2", { country: "any" })).toBe("WRONG_MAX_PRICE:10.00");
    expect(await say(buyer.key, "getNumber", { maxPrice: 10 })).toMatch(/^ACCESS_NUMBER:/);
    expect(await say(other.key, "getNumber")).toMatch(/^ACCESS_NUMBER:/);
    expect(await say(buyer.key, "setMaxPrice", { maxPrice: "cheap" })).toBe("WRONG_MAX_PRICE:0.01");
    expect(await say(buyer.key, "getNumber")).toBe("WRONG_MAX_PRICE:10.00");
    await say(buyer.key, "setMaxPrice", { maxPrice: 0 });
    expect(await say(buyer.key, "getNumber")).toMatch(/^ACCESS_NUMBER:/);
  });

  it("binds the purchase of a number had before, and of another service on one in hand", async () => {
    const buyer = await givenApiBuyer(db, 100_000);
    const [, id = "", number = ""] = (await say(buyer.key, "getNumber")).split(":");
    const sms = {
      supplierId: offer.supplierId,
      phone: Number(number),
      smsId: 1n,
      sender: "Telegram",
      text: "Code 04711",
    };
    await receiveSms(db, sms, deliverSms);
    expect(await say(buyer.key, "setStatus", { id, status: 6 })).toBe("ACCESS_ACTIVATION");
    await say(buyer.key, "setMaxPrice", { maxPrice: "9.99" });
    expect(await say(buyer.key, "getExtraActivation", { id })).toBe("NO_BALANCE");
    await say(buyer.key, "setMaxPrice", { maxPrice: 10 });
    expect(await say(buyer.key, "getExtraActivation", { id })).toMatch(/^ACCESS_NUMBER:/);
  });

  it("binds a sandbox key's purchases in its sandbox", async () => {
    const { key } = await givenKey(await givenApiBuyer(db, 0), "sandbox");
    await say(key, "setMaxPrice", { maxPrice: "0.01" });
    expect(await say(key, "getNumber")).toMatch(/^WRONG_MAX_PRICE:/);
    await say(key, "setMaxPrice", { maxPrice: 0 });
    expect(await say(key, "getNumber")).toMatch(/^ACCESS_NUMBER:/);
  });

  it("goes over to the key that replaces it", async () => {
    const buyer = await givenApiBuyer(db, 100_000);
    const old = await givenKey(buyer, "live");
    await say(old.key, "setMaxPrice", { maxPrice: "9.99" });
    const made = await withTransaction(db, (tx) => rotateKey(tx, buyer.userId, old.id, 1));
    expect(await say(made.key, "getNumber")).toBe("WRONG_MAX_PRICE:10.00");
  });

  it("is only of goods that the key is for, and needs the right to buy", async () => {
    const buyer = await givenApiBuyer(db, 0);
    const elsewhere = await givenKey(buyer, "live", { countryIds: [7] });
    expect(await say(elsewhere.key, "setMaxPrice", { maxPrice: 5 })).toBe("SERVICE_NOT_AVAILABLE");
    const reading = await givenKey(buyer, "live", { scopes: ["read"] });
    expect(await say(reading.key, "setMaxPrice", { maxPrice: 5 })).toBe("NOT_AVAILABLE");
  });

  it("is one of at most as many as a key may have; one that is there can still be changed", async () => {
    const { key } = await givenKey(await givenApiBuyer(db, 0), "live");
    await say(key, "setMaxPrice", { maxPrice: 5 });
    const owner = await findUserByApiKey(db, key);
    await execute(
      db,
      sql`update identity_api_keys set max_prices = max_prices ||
            (select jsonb_object_agg('1:' || n, 100) from generate_series(1001, 999 + ${keyLimits.maxPrices}::int) n)
          where id = ${owner?.key.keyId}`,
    );
    expect(await say(key, "setMaxPrice", { country: 7, maxPrice: 5 })).toBe(
      '{"status":"fail","msg":"too_many_limits"}',
    );
    expect(await say(key, "setMaxPrice", { maxPrice: 6 })).toContain('"maxPrice":6');
  });
});
