import { beforeAll, describe, expect, it } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { expireActivation } from "#features/activations/activations.writes.ts";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { createKey, type KeyInput } from "#features/identity/api-keys/api-keys.writes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { agreePersonalPrice, grantWholesale } from "#features/pricing/pricing.writes.ts";
import { createRestClient, type RestClient } from "#features/rest-api/rest-api.client.ts";
import { restRates } from "#features/rest-api/rest-api.rules.ts";
import { sandboxLimits } from "#features/sandbox/sandbox.rules.ts";
import { forgetDeliveryRates } from "#features/statistics/delivery/delivery.reads.ts";
import { ratedPurchases } from "#features/statistics/delivery/delivery.rules.ts";
import { countOrders } from "#features/statistics/statistics.writes.ts";
import type { ApiHono } from "#lib/api/mount.ts";
import { RateLimiter } from "#lib/api/rate-limits.ts";
import { forgetShared } from "#lib/api/shared-answers.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const app = createApiApp(db);

function client(key?: string): RestClient {
  return clientOn(app, key);
}

function clientOn(on: ApiHono, key?: string): RestClient {
  return createRestClient({
    baseUrl: env.PUBLIC_URL,
    ...(key === undefined ? {} : { key }),
    fetch: async (request) => on.fetch(request, { requestId: "test", ip: "192.0.2.1" }),
  });
}

async function keyOf(
  userId: ApiBuyer["userId"],
  input: Partial<KeyInput> & { kind?: "live" | "sandbox" } = {},
): Promise<{ id: number; key: string }> {
  const { kind = "live", ...rest } = input;
  return withTransaction(db, (tx) =>
    createKey(tx, userId, kind, {
      ...{ name: "bot", scopes: ["read"], dailyLimitKopecks: null, priceCapKopecks: null },
      ...{ serviceIds: null, countryIds: null, networks: null, expiresAt: null },
      ...rest,
    }),
  );
}

let buyer: ApiBuyer;

async function buyInIndonesia(index: number): Promise<number> {
  const input = { serviceId: 52, countryId: 6, operator: "any", maxPriceKopecks: null };
  const idempotencyKey = `rated-${index}`;
  const { id } = await buyActivation(db, { userId: buyer.userId, channel: "api", idempotencyKey, ...input });
  return id;
}

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  buyer = await givenApiBuyer(db, 1_000_000);
  const prices = (priceKopecks: number, wholesaleKopecks: number) => ({ priceKopecks, wholesaleKopecks });
  const cheap = { countryId: 6, costKopecks: 900, operator: "axis", count: 60, ...prices(1_400, 1_200) };
  const { supplierId } = await givenOffer(db, cheap);
  await givenOffer(db, { ...cheap, supplierId, operator: "telkomsel", count: 5 });
  await givenOffer(db, { ...cheap, supplierId, operator: "any", count: 7, ...prices(1_550, 1_300) });
  await givenOffer(db, { countryId: 10, costKopecks: 900, count: 3, ...prices(1_300, 1_300) });
  await givenOffer(db, { countryId: 10, serviceId: 53, costKopecks: 900, count: 2, ...prices(2_000, 2_000) });
});

describe("GET /v1/services", () => {
  it("lists what is sold in the caller's language, finds by name, and is kept by its mark", async () => {
    const { data, response } = await client().GET("/api/v1/services");
    expect(data?.data.length).toBeGreaterThan(400);
    expect(response.headers.get("cache-control")).toBe("public, max-age=60");
    const header = { "If-None-Match": response.headers.get("etag") ?? "" };
    const again = await client().GET("/api/v1/services", { params: { header } });
    expect(again.response.status).toBe(304);
    const found = await client().GET("/api/v1/services", { params: { query: { search: "телеграм" } } });
    expect(found.data?.data[0]).toMatchObject({ code: "tg", name: "Telegram", category: "messenger" });
  });

  it("a search with nothing to search for is refused", async () => {
    const query = { search: "x".repeat(101) };
    const { error, response } = await client().GET("/api/v1/services", { params: { query } });
    expect([response.status, error?.error.code]).toEqual([400, "VALIDATION"]);
  });

  it("refuses a wrong key, although none is needed", async () => {
    const { error, response } = await client("0".repeat(32)).GET("/api/v1/services");
    expect([response.status, error?.error.code]).toEqual([401, "UNAUTHORIZED"]);
  });
});

describe("GET /v1/countries", () => {
  it.each([
    ["en", "Indonesia"],
    ["ru", "Индонезия"],
    ["cn", "印度尼西亚"],
    ["tr", "Endonezya"],
    ["es", "Indonesia"],
    ["hi", "इंडोनेशिया"],
  ] as const)("names the countries in the language %s", async (locale, name) => {
    const { data } = await client().GET("/api/v1/countries", {
      params: { header: { "x-user-locale": locale } },
    });
    const indonesia = data?.data.find(({ id }) => id === 6);
    expect(indonesia).toMatchObject({ name, iso2: "ID", dialCode: "62" });
    expect(indonesia?.operators).toContain("telkomsel");
  });

  it("leaves out what may not be sold", async () => {
    const { data } = await client().GET("/api/v1/countries");
    expect(data?.data.some(({ id }) => id === 0)).toBe(false);
  });
});

describe("GET /v1/offers", () => {
  const offers = async (query: { service?: string; country?: number }, key?: string) => {
    const { data } = await client(key).GET("/api/v1/offers", { params: { query } });
    return data?.data ?? [];
  };

  it("shows price, stock and every step of the ladder with its operators", async () => {
    const [offer, ...others] = await offers({ service: "tg", country: 6 });
    expect(others).toEqual([]);
    expect(offer).toEqual({
      ...{
        service: "tg",
        country: 6,
        priceKopecks: 1_400,
        retailPriceKopecks: 1_400,
        currency: "RUB",
        count: 72,
        deliveryPercent: null,
      },
      ladder: [
        {
          ...{ priceKopecks: 1_400, count: 65, operators: ["axis", "telkomsel"] },
          changedAt: expect.stringMatching(/Z$/),
        },
        { priceKopecks: 1_550, count: 7, operators: ["any"], changedAt: expect.stringMatching(/Z$/) },
      ],
    });
  });

  it("lists a service's countries and a country's services, cheapest first", async () => {
    const seen = (found: { service: string; country: number }[]) =>
      found.map(({ service, country }) => `${service} ${country}`);
    expect(seen(await offers({ service: "tg" }))).toEqual(["tg 10", "tg 6"]);
    const ofCountry = await offers({ country: 10 });
    expect(ofCountry.map(({ priceKopecks }) => priceKopecks)).toEqual([1_300, 2_000]);
    expect(await offers({ service: "tg", country: 12 })).toEqual([]);
  });

  it("shows each caller that caller's own price, with the retail one beside it", async () => {
    const [friend, dealer] = [await givenApiBuyer(db, 0), await givenApiBuyer(db, 0)];
    const { userId } = friend;
    await agreePersonalPrice(db, { userId, serviceId: 52, countryId: 6, priceKopecks: kopecks(1_111) });
    await grantWholesale(db, dealer.userId);
    const ladder = async (key?: string) =>
      (await offers({ service: "tg", country: 6 }, key))[0]?.ladder.map((step) => step.priceKopecks);
    expect(await ladder()).toEqual([1_400, 1_550]);
    expect(await ladder(dealer.key)).toEqual([1_200, 1_300]);
    expect(await ladder(friend.key)).toEqual([1_111]);
    for (const [key, priceKopecks] of [
      [friend.key, 1_111],
      [dealer.key, 1_200],
    ] as const)
      expect(await offers({ service: "tg", country: 6 }, key)).toMatchObject([
        { priceKopecks, retailPriceKopecks: 1_400 },
      ]);
    const sandbox = await keyOf(friend.userId, { kind: "sandbox" });
    expect(await ladder(sandbox.key)).toEqual([1_400, 1_550]);
  });

  it("refuses a question about nothing, and what does not exist", async () => {
    const ask = async (query: object) => {
      const { error, response } = await client().GET("/api/v1/offers", { params: { query } });
      return [response.status, error?.error.code];
    };
    expect(await ask({})).toEqual([400, "VALIDATION"]);
    expect(await ask({ service: "nosuch" })).toEqual([404, "SERVICE_NOT_FOUND"]);
    expect(await ask({ country: 999_999 })).toEqual([404, "COUNTRY_NOT_FOUND"]);
  });

  it("never offers Russian numbers, however it is asked", async () => {
    await givenOffer(db, { countryId: 0, count: 5 });
    expect((await offers({ service: "tg" })).map(({ country }) => country)).not.toContain(0);
    expect(await offers({ country: 0 })).toEqual([]);
  });

  it("tells how many got a code, once there were enough to say", async () => {
    for (let index = 0; index < ratedPurchases; index += 1) {
      const id = await buyInIndonesia(index);
      await expireActivation(db, { id, state: "waiting" });
    }
    await moveClock(owner, "6 minutes");
    await countOrders(db, 1_000);
    forgetDeliveryRates(db);
    forgetShared(db);
    expect((await offers({ service: "tg", country: 6 }))[0]?.deliveryPercent).toBe(0);
    expect((await offers({ service: "tg", country: 10 }))[0]?.deliveryPercent).toBeNull();
  });
});

describe("GET /v1/balance", () => {
  it("tells what can be spent, what is held and what is owed", async () => {
    const own = await givenApiBuyer(db, 5_000);
    const { data } = await client(own.key).GET("/api/v1/balance");
    expect(data).toEqual({
      ...{ availableKopecks: 5_000, heldKopecks: 0, debtKopecks: 0, currency: "RUB" },
      version: expect.any(Number),
    });
  });

  it("is nobody's without a key, and needs the right to read", async () => {
    const none = await client().GET("/api/v1/balance");
    expect([none.response.status, none.error?.error.code]).toEqual([401, "UNAUTHORIZED"]);
    const { key } = await keyOf(buyer.userId, { scopes: ["buy"] });
    const { error, response } = await client(key).GET("/api/v1/balance");
    expect([response.status, error?.error.code, error?.error.details]).toEqual([
      ...[403, "SCOPE_MISSING", { scope: "read" }],
    ]);
  });

  it("of a sandbox is its purse", async () => {
    const { key } = await keyOf((await givenApiBuyer(db, 0)).userId, { kind: "sandbox" });
    const { data } = await client(key).GET("/api/v1/balance");
    expect(data).toMatchObject({ availableKopecks: sandboxLimits.startKopecks, heldKopecks: 0 });
  });

  it("answers a session as it answers a key", async () => {
    const { token } = await openSession(db, { userId: buyer.userId, ip: "192.0.2.1", userAgent: "" });
    const { response } = await client(token).GET("/api/v1/balance");
    expect(response.status).toBe(200);
  });
});

describe("GET /v1/statement", () => {
  it("goes back page by page over every movement once, each line with the balance after it", async () => {
    const seen: { version: number; changeKopecks: number; after: { availableKopecks: number } }[] = [];
    let cursor: string | null | undefined;
    let pages = 0;
    do {
      const query = { limit: 17, ...(cursor ? { cursor } : {}) };
      const { data } = await client(buyer.key).GET("/api/v1/statement", { params: { query } });
      seen.push(...(data?.data ?? []));
      cursor = data?.nextCursor;
      pages += 1;
      // Whoever buys meanwhile moves nothing that is still to be read.
      if (pages === 1) await buyInIndonesia(1_000);
    } while (cursor);
    expect(pages).toBe(3);
    expect(seen.map(({ version }) => version)).toEqual(
      Array.from({ length: seen.length }, (_, at) => seen.length - at),
    );
    for (const [at, line] of seen.entries()) {
      const before = seen[at + 1]?.after.availableKopecks ?? 0;
      expect(before + line.changeKopecks).toBe(line.after.availableKopecks);
    }
  });

  it("filters, and refuses what is no day and no cursor of its own", async () => {
    const ask = async (query: object) => {
      const { data, error } = await client(buyer.key).GET("/api/v1/statement", { params: { query } });
      return data?.data.length ?? error?.error.code;
    };
    expect(await ask({ direction: "incoming", kind: "demo_credit" })).toBe(1);
    expect(await ask({ service: "tg", captures: "inside", limit: 100 })).toBe(ratedPurchases * 2 + 1);
    expect(await ask({ from: "2026-02-30" })).toBe("VALIDATION");
    expect(await ask({ cursor: Buffer.from("rentals:5").toString("base64url") })).toBe("VALIDATION");
    expect(await ask({ limit: 101 })).toBe("VALIDATION");
  });
});

describe("GET /v1/keys", () => {
  it("lists the account's own keys without anything that opens a door", async () => {
    const own = await givenApiBuyer(db, 0);
    const made = await keyOf(own.userId, { scopes: ["read", "buy"], countryIds: [6] });
    const { data } = await client(made.key).GET("/api/v1/keys");
    expect(data?.data.map(({ kind, isCurrent }) => [kind, isCurrent])).toEqual([
      ["legacy", false],
      ["live", true],
    ]);
    expect(data?.data[1]).toMatchObject({ id: made.id, scopes: ["read", "buy"], countryIds: [6] });
    const told = JSON.stringify(data);
    for (const secret of [made.key, own.key]) {
      expect(told).not.toContain(secret);
      expect(told).not.toContain(secret.slice(0, 16));
    }
  });

  it("has no way to make or change one", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const response = await app.request("/api/v1/keys", {
        method,
        headers: { authorization: `Bearer ${buyer.key}` },
      });
      expect(response.status).toBe(405);
    }
  });

  it("a sandbox key learns nothing of the account's keys", async () => {
    const sandbox = await keyOf(buyer.userId, { kind: "sandbox" });
    const { error, response } = await client(sandbox.key).GET("/api/v1/keys");
    expect([response.status, error?.error.code]).toEqual([403, "SANDBOX_KEY"]);
  });
});

describe("GET /v1/openapi.json", () => {
  it("is there for everybody, and kept by its mark", async () => {
    const { data, response } = await client().GET("/api/v1/openapi.json");
    expect([data?.openapi, Object.keys(data?.paths ?? {}).length > 20]).toEqual(["3.1.0", true]);
    const header = { "If-None-Match": response.headers.get("etag") ?? "" };
    const again = await client().GET("/api/v1/openapi.json", { params: { header } });
    expect(again.response.status).toBe(304);
  });
});

describe("what is asked too often", () => {
  it("is refused with the seconds to wait", async () => {
    // No time passes, however slow the machine.
    const still = createApiApp(db, new RateLimiter({ nowMs: () => 0 }));
    const own = clientOn(still, (await givenApiBuyer(db, 0)).key);
    const answers = [];
    for (let at = 0; at <= restRates.calls.burst; at += 1) answers.push(await own.GET("/api/v1/limits"));
    const { response, error } = answers.pop() as (typeof answers)[number];
    expect(answers.every((answer) => answer.response.status === 200)).toBe(true);
    expect([response.status, error?.error.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
    expect(response.headers.get("retry-after")).toBe("1");
    expect(response.headers.get("ratelimit")).toMatch(/^"calls";r=0;t=\d+$/);
  });
});
