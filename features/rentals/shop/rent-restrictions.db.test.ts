import { randomUUID } from "node:crypto";
import sql, { type Sql } from "sql-template-tag";
import { expect, test } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { extendRental } from "#features/rentals/extensions/extensions.writes.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { rentInput } from "#features/rentals/rent-inputs.factory.ts";
import { db, outcomes, owner } from "#features/rentals/rentals-writes.factory.ts";
import {
  listRentCountries,
  listRentServices,
  listSupplierRentStock,
  readSupplierRentOffers,
} from "#features/supply/rent/rent.reads.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { execute } from "#lib/db/query.ts";

const [TELEGRAM, WHATSAPP] = [52, 1];
const codes = { tg: TELEGRAM, wa: WHATSAPP, full: null } as const;

/** A supplier of numbers of two operators for Telegram, WhatsApp and as a whole, and what the desk lets it sell. */
async function givenRestricted(countryId: number, restriction: Sql) {
  const services = Object.values(codes);
  const { supplierId } = await givenRentOffer(db, { countryId, services, operator: "telkomsel", count: 3 });
  await givenRentOffer(db, { countryId, services, operator: "axis", count: 2, supplierId });
  await execute(owner, sql`update supply_suppliers set ${restriction} where id = ${supplierId}`);
  return supplierId;
}

/** Which of the services can be rented there, by trying. */
async function rentable(countryId: number, operator = "any"): Promise<string[]> {
  const userId = await givenUser(db, 100_000);
  const tried = await Promise.all(
    Object.keys(codes).map(async (serviceCode) => {
      const { done, codes: refused } = await outcomes([
        rentNumber(db, rentInput({ userId, serviceCode, countryId, operator })),
      ]);
      expect(refused).toEqual(done.length > 0 ? [] : ["NO_NUMBERS"]);
      return done.length > 0 ? [serviceCode] : [];
    }),
  );
  return tried.flat();
}

/** Which of them the lists show there: those of one service, that of all, and that of the country. */
async function listed(countryId: number): Promise<Record<"alone" | "together" | "here", string[]>> {
  const nameOf = (serviceId: number | null) =>
    Object.entries(codes).flatMap(([code, id]) => (id === serviceId ? [code] : []));
  const alone = await Promise.all(
    Object.values(codes).map((serviceId) => readSupplierRentOffers(db, { serviceId, countryId })),
  );
  const together = await listSupplierRentStock(db);
  const here = await readSupplierRentOffers(db, { countryId });
  const names = (offers: readonly { serviceId: number | null; countryId: number }[]) => {
    const found = offers.filter((one) => one.countryId === countryId).map((one) => one.serviceId);
    return [...new Set(found)].flatMap(nameOf).sort();
  };
  return { alone: names(alone.flat()), together: names(together), here: names(here) };
}

const everywhere = (services: string[]) => ({ alone: services, together: services, here: services });

test("a supplier without restrictions rents every service and whole numbers out, and all of it is listed", async () => {
  await givenRestricted(4, sql`allowed_service_ids = '{}'`);
  expect(await listed(4)).toEqual(everywhere(["full", "tg", "wa"]));
  expect(await rentable(4)).toEqual(["tg", "wa", "full"]);
});

test("a supplier that may sell one service rents no other out and no whole number, and shows none", async () => {
  await givenRestricted(7, sql`allowed_service_ids = ${[TELEGRAM]}::int[]`);
  expect(await listed(7)).toEqual(everywhere(["tg"]));
  expect(await rentable(7)).toEqual(["tg"]);
});

test("a supplier that may sell in other countries alone rents nothing out here, and the country is not offered", async () => {
  await givenRestricted(10, sql`allowed_country_ids = ${[15]}::int[]`);
  expect(await listed(10)).toEqual(everywhere([]));
  expect(await listRentCountries(db)).not.toContain(10);
  expect(await rentable(10)).toEqual([]);
});

test("a supplier that may sell one operator's numbers rents those out alone, and counts no others", async () => {
  await givenRestricted(6, sql`allowed_operators = '{axis}'`);
  const offers = await readSupplierRentOffers(db, { serviceId: TELEGRAM, countryId: 6 });
  expect(offers.map(({ operator, count }) => [operator, count])).toEqual([["axis", 2]]);
  const counted = (await listSupplierRentStock(db)).filter(({ countryId }) => countryId === 6);
  expect(counted.map(({ count }) => count)).toEqual([2, 2, 2]);
  expect(await rentable(6, "telkomsel")).toEqual([]);
  expect(await rentable(6)).toContain("tg");
});

test("what is rented goes on when its supplier may not sell it any more, and can be extended; nobody rents it anew", async () => {
  const supplierId = await givenRestricted(22, sql`allowed_service_ids = '{}'`);
  const userId = await givenUser(db, 100_000);
  const { id } = await rentNumber(db, rentInput({ userId, countryId: 22 }));
  await execute(
    owner,
    sql`update supply_suppliers set allowed_service_ids = ${[WHATSAPP]}::int[] where id = ${supplierId}`,
  );
  expect(await rentable(22)).toEqual(["wa"]);
  const extended = await extendRental(db, {
    ...{ userId, rentalId: id, hours: 4, maxPriceKopecks: null, channel: "site" },
    idempotencyKey: randomUUID(),
  });
  expect(extended.replayed).toBe(false);
});

test("a service that no supplier may rent out is not offered for rent", async () => {
  const only = sql`update supply_suppliers set allowed_service_ids = ${[TELEGRAM]}::int[]`;
  await execute(owner, only);
  expect(await listRentServices(db)).toEqual([TELEGRAM]);
});
