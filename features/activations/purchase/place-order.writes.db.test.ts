import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import {
  type Placed,
  type Placement,
  placeOrder,
} from "#features/activations/purchase/place-order.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { one } from "#lib/db/query.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();

let lastCountry = 300;

async function givenMarket(
  count: number,
  priceKopecks = 1_400,
): Promise<{ countryId: number; offerId: number }> {
  lastCountry += 1;
  const { offerId } = await givenOffer(db, { countryId: lastCountry, count, priceKopecks, costKopecks: 100 });
  return { countryId: lastCountry, offerId };
}

function placement(input: Partial<Placement>): Placement {
  return {
    userId: 0,
    idempotencyKey: crypto.randomUUID(),
    serviceId: 52,
    countryId: 6,
    operator: "any",
    maxPriceKopecks: null,
    channel: "api",
    excludedSuppliers: [],
    inputHash: "hash",
    ...input,
  };
}

/** All at once: up to 64 go together, whoever a batch cannot judge goes alone behind it. */
const placeAll = (wishes: readonly Partial<Placement>[]) =>
  Promise.all(wishes.map((input) => placeOrder(db, placement(input))));

const countOf = (placed: readonly Placed[], outcome: Placed["outcome"]) =>
  placed.filter((one) => one.outcome === outcome).length;

describe("orders placed at the same moment", () => {
  it("200 buyers for 50 numbers get exactly 50, each number once", async () => {
    const { countryId } = await givenMarket(50);
    const users = await Promise.all(Array.from({ length: 200 }, () => givenUser(db, 1_400)));
    const placed = await placeAll(users.map((userId) => ({ userId, countryId })));
    expect([countOf(placed, "waiting"), countOf(placed, "no_numbers")]).toEqual([50, 150]);
    const numbers = placed.flatMap(({ number }) => number ?? []);
    expect(new Set(numbers).size).toBe(50);
  });

  it("one buyer's 64 with money for 40 buy exactly 40", async () => {
    const { countryId } = await givenMarket(100);
    const userId = await givenUser(db, 40 * 1_400);
    const placed = await placeAll(Array.from({ length: 64 }, () => ({ userId, countryId })));
    expect([countOf(placed, "waiting"), countOf(placed, "no_balance")]).toEqual([40, 24]);
    const wallet = await one<{ left: number }>(
      db,
      sql`select posted_kopecks - held_kopecks as left from ledger_accounts where user_id = ${userId}`,
    );
    expect(wallet.left).toBe(0);
  });

  it("money that does not reach for a dear number still buys the cheap one behind it", async () => {
    const dear = await givenMarket(40, 10_000);
    const cheap = await givenMarket(40, 100);
    const userId = await givenUser(db, 40 * 100);
    const wishes = Array.from({ length: 40 }, () => [
      { userId, countryId: dear.countryId },
      { userId, countryId: cheap.countryId },
    ]).flat();
    const placed = await placeAll(wishes);
    expect([countOf(placed, "waiting"), countOf(placed, "no_balance")]).toEqual([40, 40]);
  });

  it("the same key buys once, and everybody who used it gets that order", async () => {
    const { countryId } = await givenMarket(100);
    const userId = await givenUser(db, 100 * 1_400);
    const placed = await placeAll(
      Array.from({ length: 60 }, () => ({ userId, countryId, idempotencyKey: "the same" })),
    );
    expect([countOf(placed, "waiting"), countOf(placed, "replayed")]).toEqual([1, 59]);
    expect(new Set(placed.map(({ activation_id }) => activation_id)).size).toBe(1);
  });

  it("different wishes are answered each for itself", async () => {
    const { countryId, offerId } = await givenMarket(100);
    const empty = await givenMarket(0);
    const rich = await Promise.all(Array.from({ length: 20 }, () => givenUser(db, 10_000)));
    const poor = await Promise.all(Array.from({ length: 20 }, () => givenUser(db, 100)));
    const placed = await placeAll([
      ...rich.map((userId) => ({ userId, countryId })),
      ...poor.map((userId) => ({ userId, countryId })),
      ...rich.map((userId) => ({ userId, countryId, maxPriceKopecks: 1_399 as never })),
      ...rich.map((userId) => ({ userId, countryId: empty.countryId })),
      ...rich.map((userId) => ({ userId, countryId, operator: "nobody" })),
      ...rich.map((userId) => ({ userId, countryId, excludedSuppliers: [-1] })),
    ]);
    const outcomes = placed.map(({ outcome }) => outcome);
    const expected = ["waiting", "no_balance", "price", "no_numbers", "no_numbers", "waiting"] as const;
    expect(outcomes).toEqual(expected.flatMap((outcome) => Array<string>(20).fill(outcome)));
    expect(
      new Set(placed.filter(({ outcome }) => outcome === "waiting").map(({ offer_id }) => offer_id)),
    ).toEqual(new Set([offerId]));
  });

  it("one that the database refuses does not take the others with it", async () => {
    const { countryId } = await givenMarket(60);
    const users = await Promise.all(Array.from({ length: 40 }, () => givenUser(db, 1_400)));
    const wishes: Partial<Placement>[] = users.map((userId) => ({ userId, countryId }));
    // An id that no column holds breaks the whole statement.
    wishes[20] = { ...wishes[20], serviceId: 2 ** 40 };
    const settled = await Promise.allSettled(wishes.map((input) => placeOrder(db, placement(input))));
    expect(settled.filter(({ status }) => status === "rejected")).toHaveLength(1);
    expect(settled[20]?.status).toBe("rejected");
    expect(
      countOf(
        settled.flatMap((one) => (one.status === "fulfilled" ? one.value : [])),
        "waiting",
      ),
    ).toBe(39);
  });

  it("orders of one moment share a transaction, a lone one has its own", async () => {
    const { countryId } = await givenMarket(60);
    const users = await Promise.all(Array.from({ length: 50 }, () => givenUser(db, 1_400)));
    const transactions = async () =>
      (
        await one<{ count: number }>(
          db,
          sql`select count(distinct xmin::text)::int as count from activations where country_id = ${countryId}`,
        )
      ).count;
    await placeAll(users.slice(0, 48).map((userId) => ({ userId, countryId })));
    expect(await transactions()).toBe(1);
    for (const userId of users.slice(48)) await placeOrder(db, placement({ userId, countryId }));
    expect(await transactions()).toBe(3);
  });

  it("the call for many is planned once, and by indexes however empty the tables were", async () => {
    const { settings } = await one<{ settings: string[] | null }>(
      db,
      sql`select proconfig as settings from pg_proc where proname = 'activations_buy'`,
    );
    expect(settings).toEqual(["plan_cache_mode=force_generic_plan", "enable_seqscan=off"]);
  });
});
