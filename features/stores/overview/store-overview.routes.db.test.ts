import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { storeOfferRoutes } from "#features/stores/offers/store-offers.routes.ts";
import { storeOverviewRoutes } from "#features/stores/overview/store-overview.routes.ts";
import { givenStoreOffer } from "#features/stores/stores.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);
const api = testApi(db, [...storeOverviewRoutes, ...storeOfferRoutes], resolveActor);

async function givenPerson(balanceKopecks = 0): Promise<{ userId: UserId; cookie: string }> {
  const { userId } = await givenApiBuyer(db, balanceKopecks);
  return { userId, cookie: (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token };
}
const read = (cookie: string, path = "") => api.call("GET", `/api/store${path}`, { cookie });

it("the owner of a store sees its sales and what they earned, nobody else's, and nothing of who bought", async () => {
  const [anna, boris, buyer] = [await givenPerson(), await givenPerson(), await givenPerson(10_000)];
  const { offerId } = await givenStoreOffer(db, anna.userId, { priceKopecks: kopecks(1_000), count: 3 });
  await givenStoreOffer(db, boris.userId);
  const orderIds: number[] = [];
  for (const count of [1, 2]) {
    const order = { userId: buyer.userId, offerId, count, maxTotalKopecks: null, channel: "site" } as const;
    orderIds.unshift((await buyReadyAccounts(db, { ...order, idempotencyKey: randomUUID() })).orderId);
  }
  const { body } = await read(anna.cookie, "/sales?limit=1");
  expect(body.sales).toEqual([
    {
      ...{ orderId: orderIds[0], offerId, offerName: "Telegram, aged", count: 2, totalKopecks: 2_000 },
      ...{ commissionKopecks: 400, shareKopecks: 1_600, reversedKopecks: 0, state: "pending", paidAt: null },
      ...{ dueAt: expect.any(String), soldAt: expect.any(String) },
    },
  ]);
  const next = await read(anna.cookie, `/sales?limit=1&cursor=${body.nextCursor}`);
  expect(next.body).toMatchObject({ sales: [{ orderId: orderIds[1], shareKopecks: 800 }], nextCursor: null });
  expect((await read(anna.cookie)).body).toMatchObject({
    ...{ commissionPercent: env.STORE_COMMISSION_PERCENT, pendingKopecks: 2_400, availableKopecks: 0 },
    nextDueAt: expect.any(String),
  });
  expect((await read(boris.cookie, "/sales")).body).toEqual({ sales: [], nextCursor: null });
  expect((await read(boris.cookie)).body).toMatchObject({ pendingKopecks: 0, nextDueAt: null });
  expect((await read(buyer.cookie, "/sales")).body.error.code).toBe("STORE_NOT_FOUND");
});

it("the owner of a store puts an own offer on sale and stops it, and no other one", async () => {
  const [anna, boris] = [await givenPerson(), await givenPerson()];
  const { offerId } = await givenStoreOffer(db, anna.userId);
  const step = (cookie: string, what: string, id = offerId) =>
    api.call("POST", `/api/store/offers/${id}/step`, {
      ...{ cookie, body: { step: what }, headers: { "idempotency-key": randomUUID() } },
    });
  await givenStoreOffer(db, boris.userId);
  expect((await step(boris.cookie, "stop")).body.error.code).toBe("ACCOUNT_OFFER_NOT_FOUND");
  expect((await step(anna.cookie, "stop")).body).toEqual({ id: offerId });
  const listed = await api.call("GET", "/api/store/offers?state=stopped", { cookie: anna.cookie });
  expect(listed.body.items).toMatchObject([{ id: offerId, state: "stopped", isBarred: false }]);
  expect((await step(anna.cookie, "put_on_sale")).status).toBe(200);
});
