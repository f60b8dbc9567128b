import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { readStoreEarnings } from "#features/ready-accounts/earnings/store-earnings.reads.ts";
import {
  listDueStoreEarnings,
  payStoreEarning,
} from "#features/ready-accounts/earnings/store-earnings.writes.ts";
import { findAccountOrder } from "#features/ready-accounts/orders.reads.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { listDueClaims } from "#features/ready-accounts/warranty/warranty.reads.ts";
import {
  claimAccount,
  decideAccountClaim,
  settleDueClaim,
} from "#features/ready-accounts/warranty/warranty.writes.ts";
import { storeClaimRoutes } from "#features/stores/claims/store-claims.routes.ts";
import { givenStoreOffer } from "#features/stores/stores.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 24 });
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);
const api = testApi(db, storeClaimRoutes, resolveActor);

/** What a worker does when the clock has moved on. */
async function work(): Promise<void> {
  for (const id of await listDueClaims(db, 100)) await settleDueClaim(db, id);
  for (const id of await listDueStoreEarnings(db, 100)) await payStoreEarning(db, id);
}
afterEach(async () => {
  await work();
  await resetClock(owner);
});

type Person = { readonly userId: UserId; readonly cookie: string };
async function givenPerson(balanceKopecks = 0): Promise<Person> {
  const { userId } = await givenApiBuyer(db, balanceKopecks);
  return { userId, cookie: (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token };
}

const terms = { priceKopecks: kopecks(1_000), warrantyHours: 48 };

/** A claim about an account of a store, which has so many more of it. */
async function givenClaim(left = 0) {
  const [seller, buyer] = [await givenPerson(), await givenPerson(10_000)];
  const { offerId, lines } = await givenStoreOffer(db, seller.userId, { ...terms, count: 1 + left });
  const order = { userId: buyer.userId, offerId, count: 1, maxTotalKopecks: null, channel: "site" } as const;
  const { orderId } = await buyReadyAccounts(db, { ...order, idempotencyKey: randomUUID() });
  const { claimId } = await claimAccount(db, {
    ...{ userId: buyer.userId, orderId, place: 1, text: "it is closed", idempotencyKey: randomUUID() },
  });
  return { seller, buyer, offerId, orderId, claimId, lines };
}
const list = async ({ cookie }: Person, only = "open") =>
  (await api.call("GET", `/api/store/claims?only=${only}`, { cookie })).body;
const answer = ({ cookie }: Person, id: number, decision: string, key: string = randomUUID()) =>
  api.call("POST", `/api/store/claims/${id}/answer`, {
    ...{ cookie, body: { decision, reason: "we have looked" }, headers: { "idempotency-key": key } },
  });
const claimOf = async (buyer: Person, orderId: number) =>
  (await findAccountOrder(db, buyer.userId, orderId, "en"))?.places[0]?.claims.at(-1);
const earned = ({ userId }: Person) => readStoreEarnings(db, userId);

describe("the owner of a store", () => {
  it("sees claims about own accounts by upload and place, and nothing of the buyer or of what the account says", async () => {
    const { seller, orderId, claimId, offerId, lines } = await givenClaim(1);
    const other = await givenPerson();
    await givenStoreOffer(db, other.userId);
    const body = await list(seller);
    expect(body).toEqual({
      items: [
        {
          ...{ id: claimId, state: "open", orderId, place: 1, offerId, offerName: "Telegram, aged" },
          ...{ priceKopecks: 1_000, uploadedAt: expect.any(String), numberInUpload: 1, text: "it is closed" },
          ...{ deliveredAt: expect.any(String), claimedAt: expect.any(String), dueAt: expect.any(String) },
          ...{ decidedAt: null, reason: null, objection: null, refundKopecks: null },
        },
      ],
      hasMore: false,
    });
    expect(JSON.stringify(body)).not.toContain(lines[0]);
    expect(await list(other)).toEqual({ items: [], hasMore: false });
    expect((await answer(other, claimId, "accept")).body.error.code).toBe("ACCOUNT_CLAIM_NOT_FOUND");
    expect((await answer(await givenPerson(), claimId, "accept")).body.error.code).toBe("STORE_NOT_FOUND");
  });

  it("accepts a claim: the buyer gets another account at once, or the price back out of what is pending", async () => {
    const replaced = await givenClaim(1);
    const key = randomUUID();
    for (const _ of [1, 2])
      expect((await answer(replaced.seller, replaced.claimId, "accept", key)).body).toEqual({
        state: "replaced",
      });
    expect(await earned(replaced.seller)).toMatchObject({ pendingKopecks: 800 });
    const refunded = await givenClaim();
    expect((await answer(refunded.seller, refunded.claimId, "accept")).body).toEqual({ state: "refunded" });
    expect(await earned(refunded.seller)).toMatchObject({ pendingKopecks: 0 });
    expect(await claimOf(refunded.buyer, refunded.orderId)).toMatchObject({
      ...{ state: "refunded", reason: "we have looked", refundKopecks: 1_000 },
    });
    expect(await list(refunded.seller)).toMatchObject({ items: [] });
    expect(await list(refunded.seller, "decided")).toMatchObject({ items: [{ state: "refunded" }] });
    expect((await answer(refunded.seller, refunded.claimId, "refuse")).body.error.code).toBe(
      "ACCOUNT_CLAIM_DECIDED",
    );
  });

  it("objects once: the claim waits for the staff with what was earned, and stands when they say nothing", async () => {
    const { seller, buyer, orderId, claimId } = await givenClaim(1);
    expect((await answer(seller, claimId, "refuse")).body).toEqual({ state: "open" });
    expect((await answer(seller, claimId, "accept")).body.error.code).toBe("ACCOUNT_CLAIM_ANSWERED");
    expect(await claimOf(buyer, orderId)).toMatchObject({ state: "open", objection: "we have looked" });
    await settleDueClaim(db, claimId);
    await moveClock(owner, "71 hours");
    await work();
    expect(await claimOf(buyer, orderId)).toMatchObject({ state: "open" });
    expect(await earned(seller)).toMatchObject({ pendingKopecks: 800, availableKopecks: 0 });
    await moveClock(owner, "1 hour");
    await work();
    expect(await claimOf(buyer, orderId)).toMatchObject({ state: "refused", reason: "we have looked" });
    expect(await earned(seller)).toMatchObject({ pendingKopecks: 0, availableKopecks: 800 });
  });

  it("is overruled by the staff, and by nobody else", async () => {
    const { seller, buyer, orderId, claimId } = await givenClaim();
    await answer(seller, claimId, "refuse");
    await withTransaction(db, (tx) =>
      decideAccountClaim(tx, {
        ...{ claimId, decision: "accept", deciderId: 1, reason: "it is closed indeed", mayReplace: true },
      }),
    );
    expect(await claimOf(buyer, orderId)).toMatchObject({ state: "refunded", reason: "it is closed indeed" });
    expect(await earned(seller)).toMatchObject({ pendingKopecks: 0, availableKopecks: 0 });
  });

  it("who says nothing for 24 hours has the claim decided for the buyer", async () => {
    const { seller, buyer, orderId, claimId } = await givenClaim();
    await moveClock(owner, "24 hours");
    expect((await answer(seller, claimId, "refuse")).body.error.code).toBe("ACCOUNT_CLAIM_LATE");
    await work();
    expect(await claimOf(buyer, orderId)).toMatchObject({ state: "refunded" });
    expect(await earned(seller)).toMatchObject({ pendingKopecks: 0, availableKopecks: 0 });
  });

  it("answers at the same moment as the staff, and the claim is decided once", async () => {
    const { seller, buyer, orderId, claimId } = await givenClaim();
    const staff = () =>
      withTransaction(db, (tx) =>
        decideAccountClaim(tx, {
          ...{ claimId, decision: "accept", deciderId: 1, reason: "so it is", mayReplace: true },
        }),
      ).catch(() => null);
    await Promise.all([
      ...Array.from({ length: 4 }, () => answer(seller, claimId, "accept")),
      ...Array.from({ length: 4 }, () => answer(seller, claimId, "refuse")),
      ...Array.from({ length: 4 }, staff),
    ]);
    expect(await claimOf(buyer, orderId)).toMatchObject({ state: "refunded" });
    expect(await earned(seller)).toMatchObject({ pendingKopecks: 0 });
  });
});
