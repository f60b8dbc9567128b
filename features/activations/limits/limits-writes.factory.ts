import { afterEach, beforeAll } from "vitest";
import {
  deliverSms,
  expireActivation,
  forgetOldMessages,
  listDueActivations,
} from "#features/activations/activations.writes.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { givenOpenMax, givenStaffBan } from "#features/activations/limits/limits.factory.ts";
import { openLevels } from "#features/activations/limits/limits.rules.ts";
import type { Placement } from "#features/activations/purchase/place-order.writes.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { forgetOldSms, receiveSms } from "#features/supply/intake/intake.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** Set-up of the suites of limits: a test file that imports it has a database of its own. */
export const { db, owner } = await useTestDb();
export const COUNTRY = 6;
export const FIRST = openLevels[0]!.openMax;
let offer: Offer;

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  offer = await givenOffer(db, { countryId: COUNTRY, count: 2_000, priceKopecks: 100, costKopecks: 50 });
});

export const expireDue = async () => {
  for (const due of await listDueActivations(db, 1_000)) await expireActivation(db, due);
};
// The clock is moved here: nothing may stay behind its deadline.
afterEach(async () => {
  await expireDue();
  await forgetOldMessages(db, 1_000);
  await forgetOldSms(db, 1_000);
});

/** Money, and nothing earned yet. */
export async function givenBuyer(balanceKopecks = 100_000): Promise<UserId> {
  const { userId } = await givenApiBuyer(db, balanceKopecks);
  await givenOpenMax(db, userId, null);
  return userId;
}

export const placement = (userId: number, input: Partial<Placement> = {}): Placement => ({
  userId,
  idempotencyKey: crypto.randomUUID(),
  serviceId: 52,
  countryId: COUNTRY,
  operator: "any",
  maxPriceKopecks: null,
  channel: "api",
  excludedSuppliers: [],
  inputHash: "hash",
  ...input,
});
export const buy = (userId: UserId, idempotencyKey: string = crypto.randomUUID()) =>
  buyActivation(db, { ...placement(userId), userId, idempotencyKey });
export const buyMany = async (userId: UserId, count: number) => {
  const bought = [];
  for (let at = 0; at < count; at += 1) bought.push(await buy(userId));
  return bought;
};
let lastSms = 0;
export const newSmsId = () => BigInt(++lastSms);
export const push = (number: string) =>
  receiveSms(
    db,
    {
      supplierId: offer.supplierId,
      smsId: newSmsId(),
      phone: Number(number),
      sender: "Telegram",
      text: "Your code 12345",
    },
    deliverSms,
  );

export const staffBan = (userId: number, minutes?: number) => givenStaffBan(db, userId, minutes);
