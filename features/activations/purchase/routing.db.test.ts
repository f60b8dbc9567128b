import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { placeOrder } from "#features/activations/purchase/place-order.writes.ts";
import { buyActivation, type Purchase } from "#features/activations/purchase/purchase.writes.ts";
import { isExploring } from "#features/activations/purchase/routing.rules.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type OfferInput } from "#features/pricing/offers.factory.ts";
import { setRouting } from "#features/pricing/routing/routing.writes.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 24 });
const COUNTRY = 6;

let userId: Awaited<ReturnType<typeof givenUser>>;
let services: number[] = [];
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  userId = await givenUser(db, 10_000_000);
  const found = await rows<{ id: number }>(
    db,
    sql`select id from catalogue_services where code in ('wa', 'vi', 'ig', 'fb', 'ds', 'lf', 'tw', 'am', 'go', 'tg', 'mm', 'ya') order by id`,
  );
  services = found.map(({ id }) => id);
});

/** Each test has a service of its own. */
const givenService = () => services.pop() as number;
const shop = (serviceId: number, priceKopecks: number, input: OfferInput = {}) =>
  givenOffer(db, { serviceId, costKopecks: 500, priceKopecks, ...input });
const worth = (supplierId: number, serviceId: number, triesPercent: number, isTrial = false) => ({
  ...{ serviceId, countryId: COUNTRY, supplierId, triesPercent, waitKopecks: kopecks(0), isTrial },
});

let orders = 0;
/** The next key of which orders explore, or do not. */
function nextKey(user: number, explores = false): string {
  for (;;) {
    orders += 1;
    const idempotencyKey = `order-${orders}`;
    if (isExploring({ userId: user, idempotencyKey }, env.ROUTING_EXPLORE_PERCENT) === explores)
      return idempotencyKey;
  }
}

async function buy(input: Partial<Purchase> & { serviceId: number }) {
  const { id } = await buyActivation(db, {
    ...{ userId, countryId: COUNTRY, operator: "any", channel: "api" },
    idempotencyKey: nextKey(input.userId ?? userId),
    maxPriceKopecks: kopecks(5_000),
    ...input,
  });
  return one<{ offerId: number; priceKopecks: number }>(
    db,
    sql`select offer_id as "offerId", price_kopecks as "priceKopecks" from activations where id = ${id}`,
  );
}

/** A cheap supplier whose code takes five attempts, and one for twice the price that nearly always delivers. */
async function givenCheapAndGood(input: OfferInput = {}) {
  const serviceId = givenService();
  const cheap = await shop(serviceId, 1_000, input);
  const good = await shop(serviceId, 2_000, input);
  await setRouting(db, [worth(cheap.supplierId, serviceId, 500), worth(good.supplierId, serviceId, 110)]);
  return { serviceId, cheap, good };
}

describe("a purchase by worth", () => {
  it("takes the offer on which a code is expected to cost the least, at that offer's price", async () => {
    const { serviceId, good } = await givenCheapAndGood();
    expect(await buy({ serviceId })).toEqual({ offerId: good.offerId, priceKopecks: 2_000 });
  });

  it("never passes the buyer's limit", async () => {
    const { serviceId, cheap } = await givenCheapAndGood();
    const bought = await buy({ serviceId, maxPriceKopecks: kopecks(1_999) });
    expect(bought).toEqual({ offerId: cheap.offerId, priceKopecks: 1_000 });
    await expect(buy({ serviceId, maxPriceKopecks: kopecks(999) })).rejects.toMatchObject({
      code: "WRONG_MAX_PRICE",
      details: { minPriceKopecks: 1_000 },
    });
  });

  it("takes the cheapest where no limit is named, and where the buyer asks for the cheapest", async () => {
    const { serviceId, cheap } = await givenCheapAndGood();
    expect(await buy({ serviceId, maxPriceKopecks: null })).toMatchObject({ offerId: cheap.offerId });
    expect(await buy({ serviceId, isCheapest: true })).toMatchObject({ offerId: cheap.offerId });
  });

  it("takes the cheapest where nothing is known of the service in the country", async () => {
    const serviceId = givenService();
    const cheap = await shop(serviceId, 1_000);
    await shop(serviceId, 2_000);
    await setRouting(db, []);
    expect(await buy({ serviceId })).toMatchObject({ offerId: cheap.offerId });
  });

  it("takes what the buyer can pay where the worthier offer is beyond the balance", async () => {
    const { serviceId, cheap } = await givenCheapAndGood();
    const poor = await givenUser(db, 1_500);
    expect(await buy({ serviceId, userId: poor })).toMatchObject({ offerId: cheap.offerId });
  });

  it("goes on to the cheaper one when the worthier is sold out", async () => {
    const { serviceId, cheap, good } = await givenCheapAndGood({ count: 1 });
    expect(await buy({ serviceId })).toMatchObject({ offerId: good.offerId });
    expect(await buy({ serviceId })).toMatchObject({ offerId: cheap.offerId });
    await expect(buy({ serviceId })).rejects.toMatchObject({ code: "NO_NUMBERS" });
  });

  it("keeps to suppliers that were chosen or excluded", async () => {
    const { serviceId, cheap, good } = await givenCheapAndGood();
    const none = { minPriceKopecks: null, supplierIds: null, exceptSupplierIds: [], exceptPrefixes: [] };
    const wished = (choices: object) => buy({ serviceId, choices: { ...none, ...choices } });
    expect(await wished({ exceptPrefixes: ["62000"] })).toMatchObject({ offerId: good.offerId });
    expect(await wished({ supplierIds: [cheap.supplierId] })).toMatchObject({ offerId: cheap.offerId });
    expect(await wished({ exceptSupplierIds: [good.supplierId] })).toMatchObject({ offerId: cheap.offerId });
  });

  it("counts a supplier that few have tried as a good one only where it explores", async () => {
    const serviceId = givenService();
    const known = await shop(serviceId, 1_000);
    const fresh = await shop(serviceId, 1_100);
    await setRouting(db, [
      worth(known.supplierId, serviceId, 130),
      worth(fresh.supplierId, serviceId, 130, true),
    ]);
    expect(await buy({ serviceId })).toMatchObject({ offerId: known.offerId });
    const explored = await buy({ serviceId, idempotencyKey: nextKey(userId, true) });
    expect(explored).toMatchObject({ offerId: fresh.offerId });
  });

  it("repeated with its key answers the first order; asked for the cheapest instead, it is another input", async () => {
    const { serviceId } = await givenCheapAndGood();
    const idempotencyKey = nextKey(userId);
    const first = await buy({ serviceId, idempotencyKey });
    expect(await buy({ serviceId, idempotencyKey })).toEqual(first);
    await expect(buy({ serviceId, idempotencyKey, isCheapest: true })).rejects.toMatchObject({
      code: "IDEMPOTENCY_MISMATCH",
    });
  });
});

describe("orders of one moment", () => {
  it("each go by their own choice, and none is lost", async () => {
    const { serviceId, cheap, good } = await givenCheapAndGood({ count: 20 });
    const placed = await Promise.all(
      Array.from({ length: 24 }, (_, at) =>
        placeOrder(db, {
          ...{
            userId,
            serviceId,
            countryId: COUNTRY,
            operator: "any",
            channel: "api",
            excludedSuppliers: [],
          },
          ...{ maxPriceKopecks: kopecks(5_000), namesLimit: true, routing: at % 2 ? "worth" : null },
          ...{ idempotencyKey: `batch-${at}`, inputHash: `batch-${at}` },
        }),
      ),
    );
    const offers = placed.map(({ offer_id }) => offer_id);
    expect(offers.filter((_, at) => at % 2 === 1)).toEqual(Array.from({ length: 12 }, () => good.offerId));
    expect(offers.filter((_, at) => at % 2 === 0)).toEqual(Array.from({ length: 12 }, () => cheap.offerId));
  });

  it("go on to the cheaper offer when the worthier runs out among them", async () => {
    const { serviceId, cheap, good } = await givenCheapAndGood({ count: 6 });
    const bought = await Promise.all(Array.from({ length: 10 }, () => buy({ serviceId })));
    const of = (offerId: number) => bought.filter((order) => order.offerId === offerId).length;
    expect([of(good.offerId), of(cheap.offerId)]).toEqual([6, 4]);
  });
});

describe("an order whose supplier had no number", () => {
  it("goes on by worth when it was placed by worth, else to the cheapest", async () => {
    const serviceId = givenService();
    const first = await shop(serviceId, 900);
    const cheap = await shop(serviceId, 1_000);
    const good = await shop(serviceId, 2_000);
    await setRouting(db, [
      ...[worth(first.supplierId, serviceId, 100), worth(cheap.supplierId, serviceId, 500)],
      worth(good.supplierId, serviceId, 110),
    ]);
    for (const [isByWorth, offerId] of [
      [true, good.offerId],
      [false, cheap.offerId],
    ] as const) {
      const { id } = await buyActivation(
        db,
        purchase({
          userId,
          serviceId,
          countryId: COUNTRY,
          channel: "api",
          maxPriceKopecks: kopecks(5_000),
          idempotencyKey: nextKey(userId),
        }),
      );
      // As if its number were still to be asked for.
      await execute(owner, sql`update activations set state = 'requested', number = null where id = ${id}`);
      const moved = await one<{ offer_id: number }>(
        db,
        sql`select offer_id from activations_reroute(${id}, ${[first.offerId]}::integer[], '{}', ${isByWorth})`,
      );
      expect(moved.offer_id).toBe(offerId);
    }
  });
});
