import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { createKey, type KeyInput } from "#features/identity/api-keys/api-keys.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { blockSale, seedPolicy } from "#features/policy/policy.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { readyAccountJobs } from "#features/ready-accounts/ready-accounts.jobs.ts";
import { deliveryPartCount } from "#features/ready-accounts/ready-accounts.rules.ts";
import { objectToClaim, settleDueClaim } from "#features/ready-accounts/warranty/warranty.writes.ts";
import { createRestClient, type RestClient } from "#features/rest-api/rest-api.client.ts";
import { givenStoreOffer, storeWords } from "#features/stores/stores.factory.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock, moveClockToNoon } from "#lib/testing/move-clock.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
// A key's day (UTC) may not end between what it spends and what it is refused.
await moveClockToNoon(owner);
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);
const app = createApiApp(db);

function clientOf(key?: string): RestClient {
  return createRestClient({
    baseUrl: env.PUBLIC_URL,
    ...(key === undefined ? {} : { key }),
    fetch: async (request) => app.fetch(request, { requestId: "test", ip: "192.0.2.1" }),
  });
}

/** Somebody with a hundred roubles and a key for accounts alone. */
async function givenBuyer(limits: Partial<KeyInput> = {}) {
  const { userId } = await givenApiBuyer(db, 10_000);
  const { key } = await withTransaction(db, (tx) =>
    createKey(tx, userId, "live", {
      ...{ name: "bot", scopes: ["accounts"], dailyLimitKopecks: null, priceCapKopecks: null },
      ...{ serviceIds: null, countryIds: null, networks: null, expiresAt: null, ...limits },
    }),
  );
  return { userId, client: clientOf(key) };
}

type Wish = { offerId: number; count?: number; maxTotalKopecks?: number; minWarrantyHours?: number };

const buy = (client: RestClient, { count = 1, ...wish }: Wish, key: string = randomUUID()) =>
  client.POST("/api/v1/ready-accounts/orders", {
    params: { header: { "Idempotency-Key": key } },
    body: { ...wish, count },
  });

async function bought(client: RestClient, wish: Wish) {
  const { data, error } = await buy(client, wish);
  if (!data) throw new Error(JSON.stringify(error));
  return data;
}

const orderAt = async (client: RestClient, id: number) =>
  (await client.GET("/api/v1/ready-accounts/orders/{id}", { params: { path: { id } } })).data;

const claim = (client: RestClient, id: number, place: number, key: string = randomUUID()) =>
  client.POST("/api/v1/ready-accounts/orders/{id}/claims", {
    params: { path: { id }, header: { "Idempotency-Key": key } },
    body: { place, text: "it is closed" },
  });

const claimsOf = async (client: RestClient, id: number) =>
  (await client.GET("/api/v1/ready-accounts/orders/{id}/claims", { params: { path: { id } } })).data?.data ??
  [];

describe("what is on sale", () => {
  it("is told to anybody: services, their offers with the cheapest first, and one offer with its description", async () => {
    const dear = await givenAccountOffer(db, { serviceId: 1, priceKopecks: kopecks(2_000), minCount: 2 });
    const cheap = await givenAccountOffer(db, { serviceId: 1, priceKopecks: kopecks(550) });
    const guest = clientOf();
    const services = (await guest.GET("/api/v1/ready-accounts/services")).data?.data ?? [];
    const [{ code = "" } = {}] = services;
    const query = { service: code };
    const offers = (await guest.GET("/api/v1/ready-accounts/offers", { params: { query } })).data?.data;
    expect(offers).toMatchObject([
      { id: cheap.offerId, priceKopecks: 550, currency: "RUB", count: 3, minCount: 1, service: { code } },
      { id: dear.offerId, priceKopecks: 2_000, minCount: 2, country: { id: 6, iso2: "ID" } },
    ]);
    const { data } = await guest.GET("/api/v1/ready-accounts/offers/{offerId}", {
      params: { path: { offerId: cheap.offerId } },
    });
    expect(data).toEqual({ ...offers?.[0], description: "<p>Works in <b>any</b> client</p>" });
  });

  it("names the store that sells an offer, and none at our own", async () => {
    const { userId: sellerId } = await givenApiBuyer(db, 0);
    const sold = await givenStoreOffer(db, sellerId, { serviceId: 3, priceKopecks: kopecks(600) });
    const own = await givenAccountOffer(db, { serviceId: 3, priceKopecks: kopecks(700) });
    const guest = clientOf();
    for (const [offerId, storeName] of [
      [sold.offerId, storeWords.name],
      [own.offerId, null],
    ] as const) {
      const path = { offerId };
      const { data } = await guest.GET("/api/v1/ready-accounts/offers/{offerId}", { params: { path } });
      expect(data).toMatchObject({ id: offerId, storeName });
      const query = { service: data?.service.code ?? "" };
      const listed = await guest.GET("/api/v1/ready-accounts/offers", { params: { query } });
      expect(listed.data?.data).toContainEqual(expect.objectContaining({ id: offerId, storeName }));
    }
  });

  it("has nothing that policy forbids to programs, and such an offer cannot be bought", async () => {
    const { offerId } = await givenAccountOffer(db, { serviceId: 20 });
    await withTransaction(db, (tx) =>
      blockSale(tx, {
        ...{ mode: "readyAccounts", serviceId: 20, effect: "deny", reasonCode: "TAKEDOWN" },
        ...{ reasonText: "a test", actor: "test" },
      }),
    );
    forgetPolicy(db);
    const path = { offerId };
    const one = await clientOf().GET("/api/v1/ready-accounts/offers/{offerId}", { params: { path } });
    expect(one.response.status).toBe(404);
    const refused = await buy((await givenBuyer()).client, { offerId });
    expect([refused.response.status, refused.error?.error.code]).toEqual([403, "NOT_FOR_SALE"]);
  });
});

describe("a purchase by a key", () => {
  it("answers the accounts themselves, once per idempotency key, and the order keeps them", async () => {
    const { offerId, lines } = await givenAccountOffer(db);
    const { client, userId } = await givenBuyer();
    const key = randomUUID();
    const first = await buy(client, { offerId, count: 2, maxTotalKopecks: 2_000 }, key);
    expect(first.response.status).toBe(201);
    expect(first.data).toMatchObject({
      ...{ state: "delivered", money: "captured", offerId, count: 2, totalKopecks: 2_000, openClaims: 0 },
      accounts: [
        { place: 1, text: lines[0], isRefunded: false, claimableUntil: expect.any(String) },
        { place: 2, text: lines[1] },
      ],
    });
    const again = await buy(client, { offerId, count: 2, maxTotalKopecks: 2_000 }, key);
    expect([again.data, again.response.headers.get("idempotency-replayed")]).toEqual([first.data, "true"]);
    expect((await getBalance(db, userId)).postedKopecks).toBe(8_000);
    expect(await orderAt(client, first.data?.id ?? 0)).toEqual(first.data);
  });

  it("of more than one part answers an order that is held, and under the same key its accounts once all are ready", async () => {
    const count = deliveryPartCount + 1;
    const { offerId, lines } = await givenAccountOffer(db, { count, priceKopecks: kopecks(50) });
    const { client, userId } = await givenBuyer();
    const key = randomUUID();
    const first = await buy(client, { offerId, count }, key);
    expect(first.response.status).toBe(201);
    expect(first.data).toMatchObject({
      ...{ state: "held", money: "held", count, preparedCount: 0, accounts: [], deliveredAt: null },
    });
    await runDueJobs(db, readyAccountJobs);
    const again = await buy(client, { offerId, count }, key);
    expect(again.data).toMatchObject({
      ...{ id: first.data?.id, state: "delivered", money: "captured", preparedCount: count },
    });
    expect(again.data?.accounts.map(({ text }) => text)).toEqual(lines);
    expect((await getBalance(db, userId)).postedKopecks).toBe(10_000 - 50 * count);
  });

  it.each([
    [
      "the total that it names",
      {},
      { maxTotalKopecks: 1_999 },
      "WRONG_MAX_PRICE",
      { minPriceKopecks: 2_000 },
    ],
    [
      "the warranty that its offer has",
      {},
      { minWarrantyHours: 25 },
      "WARRANTY_TOO_SHORT",
      { warrantyHours: 24 },
    ],
    ["the key's cap", { priceCapKopecks: 1_999 }, {}, "WRONG_MAX_PRICE", { minPriceKopecks: 2_000 }],
    ["what is left of the key's day", { dailyLimitKopecks: 2_900 }, {}, "KEY_SPENT", { leftKopecks: 1_900 }],
    ["the key's goods", { serviceIds: [1] }, {}, "KEY_NOT_FOR_THIS", undefined],
  ])("beyond %s is refused and takes nothing", async (_, limits, wish, code, details) => {
    const { offerId } = await givenAccountOffer(db);
    const { client, userId } = await givenBuyer(limits);
    const spent = code === "KEY_SPENT" ? (await bought(client, { offerId })).totalKopecks : 0;
    const { error } = await buy(client, { offerId, count: 2, ...wish });
    expect([error?.error.code, error?.error.details]).toEqual([code, details]);
    expect(await getBalance(db, userId)).toMatchObject({ postedKopecks: 10_000 - spent, heldKopecks: 0 });
  });

  it("is listed newest first, page by page and by state, without what the accounts say", async () => {
    const { offerId, lines } = await givenAccountOffer(db);
    const { client } = await givenBuyer();
    const ids = [await bought(client, { offerId }), await bought(client, { offerId })].map(({ id }) => id);
    const page = async (query: { limit?: number; cursor?: string; state?: string }) =>
      (await client.GET("/api/v1/ready-accounts/orders", { params: { query } })).data;
    const first = await page({ limit: 1 });
    const rest = await page({ limit: 1, cursor: first?.nextCursor ?? "" });
    expect([first?.data[0]?.id, rest?.data[0]?.id, rest?.nextCursor]).toEqual([ids[1], ids[0], null]);
    expect((await page({ state: "held,cancelled" }))?.data).toEqual([]);
    for (const line of lines) expect(JSON.stringify([first, rest])).not.toContain(line);
  });

  it("is nobody else's, whichever call names it", async () => {
    const { offerId } = await givenAccountOffer(db);
    const { id } = await bought((await givenBuyer()).client, { offerId });
    const { client } = await givenBuyer();
    const path = { id };
    const claims = await client.GET("/api/v1/ready-accounts/orders/{id}/claims", { params: { path } });
    expect([await orderAt(client, id), claims.response.status]).toEqual([undefined, 404]);
    expect((await claim(client, id, 1)).error?.error.code).toBe("ACCOUNT_ORDER_NOT_FOUND");
  });
});

describe("a claim by a key", () => {
  it("is made once per account and key, and stands in the order's claims with its decision", async () => {
    const { offerId } = await givenAccountOffer(db, { count: 1 });
    const { client } = await givenBuyer();
    const { id } = await bought(client, { offerId });
    const key = randomUUID();
    const made = await claim(client, id, 1, key);
    expect([made.response.status, made.data]).toEqual([
      201,
      expect.objectContaining({ orderId: id, place: 1, state: "open", text: "it is closed", reason: null }),
    ]);
    const again = await claim(client, id, 1, key);
    expect([again.data, again.response.headers.get("idempotency-replayed")]).toEqual([made.data, "true"]);
    expect((await claim(client, id, 1)).error?.error).toMatchObject({
      ...{ code: "ACCOUNT_CLAIMED", details: { state: "open" } },
    });
    expect(await orderAt(client, id)).toMatchObject({ openClaims: 1, accounts: [{ claimableUntil: null }] });

    await settleDueClaim(db, made.data?.id ?? 0);
    const claims = await client.GET("/api/v1/ready-accounts/orders/{id}/claims", {
      params: { path: { id } },
    });
    expect(claims.data).toMatchObject({
      data: [{ id: made.data?.id, state: "refunded", refundKopecks: 1_000, decidedAt: expect.any(String) }],
      nextCursor: null,
    });
    expect(await orderAt(client, id)).toMatchObject({ openClaims: 0, accounts: [{ isRefunded: true }] });
  });

  it("says what the store objects, until when our team may overrule it, and that it stands afterwards", async () => {
    const { userId: sellerId } = await givenApiBuyer(db, 0);
    const { offerId } = await givenStoreOffer(db, sellerId);
    const { client } = await givenBuyer();
    const { id } = await bought(client, { offerId });
    const made = (await claim(client, id, 1)).data;
    const claimId = made?.id ?? 0;
    const [shown] = await claimsOf(client, id);
    expect(shown).toMatchObject({ state: "open", objection: null, reason: null });
    const objection = "it works with our client";
    await withTransaction(db, (tx) => objectToClaim(tx, { claimId, sellerId, objection }));
    const [objected] = await claimsOf(client, id);
    expect(objected).toMatchObject({ state: "open", objection, reason: null, decidedAt: null });
    expect(Date.parse(objected?.dueAt ?? "")).toBeGreaterThan(Date.parse(made?.dueAt ?? ""));
    await moveClock(owner, "72 hours");
    await settleDueClaim(db, claimId);
    const [decided] = await claimsOf(client, id);
    expect(decided).toMatchObject({ state: "refused", objection, reason: objection, refundKopecks: null });
  });
});
