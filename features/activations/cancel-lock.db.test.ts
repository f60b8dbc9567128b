import { expect, test, vi } from "vitest";
import { listActivationViews } from "#features/activations/activations.reads.ts";
import { cancelActivation, reportActivation } from "#features/activations/activations.writes.ts";
import { db, freshCountries, owner } from "#features/activations/activations-writes.factory.ts";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { moveClock } from "#lib/testing/move-clock.ts";

/** What an operator has set. */
vi.mock("#lib/env.ts", async (original) => {
  const real = await original<typeof import("#lib/env.ts")>();
  return { ...real, env: { ...real.env, CANCEL_LOCK_SECONDS: 120 } };
});

async function givenWaiting(countryId: number) {
  await givenOffer(db, { countryId, count: 1 });
  const userId = await givenUser(db, 10_000);
  const { id } = await buyActivation(db, purchase({ userId, countryId }));
  return { userId, id };
}
const heldOf = async (userId: number) => (await getBalance(db, userId)).heldKopecks;

test("with a lock an order is cancelled after its seconds and not before, with the seconds that are left", async () => {
  const { userId, id } = await givenWaiting(freshCountries[0] ?? 0);
  const [view] = await listActivationViews(db, userId, [id], "en");
  expect(view?.cancellableInSeconds).toBeGreaterThan(60);
  const refused = await cancelActivation(db, userId, id).catch((error) => error);
  expect(refused).toMatchObject({ code: "EARLY_CANCEL_DENIED" });
  expect(refused.details.seconds).toBeGreaterThan(60);
  expect(refused.details.seconds).toBeLessThanOrEqual(120);
  expect(await heldOf(userId)).toBe(1_400);
  await moveClock(owner, "121 seconds");
  expect((await listActivationViews(db, userId, [id], "en"))[0]?.cancellableInSeconds).toBe(0);
  await cancelActivation(db, userId, id);
  expect(await getBalance(db, userId)).toMatchObject({ heldKopecks: 0, availableKopecks: 10_000 });
});

test("the lock keeps nobody from reporting a number, which is refunded at once", async () => {
  const { userId, id } = await givenWaiting(freshCountries[1] ?? 0);
  await reportActivation(db, userId, id);
  expect(await getBalance(db, userId)).toMatchObject({ heldKopecks: 0, availableKopecks: 10_000 });
});
