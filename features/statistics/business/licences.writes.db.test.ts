import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { givenAgent, givenLicence, givenProduct } from "#features/licences/licences.factory.ts";
import { buyLicence, renewLicence } from "#features/licences/sales/sale.writes.ts";
import { listBusinessDays, listTopServices } from "#features/statistics/business/business.reads.ts";
import { addSums, noSums } from "#features/statistics/business/business.rules.ts";
import { countBusiness } from "#features/statistics/business/business.writes.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
/** The figures of every day together: midnight (UTC) may come between two sales. */
const sumDays = async () => (await listBusinessDays(db)).reduce(addSums, noSums);

test("bought and renewed licences count as orders and revenue, and as none of a service", async () => {
  const userId = await givenCustomer(db, 10_000);
  const { licenceId } = await givenLicence(db, { userId });
  await renewLicence(db, {
    ...{ userId, licenceId, maxPriceKopecks: null, channel: "site", idempotencyKey: randomUUID() },
  });
  while ((await countBusiness(db, 100)) > 0);
  const sums = await sumDays();
  expect(sums).toMatchObject({ placed: 2, capturedKopecks: 2_000, refundedKopecks: 0, costKopecks: 0 });
  expect(await listTopServices(db)).toEqual([]);
});

test("the share of an agent is a cost of the day on which it was earned", async () => {
  const agent = await givenAgent(db);
  const { productId } = await givenProduct(db);
  await buyLicence(db, {
    ...{ userId: await givenCustomer(db, 10_000), productId, maxPriceKopecks: null, channel: "site" },
    ...{ agent: { code: agent.code }, idempotencyKey: randomUUID() },
  });
  while ((await countBusiness(db, 100)) > 0);
  expect(await sumDays()).toMatchObject({ placed: 3, capturedKopecks: 3_000, costKopecks: 100 });
});
