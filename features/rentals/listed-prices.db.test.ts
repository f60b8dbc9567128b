import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { listRentOffers } from "#features/pricing/rent/rent.reads.ts";
import { agreeRentHour } from "#features/pricing/rent/rent.writes.ts";
import { extendRental } from "#features/rentals/extensions/extensions.writes.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { rentInput } from "#features/rentals/rent-inputs.factory.ts";
import { db, owner } from "#features/rentals/rentals-writes.factory.ts";
import { setRentHourCosts } from "#features/supply/rent/rent.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock } from "#lib/testing/move-clock.ts";

/** Countries that nothing else here is rented in. */
const countries = [4, 7, 10, 12, 16];
const freshCountry = () => countries.pop() as number;

describe("without a limit a rental costs what was last listed, and the tolerance", () => {
  const service = 52;
  const limitOf = (named: number | null) => (named === null ? null : kopecks(named));
  const raise = (supplierId: number, countryId: number, costKopecks: number) =>
    withTransaction(db, (tx) =>
      setRentHourCosts(tx, supplierId, [
        { countryId, serviceId: service, costKopecks: kopecks(costKopecks) },
      ]),
    );
  const settled = () => execute(owner, sql`update job_clock set offset_interval = '0'`);
  const codeOf = (rented: Promise<unknown>) =>
    rented.then(
      () => "rented",
      (error: { code: string }) => error.code,
    );

  it("a dearer hour is refused until it has been listed; who names the price gets it", async () => {
    const countryId = freshCountry();
    const { supplierId } = await givenRentOffer(db, { countryId, services: [service] });
    const userId = await givenUser(db, 1_000_000);
    const rent = (maxPriceKopecks: number | null = null) =>
      codeOf(rentNumber(db, rentInput({ userId, countryId, maxPriceKopecks: limitOf(maxPriceKopecks) })));
    await raise(supplierId, countryId, 105);
    expect(await rent()).toBe("rented");
    await raise(supplierId, countryId, 200);
    expect(await rent()).toBe("NO_NUMBERS");
    expect((await getBalance(db, userId)).heldKopecks).toBe(588);
    expect(await rent(2_000)).toBe("rented");
    await moveClock(owner, "61 seconds");
    expect(await rent()).toBe("rented");
    await settled();
  });

  it("the next supplier's dear number is not sold for the cheap one that somebody has just rented", async () => {
    const countryId = freshCountry();
    await givenRentOffer(db, { countryId, services: [service], count: 1 });
    await givenRentOffer(db, { countryId, services: [service], hourCostKopecks: 2_000 });
    const userId = await givenUser(db, 1_000_000);
    const rent = () => codeOf(rentNumber(db, rentInput({ userId, countryId })));
    expect([await rent(), await rent()]).toEqual(["rented", "NO_NUMBERS"]);
    expect((await getBalance(db, userId)).heldKopecks).toBe(560);
    await moveClock(owner, "61 seconds");
    expect(await rent()).toBe("rented");
    await settled();
  });

  it("an extension that costs more than it did is refused with its price; who names it gets it", async () => {
    const countryId = freshCountry();
    const { supplierId } = await givenRentOffer(db, { countryId, services: [service] });
    const userId = await givenUser(db, 1_000_000);
    const { id: rentalId } = await rentNumber(db, rentInput({ userId, countryId }));
    let key = 0;
    const extend = (maxPriceKopecks: number | null = null) => {
      key += 1;
      const limit = limitOf(maxPriceKopecks);
      return extendRental(db, {
        ...{ userId, rentalId, hours: 4, maxPriceKopecks: limit, channel: "site" as const },
        idempotencyKey: `risen-extension-${rentalId}-${key}`,
      });
    };
    await raise(supplierId, countryId, 200);
    await expect(extend()).rejects.toMatchObject({
      code: "WRONG_MAX_PRICE",
      details: { minPriceKopecks: 1_120 },
    });
    expect((await getBalance(db, userId)).availableKopecks).toBe(1_000_000 - 560);
    expect(await extend(1_120)).toMatchObject({ priceKopecks: 1_120 });
    await moveClock(owner, "61 seconds");
    expect(await extend()).toMatchObject({ priceKopecks: 1_120 });
    await settled();
  });
});

describe("an hour's price that was agreed", () => {
  const service = 52;
  const agree = (userId: number, countryId: number, hourKopecks: number) =>
    agreeRentHour(db, { userId, serviceId: service, countryId, hourKopecks: kopecks(hourKopecks) });

  it("rents no number that costs us more, and its list shows none", async () => {
    const countryId = freshCountry();
    await givenRentOffer(db, { countryId, services: [service], count: 1, hourCostKopecks: 100 });
    await givenRentOffer(db, { countryId, services: [service], count: 4, hourCostKopecks: 101 });
    const userId = await givenUser(db, 1_000_000);
    await agree(userId, countryId, 100);
    const filter = { serviceId: service, countryId, channel: "api", fullRentServiceId: 0 } as const;
    const shown = async (of: number | null) =>
      (await listRentOffers(db, { ...filter, userId: of })).map(({ count }) => count);
    expect([await shown(userId), await shown(null)]).toEqual([[1], [5]]);
    await rentNumber(db, rentInput({ userId, countryId }));
    await expect(rentNumber(db, rentInput({ userId, countryId }))).rejects.toMatchObject({
      code: "NO_NUMBERS",
    });
    expect((await getBalance(db, userId)).heldKopecks).toBe(400);
  });

  it("extends at what the hour costs us by now, and only for who names that price", async () => {
    const countryId = freshCountry();
    const { supplierId } = await givenRentOffer(db, { countryId, services: [service] });
    const userId = await givenUser(db, 1_000_000);
    await agree(userId, countryId, 110);
    const { id: rentalId } = await rentNumber(db, rentInput({ userId, countryId }));
    await withTransaction(db, (tx) =>
      setRentHourCosts(tx, supplierId, [{ countryId, serviceId: service, costKopecks: kopecks(200) }]),
    );
    const extend = (maxPriceKopecks: number | null) =>
      extendRental(db, {
        ...{ userId, rentalId, hours: 4, channel: "site" as const },
        maxPriceKopecks: maxPriceKopecks === null ? null : kopecks(maxPriceKopecks),
        idempotencyKey: `agreed-extension-${rentalId}-${maxPriceKopecks}`,
      });
    const refused = { code: "WRONG_MAX_PRICE", details: { minPriceKopecks: 800 } };
    await expect(extend(null)).rejects.toMatchObject(refused);
    await expect(extend(799)).rejects.toMatchObject(refused);
    expect((await getBalance(db, userId)).availableKopecks).toBe(1_000_000 - 440);
    expect(await extend(800)).toMatchObject({ priceKopecks: 800 });
  });
});
