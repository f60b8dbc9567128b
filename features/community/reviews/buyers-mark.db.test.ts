import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { cancelActivation } from "#features/activations/activations.writes.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { givenSms } from "#features/activations/sms.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { reviewRoutes } from "#features/community/reviews/reviews.routes.ts";
import { openForm } from "#features/identity/captcha/open-forms.factory.ts";
import { givenLicence } from "#features/licences/licences.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { rentInput } from "#features/rentals/rent-inputs.factory.ts";
import { cancelRental, deliverSmsToRentals } from "#features/rentals/rentals.writes.ts";
import { givenRentOffer, takeOthersOffline } from "#features/supply/rent-offers.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const write = openForm(testApi(db, reviewRoutes), "/api/reviews", (nth) => ({
  ...{ name: "Anna", text: `The code came at once (${nth}).`, rating: 5 },
}));

beforeAll(async () => {
  await withTransaction(owner, seedCatalogue);
  await withTransaction(owner, seedPolicy);
});

/** Whether the review that somebody writes now bears the mark; the one before goes. */
async function markOf(user: UserId): Promise<boolean | undefined> {
  await rows(owner, sql`delete from community_reviews where user_id = ${user}`);
  expect((await write({ user })).status).toBe(202);
  const [review] = await rows<{ isVerified: boolean }>(
    owner,
    sql`select is_verified as "isVerified" from community_reviews where user_id = ${user}`,
  );
  return review?.isVerified;
}

async function orderNumber(userId: UserId) {
  const { supplierId } = await givenOffer(db, { count: 1 });
  return { supplierId, ...(await buyActivation(db, purchase({ userId }))) };
}

async function orderRental(userId: UserId) {
  const { supplierId } = await givenRentOffer(db, { count: 1 });
  // Only the new number can be had.
  await takeOthersOffline(owner, supplierId);
  return { supplierId, ...(await rentNumber(db, rentInput({ userId }))) };
}

test("a review bears the mark of a buyer once the code came that its author bought a number for", async () => {
  const { userId } = await givenApiBuyer(db, 100_000);
  const { supplierId, number } = await orderNumber(userId);
  expect(await markOf(userId)).toBe(false);
  await givenSms(db, supplierId, number);
  expect(await markOf(userId)).toBe(true);
});

test("a review bears the mark of a buyer once the number that its author rented got a message", async () => {
  const { userId } = await givenApiBuyer(db, 100_000);
  const { supplierId, number } = await orderRental(userId);
  expect(await markOf(userId)).toBe(false);
  await givenSms(db, supplierId, number, "Telegram code 41507", deliverSmsToRentals);
  expect(await markOf(userId)).toBe(true);
});

test("a review bears the mark of a buyer when its author has bought ready accounts", async () => {
  const { userId } = await givenApiBuyer(db, 100_000);
  expect(await markOf(userId)).toBe(false);
  const { offerId } = await givenAccountOffer(db, { count: 1 });
  const terms = { offerId, count: 1, maxTotalKopecks: null, channel: "site" } as const;
  await buyReadyAccounts(db, { userId, ...terms, idempotencyKey: crypto.randomUUID() });
  expect(await markOf(userId)).toBe(true);
});

test("a review bears the mark of a buyer when its author has bought a licence", async () => {
  const { userId } = await givenApiBuyer(db, 100_000);
  expect(await markOf(userId)).toBe(false);
  await givenLicence(db, { userId });
  expect(await markOf(userId)).toBe(true);
});

test("a review bears no mark of a buyer when its author was refunded all that was paid", async () => {
  const { userId } = await givenApiBuyer(db, 100_000);
  await cancelActivation(db, userId, (await orderNumber(userId)).id);
  await cancelRental(db, userId, (await orderRental(userId)).id);
  expect(await markOf(userId)).toBe(false);
});

test("a review bears no mark of a buyer for what others have bought", async () => {
  const { userId } = await givenApiBuyer(db, 100_000);
  await givenLicence(db, { userId: (await givenApiBuyer(db, 100_000)).userId });
  expect(await markOf(userId)).toBe(false);
});
