import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  cancelActivation,
  expireActivation,
  finishActivation,
  reportActivation,
} from "#features/activations/activations.writes.ts";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { givenSms } from "#features/activations/sms.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { extendRental } from "#features/rentals/extensions/extensions.writes.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { rentInput } from "#features/rentals/rent-inputs.factory.ts";
import { cancelRental, deliverSmsToRentals, passTime } from "#features/rentals/rentals.writes.ts";
import { endDueSales, INDONESIA, KENYA, TELEGRAM } from "#features/statistics/sales.factory.ts";
import { suppliedChecks } from "#features/statistics/supplied/supplied.checks.ts";
import { sumSupplied } from "#features/statistics/supplied/supplied.reads.ts";
import {
  type SuppliedExtentKind,
  type SuppliedGrouping,
  type SuppliedKind,
  statusOfState,
  suppliedGroupings,
} from "#features/statistics/supplied/supplied.rules.ts";
import { countSupplied } from "#features/statistics/supplied/supplied.writes.ts";
import { listSuppliedOrders } from "#features/statistics/supplied/supplied-orders.reads.ts";
import { findPeriod } from "#features/statistics/users/users.reads.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { secondsFrom } from "#lib/testing/seconds-from.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { listOffences, offenceText } from "#lib/tooling/database/checks.ts";

const { db, owner } = await useTestDb();

let mine: Offer;
let other: Offer;
let rentSupplier: number;
let buyer: UserId;

/** As an approved application leaves it. */
async function makeOwned(supplierId: number, ownerUserId: number): Promise<void> {
  await execute(
    owner,
    sql`update supply_suppliers set owner_user_id = ${ownerUserId} where id = ${supplierId}`,
  );
}

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  mine = await givenOffer(db, { countryId: INDONESIA, operator: "telkomsel", count: 40 });
  other = await givenOffer(db, { countryId: KENYA, count: 40 });
  rentSupplier = (await givenRentOffer(db, { countryId: INDONESIA, count: 20 })).supplierId;
  const [first, second, third] = [
    await givenCustomer(db, 0),
    await givenCustomer(db, 0),
    await givenCustomer(db, 0),
  ];
  await makeOwned(mine.supplierId, first);
  await makeOwned(other.supplierId, second);
  await makeOwned(rentSupplier, third);
  buyer = await givenCustomer(db, 1_000_000);
});

afterAll(() => endDueSales(db));

let keys = 0;
const newKey = () => `supplied-${++keys}`;
const buy = (countryId = INDONESIA) =>
  buyActivation(db, purchase({ userId: buyer, serviceId: TELEGRAM, countryId }));
const rent = () => rentNumber(db, rentInput({ userId: buyer, countryId: INDONESIA }));

async function sums(supplierId: number, by: SuppliedGrouping = "service", kind: SuppliedExtentKind = "all") {
  return sumSupplied(db, { supplierId, kind, ...(await findPeriod(db, { days: 40 })) }, by);
}
const anything = { status: null, serviceId: null, countryId: null, digits: null, from: null, to: null };
const list = async (supplierId: number, kind: SuppliedKind = "activation", filter = {}) =>
  (await listSuppliedOrders(db, supplierId, { ...anything, kind, ...filter }, { beforeId: null, limit: 100 }))
    .orders;

/** Counts until nothing is left: neither figures nor list change by it, and the sums are those of the list's rows. */
async function countedOf(supplierId: number, kind: SuppliedKind = "activation") {
  const before = [await sums(supplierId), await list(supplierId, kind)];
  while ((await countSupplied(db, 3)) > 0);
  const [figures, orders] = [await sums(supplierId), await list(supplierId, kind)];
  expect([figures, orders]).toEqual(before);
  const statuses = orders.map(({ state }) => statusOfState(kind, state));
  expect(figures.total).toMatchObject({
    requests: orders.length,
    waiting: statuses.filter((status) => status === "waiting").length,
    codes: orders.filter(({ waitSeconds }) => waitSeconds !== null).length,
    cancelled: statuses.filter((status) => status === "cancelled").length,
    sms: orders.reduce((sum, { sms }) => sum + sms, 0),
    shareKopecks: orders.reduce((sum, { shareKopecks }) => sum + shareKopecks, 0),
  });
  return figures.total;
}

const paidTo = async (supplierId: number) =>
  (
    await one<{ sum: number }>(
      db,
      sql`select coalesce(sum(amount_kopecks), 0)::bigint as sum from ledger_movements
          where kind = 'supplier_share' and reference in (
            select 'activation:' || id || ':share' from activations where supplier_id = ${supplierId}
            union select 'rental:' || id || ':share' from rentals where supplier_id = ${supplierId}
            union select 'rental:' || r.id || ':extension:' || e.id || ':share' from rentals r
              join rentals_extensions e on e.rental_id = r.id where r.supplier_id = ${supplierId})`,
    )
  ).sum;

test("a supplier without orders has figures of nothing and an empty list", async () => {
  expect((await sums(mine.supplierId)).total).toMatchObject({ requests: 0, medianSeconds: null });
  expect(await list(mine.supplierId)).toEqual([]);
});

test("an order shows at once, before and after it is counted, whatever becomes of it", async () => {
  const placed = [await buy(), await buy(), await buy(), await buy(), await buy()];
  const [coded, cancelled, reported, expired, open] = placed.map(({ id }) => id) as [
    number,
    number,
    number,
    number,
    number,
  ];
  expect(await countedOf(mine.supplierId)).toMatchObject({ requests: 5, waiting: 5, shareKopecks: 0 });
  await moveClock(owner, "30 seconds");
  for (const _ of [1, 2]) await givenSms(db, mine.supplierId, placed[0]?.number ?? null);
  await cancelActivation(db, buyer, cancelled);
  await reportActivation(db, buyer, reported);
  await expireActivation(db, { id: expired, state: "waiting" });
  const total = {
    requests: 5,
    waiting: 1,
    codes: 1,
    sms: 2,
    cancelled: 3,
    reported: 1,
    medianSeconds: secondsFrom(30),
  };
  expect(await countedOf(mine.supplierId)).toMatchObject({ ...total, shareKopecks: 1_000 });
  // Too young to be counted; then what has ended is, and what runs is put aside.
  await moveClock(owner, "6 minutes");
  expect(await countedOf(mine.supplierId)).toMatchObject(total);
  await finishActivation(db, buyer, coded);
  await expireActivation(db, { id: open, state: "waiting" });
  expect(await countedOf(mine.supplierId)).toMatchObject({ ...total, waiting: 0, cancelled: 4 });
  expect((await sums(mine.supplierId)).total.shareKopecks).toBe(await paidTo(mine.supplierId));
});

test("figures by day, service, country and operator add up to the same whole", async () => {
  for (const by of suppliedGroupings) {
    const { total, byKey, byDay } = await sums(mine.supplierId, by);
    for (const groups of [byKey, byDay]) {
      const requests = [...groups.values()].reduce((sum, one) => sum + one.requests, 0);
      expect(requests).toBe(total.requests);
    }
  }
  expect([...(await sums(mine.supplierId, "operator")).byKey.keys()]).toEqual(["telkomsel"]);
});

test("one partner's list and figures hold nothing of another's, nor of stock that is nobody's", async () => {
  const foreign = await buy(KENYA);
  const unowned = await givenOffer(db, { countryId: 22, count: 3 });
  const nobodys = await buy(22);
  await cancelActivation(db, buyer, nobodys.id);
  const [ours, theirs] = [await list(mine.supplierId), await list(other.supplierId)];
  expect(theirs.map(({ id }) => id)).toEqual([foreign.id]);
  expect(ours.map(({ id }) => id)).not.toContain(foreign.id);
  await moveClock(owner, "6 minutes");
  await countedOf(other.supplierId);
  const kept = await one<{ count: number }>(
    db,
    sql`select count(*)::int as count from statistics_supplied_orders where supplier_id = ${unowned.supplierId}`,
  );
  expect(kept.count).toBe(0);
  // The buyer is not part of what is told.
  expect(Object.keys(theirs[0] ?? {})).not.toContain("userId");
});

test("filters find by status, service, country, digits and day, and a page goes on where the last one ended", async () => {
  const all = await list(mine.supplierId);
  const cancelled = await list(mine.supplierId, "activation", { status: "cancelled" });
  expect(cancelled.map(({ state }) => state).toSorted()).toEqual([
    "banned",
    "cancelled",
    "expired",
    "expired",
  ]);
  expect(await list(mine.supplierId, "activation", { status: "completed" })).toHaveLength(1);
  const number = all[0]?.number ?? "";
  const found = await list(mine.supplierId, "activation", { digits: number.slice(-6) });
  expect(found.map((order) => order.number)).toContain(number);
  expect(await list(mine.supplierId, "activation", { serviceId: 1 })).toEqual([]);
  expect(await list(mine.supplierId, "activation", { countryId: INDONESIA })).toHaveLength(all.length);
  const { to: today } = await findPeriod(db, { days: 1 });
  expect(await list(mine.supplierId, "activation", { to: "2020-01-01" })).toEqual([]);
  expect(await list(mine.supplierId, "activation", { from: "2020-01-01", to: today })).toHaveLength(
    all.length,
  );
  const walked: number[] = [];
  let beforeId: number | null = null;
  do {
    const page: Awaited<ReturnType<typeof listSuppliedOrders>> = await listSuppliedOrders(
      db,
      mine.supplierId,
      { ...anything, kind: "activation" },
      { beforeId, limit: 2 },
    );
    walked.push(...page.orders.map(({ id }) => id));
    beforeId = page.nextBeforeId;
  } while (beforeId !== null);
  expect(walked).toEqual(all.map(({ id }) => id));
});

test("rentals count with what their supplier is given for them and their extensions, each once", async () => {
  const [silent, spoken, cancelled] = [await rent(), await rent(), await rent()];
  await cancelRental(db, buyer, cancelled.id);
  await moveClock(owner, "10 seconds");
  await givenSms(db, rentSupplier, spoken.number, "code 12345", deliverSmsToRentals);
  await extendRental(db, {
    userId: buyer,
    rentalId: spoken.id,
    hours: 24,
    maxPriceKopecks: null,
    channel: "site",
    idempotencyKey: newKey(),
  });
  await moveClock(owner, "21 minutes");
  await passTime(db, silent.id);
  const total = await countedOf(rentSupplier, "rental");
  expect(total).toMatchObject({
    requests: 3,
    waiting: 1,
    codes: 1,
    cancelled: 1,
    medianSeconds: secondsFrom(10),
  });
  expect(total.shareKopecks).toBe(await paidTo(rentSupplier));
  await moveClock(owner, "30 hours");
  await passTime(db, silent.id);
  await passTime(db, spoken.id);
  const ended = await countedOf(rentSupplier, "rental");
  expect(ended).toMatchObject({ waiting: 0, codes: 1, cancelled: 1, shareKopecks: total.shareKopecks });
  expect((await sums(rentSupplier, "service", "activation")).total.requests).toBe(0);
});

test("the checks find nothing now, and every kind of wrong figure", async () => {
  const offences = async () =>
    (await listOffences(owner, suppliedChecks)).filter(({ count }) => count > 0).map(offenceText);
  expect(await offences()).toEqual([]);
  const wrong = [
    ["statistics_supplied set requests = requests + 1", "statistics_supplied set requests = requests - 1"],
    [
      "statistics_supplied set share_kopecks = share_kopecks + 1",
      "statistics_supplied set share_kopecks = share_kopecks - 1",
    ],
    [
      "statistics_supplied_orders set order_id = -order_id",
      "statistics_supplied_orders set order_id = -order_id",
    ],
  ] as const;
  for (const [change, back] of wrong) {
    await execute(owner, { text: `update ${change}`, values: [] });
    expect(await offences()).not.toEqual([]);
    await execute(owner, { text: `update ${back}`, values: [] });
  }
  expect(await offences()).toEqual([]);
});
