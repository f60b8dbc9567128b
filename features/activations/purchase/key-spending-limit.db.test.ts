import pg from "pg";
import { expect, it, vi } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import type { KeyRights } from "#lib/api/actor.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);
await givenOffer(db, { count: 10 });

/** How many statements it takes, of transactions too. Notices of what was bought before go out when it is their turn. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    const texts = query.mock.calls.map(([asked]) => String((asked as { text?: string })?.text ?? asked));
    return texts.filter((text) => !text.includes("pg_notify")).length;
  } finally {
    query.mockRestore();
  }
}

it("an order of a key with a daily limit takes as many statements as one of a key without", async () => {
  const buy = (dailyLimitKopecks: number | null) => async () => {
    const key: KeyRights = {
      ...{ keyId: 1, isSandbox: false, scopes: ["buy"], dailyLimitKopecks, priceCapKopecks: null },
      ...{ serviceIds: null, countryIds: null, maxPrices: {} },
    };
    await buyActivation(db, purchase({ userId: await user, channel: "api", key }));
  };
  const user = givenUser(db, 100_000);
  // What is kept of policy and catalogue is read once.
  await buy(null)();
  const free = await statementsOf(buy(null));
  expect(free).toBeGreaterThan(0);
  expect(await statementsOf(buy(100_000))).toBe(free);
});
