import sql, { type Sql } from "sql-template-tag";
import { afterEach, beforeAll, expect, it } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { extendRental } from "#features/rentals/extensions/extensions.writes.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { rentalChecks } from "#features/rentals/rentals.checks.ts";
import { deliverSmsToRentals } from "#features/rentals/rentals.writes.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { offendedChecks, undone } from "#lib/testing/undone.ts";

const { db, owner } = await useTestDb({ checkAfterwards: false });

/** A rental that nothing has come for, and one with an SMS and an extension. */
let silent = 0;
let read = 0;

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  const offer = await givenRentOffer(db, { count: 3 });
  const userId = await givenUser(db, 100_000);
  const common = { userId, maxPriceKopecks: null, channel: "site" } as const;
  const input = { ...common, serviceCode: "tg", countryId: 6, operator: "any", hours: 4 };
  silent = (await rentNumber(db, { ...input, idempotencyKey: "silent" })).id;
  const rented = await rentNumber(db, { ...input, idempotencyKey: "read" });
  read = rented.id;
  const { supplierId } = offer;
  const sms = {
    supplierId,
    smsId: 1n,
    phone: Number(rented.number),
    sender: "Telegram",
    text: "Telegram 12345",
  };
  await receiveSms(db, sms, deliverSmsToRentals);
  await extendRental(db, { ...common, rentalId: read, hours: 4, idempotencyKey: "more" });
});

afterEach(async () => {
  expect(await offendedChecks(owner, rentalChecks)).toEqual([]);
});

it("sound rentals break no invariant to begin with", async () => {
  expect(await offendedChecks(owner, rentalChecks)).toEqual([]);
});

/** What somebody could do to the rows by hand, and what finds it. */
const corruptions: readonly [string, () => Sql, RegExp][] = [
  [
    "a price changed",
    () => sql`update rentals set price_kopecks = price_kopecks - 1 where id = ${silent}`,
    /has its hold, of its price/,
  ],
  [
    "a rental of another's money",
    () => sql`update rentals set user_id = user_id + 1 where id = ${silent}`,
    /has its hold, of its price/,
  ],
  [
    "a hold without a rental",
    () => sql`update rentals set hold_id = 0 where id = ${silent}`,
    /every hold belongs/,
  ],
  [
    "canceled without money back",
    () => sql`update rentals set state = 'canceled', closed_at = app_now() where id = ${silent}`,
    /money follows the state/,
  ],
  [
    "captured without money",
    () => sql`update rentals set captured_at = app_now() where id = ${silent}`,
    /captured exactly once/,
  ],
  [
    "received before anything came",
    () => sql`update rentals set state = 'received' where id = ${silent}`,
    /first arrival/,
  ],
  [
    "another part for the supplier",
    () => sql`update rentals set cost_kopecks = cost_kopecks - 1 where id = ${read}`,
    /supplier's part/,
  ],
  [
    "an extension for less",
    () => sql`update rentals_extensions set price_kopecks = 1 where rental_id = ${read}`,
    /every extension has its payment/,
  ],
  [
    "hours for nothing",
    () => sql`update rentals set hours = hours + 1 where id = ${read}`,
    /all hours that were bought/,
  ],
  [
    "months ahead",
    () =>
      sql`update rentals_extensions set expires_after = expires_after + interval '700 hours' where rental_id = ${read}`,
    /four weeks/,
  ],
  [
    "a lease that ended early",
    () => sql`update supply_rent_leases set ended_at = app_now() where rental_id = ${silent}`,
    /has its open lease/,
  ],
  [
    "a lease of another end",
    () => sql`update supply_rent_leases set until = until + interval '1 hour' where rental_id = ${silent}`,
    /has its open lease/,
  ],
  [
    "two on one number",
    () => sql`update supply_rent_leases set service_id = null, number = (select number from supply_rent_leases where rental_id = ${read})
              where rental_id = ${silent}`,
    /rented twice/,
  ],
  [
    "rented again for what it was used for",
    () => sql`insert into supply_rent_used (number, service_id, at)
              select number, service_id, started_at - interval '1 hour' from supply_rent_leases where rental_id = ${silent}`,
    /never rented again/,
  ],
  [
    "dearer than agreed",
    () => sql`update rentals set max_price_kopecks = 1 where id = ${silent}`,
    /never above what the buyer/,
  ],
  [
    "rented below its cost",
    () => sql`update rentals set cost_kopecks = price_kopecks + 1 where id = ${silent}`,
    /never below the supplier's part/,
  ],
  [
    "forgotten by the sweep",
    () => sql`update rentals set due_at = app_now() - interval '2 minutes' where id = ${silent}`,
    /let pass within 60 s/,
  ],
  [
    "closed and open at once",
    () => sql`update rentals set closed_at = app_now() where id = ${silent}`,
    /closed exactly/,
  ],
  [
    "a message lost",
    () => sql`delete from rentals_messages where rental_id = ${read}`,
    /counts are of what is kept/,
  ],
];

it.each(corruptions)("the checks of rentals find %s", async (_name, corrupt, found) => {
  const names = await undone(owner, async (tx) => {
    await execute(tx, corrupt());
    return offendedChecks(tx, rentalChecks);
  });
  expect(names.join("\n")).toMatch(found);
});
