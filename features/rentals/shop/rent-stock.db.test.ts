import sql from "sql-template-tag";
import { afterEach, beforeAll, expect, test } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { blockSale } from "#features/policy/policy.writes.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { rentInput } from "#features/rentals/rent-inputs.factory.ts";
import { rentalRoutes } from "#features/rentals/rentals.routes.ts";
import { db, owner, push } from "#features/rentals/rentals-writes.factory.ts";
import { listSupplierRentStock, readSupplierRentOffers } from "#features/supply/rent/rent.reads.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { guest } from "#lib/api/actor.ts";
import { forgetShared } from "#lib/api/shared-answers.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { testApi } from "#lib/testing/test-api.ts";

const api = testApi(db, rentalRoutes, async () => guest);
const [TELEGRAM, WHATSAPP, VIBER] = [52, 20, 46];
const goods = [TELEGRAM, WHATSAPP, VIBER, null];

beforeAll(async () => {
  const userId = await givenUser(db, 1_000_000);
  const rent = async (serviceCode: string) => {
    const { number } = await rentNumber(db, rentInput({ userId, serviceCode }));
    return Number(number);
  };
  const { supplierId, numbers } = await givenRentOffer(db, { services: goods, count: 10 });
  const [first, second, third] = numbers;
  // One for two services alone, one for none that is sold, one switched off.
  await execute(
    owner,
    sql`update supply_rent_numbers set service_ids = ${[TELEGRAM, VIBER, VIBER]} where number = ${first}`,
  );
  await execute(owner, sql`update supply_rent_numbers set service_ids = '{}' where number = ${second}`);
  await execute(owner, sql`update supply_rent_numbers set online = false where number = ${third}`);
  await push({ supplierId, number: await rent("tg") }, "code 1234");
  await rent("tg");
  await rent("full");
  await givenRentOffer(db, { countryId: 8, services: [TELEGRAM], hourCostKopecks: 90, count: 2 });
});

afterEach(() => {
  forgetPolicy(db);
  forgetShared(db);
});

test("counting all services for rent at once gives what counting them one by one gives", async () => {
  const stock = await listSupplierRentStock(db);
  for (const serviceId of goods) {
    const alone = await readSupplierRentOffers(db, { serviceId });
    const sums = [6, 8].map((countryId) => ({
      together: stock.find((one) => one.serviceId === serviceId && one.countryId === countryId)?.count ?? 0,
      alone: alone.filter((one) => one.countryId === countryId).reduce((sum, { count }) => sum + count, 0),
    }));
    expect(
      sums.map(({ together }) => together),
      String(serviceId),
    ).toEqual(sums.map((each) => each.alone));
    expect(sums[0]?.alone, String(serviceId)).toBeGreaterThan(0);
  }
});

test("a service for rent has its lowest price for four hours and the free numbers of all countries", async () => {
  const { body } = await api.call("GET", "/api/rent/stock");
  const telegram = body.find(({ external_id }: { external_id: string }) => external_id === "tg");
  const prices = await api.call("GET", "/api/rent/get-prices?service_external_id=tg");
  expect(telegram).toEqual({
    ...{ id: TELEGRAM, external_id: "tg", price: prices.body[0].price },
    count: prices.body.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
  });
  expect(telegram.price).toBeLessThan(prices.body[1].price);
  expect(body.map(({ external_id }: { external_id: string }) => external_id)).toContain("full");
});

test("what may not be rented is no stock, although there are numbers", async () => {
  await withTransaction(db, (tx) =>
    blockSale(tx, {
      ...{ serviceId: WHATSAPP, effect: "deny", reasonCode: "KILL_SWITCH" },
      ...{ reasonText: "test", actor: "test" },
    }),
  );
  forgetPolicy(db);
  const { body } = await api.call("GET", "/api/rent/stock");
  expect(body.map(({ id }: { id: number }) => id)).not.toContain(WHATSAPP);
  expect(body.map(({ id }: { id: number }) => id)).toContain(TELEGRAM);
});
