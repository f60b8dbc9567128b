import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { afterEach, expect, it } from "vitest";
import { givenCustomer, givenUser } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { findMailReader } from "#features/identity/mail/mail.reads.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { listUntoldSellers, tellEarnings } from "#features/ready-accounts/earnings/earning-notices.writes.ts";
import {
  listDueStoreEarnings,
  payStoreEarning,
} from "#features/ready-accounts/earnings/store-earnings.writes.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock, moveClockToNoon, resetClock } from "#lib/testing/move-clock.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 12 });
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);
afterEach(() => resetClock(owner));

/** So many orders of one account each, whose warranty ends a day after. */
async function givenSales(sellerId: number, orders: number): Promise<void> {
  const seller = { sellerId, provenance: "Registered by ourselves" };
  const { offerId } = await givenAccountOffer(db, { count: orders, warrantyHours: 24 }, seller);
  for (let sold = 0; sold < orders; sold += 1) {
    const userId = await givenCustomer(db, 10_000);
    const wish = { userId, offerId, count: 1, maxTotalKopecks: null, channel: "site" } as const;
    await buyReadyAccounts(db, { ...wish, idempotencyKey: randomUUID() });
  }
}
async function payAll(): Promise<void> {
  for (const orderId of await listDueStoreEarnings(db, 100)) await payStoreEarning(db, orderId);
}
/** What the sweep does; answers what the seller was written by it. */
async function tellAll(sellerId: number) {
  for (const id of await listUntoldSellers(db, 100)) await tellEarnings(db, id);
  const to = (await findMailReader(db, sellerId))?.email;
  return (await runDueJobs(db, [])).filter((mail) => mail.to === to).map(({ text }) => text);
}

it("the owner of a store is written what was released to it once a day, when the day is over", async () => {
  await moveClockToNoon(owner);
  const sellerId = await givenCustomer(db, 0);
  await givenSales(sellerId, 2);
  await moveClock(owner, "24 hours");
  await payAll();
  expect(await tellAll(sellerId)).toEqual([]);
  await givenSales(sellerId, 1);
  await moveClock(owner, "19 hours");
  expect(await tellAll(sellerId)).toEqual([expect.stringMatching(/of 2 orders has ended: 16,00 ₽/)]);
  expect(await tellAll(sellerId)).toEqual([]);
  await moveClock(owner, "5 hours");
  await payAll();
  expect(await tellAll(sellerId)).toEqual([]);
  await moveClock(owner, "19 hours");
  expect(await tellAll(sellerId)).toEqual([expect.stringMatching(/of 1 order has ended: 8,00 ₽/)]);
});

it("what was released is told once, however many tell it at the same moment", async () => {
  const sellerId = await givenCustomer(db, 0);
  await givenSales(sellerId, 3);
  await moveClock(owner, "25 hours");
  await payAll();
  await moveClock(owner, "24 hours");
  await Promise.all(Array.from({ length: 8 }, () => tellEarnings(db, sellerId)));
  const events = await rows(
    db,
    sql`select id from job_events where user_id = ${sellerId} and kind = 'store_earned'`,
  );
  expect(events).toHaveLength(1);
  expect(await tellAll(sellerId)).toEqual([expect.stringMatching(/of 3 orders has ended: 24,00 ₽/)]);
});

it("a seller whom nobody can write to is marked as told, and is not looked at again", async () => {
  const sellerId = await givenUser(db, 0);
  await givenSales(sellerId, 1);
  await moveClock(owner, "25 hours");
  await payAll();
  await moveClock(owner, "24 hours");
  expect(await tellAll(sellerId)).toEqual([]);
  expect(await listUntoldSellers(db, 100)).not.toContain(sellerId);
});
