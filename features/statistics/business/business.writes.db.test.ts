import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { cancelActivation, expireActivation } from "#features/activations/activations.writes.ts";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { givenSms } from "#features/activations/sms.factory.ts";
import { proposeCorrection } from "#features/back-office/corrections/corrections.writes.ts";
import { readOpenHolds } from "#features/ledger/balances.reads.ts";
import { moveFunds } from "#features/ledger/ledger.writes.ts";
import type { Offer } from "#features/pricing/offers.factory.ts";
import { extendRental } from "#features/rentals/extensions/extensions.writes.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { rentInput } from "#features/rentals/rent-inputs.factory.ts";
import { deliverSmsToRentals } from "#features/rentals/rentals.writes.ts";
import { statisticsBusinessChecks } from "#features/statistics/business/business.checks.ts";
import {
  findCountedAt,
  listBusinessDays,
  listTopCountries,
  listTopServices,
} from "#features/statistics/business/business.reads.ts";
import {
  addSums,
  type BusinessSums,
  marginOf,
  noSums,
  revenueOf,
} from "#features/statistics/business/business.rules.ts";
import { countBusiness } from "#features/statistics/business/business.writes.ts";
import { givenGoods, INDONESIA, KENYA, TELEGRAM } from "#features/statistics/sales.factory.ts";
import type { GivenRentOffer } from "#features/supply/rent-offers.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { listOffences, offenceText } from "#lib/tooling/database/checks.ts";

// Bonuses and shares are moved here without the rows of their features, and figures are corrupted.
const { db, owner } = await useTestDb({ checkAfterwards: false });

let offers: ReadonlyMap<number, Offer>;
let rents: GivenRentOffer;
let staffId: UserId;
let buyer: UserId;
beforeAll(async () => {
  ({ offers, rents, staffId } = await givenGoods(db));
  buyer = await givenCustomer(db, 1_000_000);
});

let keys = 0;
const newKey = () => `business-${++keys}`;

function buy(countryId = INDONESIA) {
  return buyActivation(db, purchase({ userId: buyer, serviceId: TELEGRAM, countryId }));
}

async function buyWithCode(countryId = INDONESIA) {
  const order = await buy(countryId);
  const { supplierId } = offers.get(countryId) as Offer;
  await givenSms(db, supplierId, order.number);
  return order;
}

async function catchUp(): Promise<void> {
  while ((await countBusiness(db, 7)) > 0);
}

async function total(): Promise<BusinessSums> {
  return (await listBusinessDays(db))
    .map(({ day: _, ...sums }) => sums)
    .reduce<BusinessSums>(addSums, noSums);
}

/** What was moved by kind, captured or at once. */
async function movedBy(...kinds: string[]): Promise<number> {
  return (
    await one<{ sum: number }>(
      db,
      sql`select coalesce(sum(amount_kopecks), 0)::bigint as sum from ledger_transfers
          where kind = any (${kinds}::text[]) and phase in ('single', 'post')`,
    )
  ).sum;
}

/** The balance of the house's account of revenue, from the transfers alone. */
async function revenueAccount(): Promise<number> {
  return (
    await one<{ sum: number }>(
      db,
      sql`select coalesce(sum(case when t.credit_account_id = a.id then t.amount_kopecks else -t.amount_kopecks end), 0)::bigint as sum
          from ledger_accounts a join ledger_transfers t on a.id in (t.debit_account_id, t.credit_account_id)
          where a.kind = 'revenue' and t.phase in ('single', 'post')`,
    )
  ).sum;
}

async function found(): Promise<string[]> {
  const offences = await listOffences(owner, statisticsBusinessChecks);
  return offences.filter(({ count }) => count > 0).map(offenceText);
}

describe("the figures of the business", () => {
  test("are zeros for every one of 30 days before the first order", async () => {
    expect(await findCountedAt(db)).toBeNull();
    await catchUp();
    const days = await listBusinessDays(db);
    expect(days).toHaveLength(30);
    expect(await total()).toEqual(noSums);
    expect(await listTopServices(db)).toEqual([]);
    expect(await findCountedAt(db)).not.toBeNull();
  });

  test("are the ledger's to the kopeck, whatever became of the orders", async () => {
    const refunded = await buyWithCode();
    await buyWithCode();
    await buyWithCode(KENYA);
    const [cancelled, expired] = [await buy(), await buy(KENYA)];
    await buy(KENYA);
    await moveClock(owner, "30 seconds");
    await cancelActivation(db, buyer, cancelled.id);
    await expireActivation(db, { id: expired.id, state: "waiting" });
    await proposeCorrection(
      db,
      { kind: "activation_refund", activationId: refunded.id, reason: "the code did not work" },
      { staffId, permission: "money-lead", ip: "192.0.2.1" },
      newKey(),
    );
    const rental = await rentNumber(db, rentInput({ userId: buyer, countryId: INDONESIA }));
    await givenSms(db, rents.supplierId, rental.number, "code 12345", deliverSmsToRentals);
    await extendRental(db, {
      userId: buyer,
      rentalId: rental.id,
      hours: 24,
      maxPriceKopecks: null,
      channel: "site",
      idempotencyKey: newKey(),
    });
    for (const [kind, amount] of [
      ["welcome_bonus", 501],
      ["cashback", 307],
      ["bonus_reversal", 41],
      ["referral_accrual", 77],
      ["referral_reversal", 13],
    ] as const) {
      await moveFunds(db, {
        kind,
        userId: buyer,
        amountKopecks: kopecks(amount),
        houseCode: "main",
        reference: `test:${kind}`,
        reason: "test",
      });
    }
    await catchUp();

    const sums = await total();
    expect(sums).toEqual({
      placed: 7,
      delivered: 3,
      undelivered: 2,
      refunded: 1,
      capturedKopecks: await movedBy("activation", "rental", "rental_extension"),
      refundedKopecks: await movedBy("activation_refund"),
      costKopecks: await movedBy("supplier_share"),
      bonusKopecks: 501 + 307 - 41,
      referralKopecks: 77 - 13,
    });
    expect(sums.costKopecks).toBeGreaterThan(0);
    expect(revenueOf(sums) - sums.costKopecks - sums.referralKopecks).toBe(await revenueAccount());
    expect(marginOf(sums)).toBe((await revenueAccount()) - sums.bonusKopecks);
    expect(await found()).toEqual([]);
  });

  test("list services and countries by purchases, with the money of their own orders", async () => {
    const countries = await listTopCountries(db);
    expect(countries.map(({ id, placed }) => [id, placed])).toEqual([
      [INDONESIA, 4],
      [KENYA, 3],
    ]);
    expect(countries.reduce((sum, row) => sum + row.capturedKopecks, 0)).toBe(
      (await total()).capturedKopecks,
    );
    expect(
      (await listTopServices(db)).map(({ id, placed, bonusKopecks }) => [id, placed, bonusKopecks]),
    ).toEqual([[TELEGRAM, 7, 0]]);
  });

  test("count each transfer once: again, by six workers at once, and after a step that was killed", async () => {
    const before = await total();
    expect(await countBusiness(db, 100)).toBe(0);
    expect(await total()).toEqual(before);
    for (let at = 0; at < 6; at += 1) await buyWithCode();
    await withTransaction(db, async (tx) => {
      const { seen } = await one<{ seen: number }>(
        tx,
        sql`select statistics_count_business((select max(id) from ledger_transfers), 1000) as seen`,
      );
      expect(seen).toBe(18);
      throw new Error("killed");
    }).catch(() => undefined);
    expect(await total()).toEqual(before);
    await Promise.all(Array.from({ length: 6 }, () => countBusiness(db, 5)));
    await catchUp();
    expect(await total()).toMatchObject({ placed: before.placed + 6, delivered: before.delivered + 6 });
    expect(await found()).toEqual([]);
  });

  test("leave out an order that found no number, and count once one whose hold was replaced", async () => {
    const before = await total();
    const order = await buy();
    await catchUp();
    await execute(
      owner,
      sql`select activations_refund(${order.id}, null, array['waiting'], 'failed', 'no_numbers')`,
    );
    const kept = await buyWithCode();
    const { id: hold } = await one<{ id: number }>(
      owner,
      sql`select ledger_hold_one('activation', ${buyer}, 100, ${`activation:${kept.id}:hold:9`}, 'x') as id`,
    );
    await execute(owner, sql`select ledger_resolve_hold(${hold}, 'void', 'rerouted')`);
    await catchUp();
    expect(await total()).toMatchObject({
      placed: before.placed + 1,
      delivered: before.delivered + 1,
      undelivered: before.undelivered,
    });
    expect(await found()).toEqual([]);
  });

  test("count the money of a day from midnight to midnight UTC", async () => {
    const share = (reference: string, at: string, amount: number) =>
      execute(
        owner,
        sql`insert into ledger_transfers (kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference, created_at)
            select 'supplier_share', 'single', d.id, c.id, ${amount}, ${reference}, ${at}::timestamptz
            from ledger_accounts d, ledger_accounts c
            where d.kind = 'revenue' and c.kind = 'supplier' order by c.id limit 1`,
      );
    await share("test:last", "2026-03-01T23:59:59.999999Z", 5);
    await share("test:first", "2026-03-02T00:00:00Z", 7);
    await share("test:elsewhere", "2026-03-03T02:59:59+03:00", 11);
    await catchUp();
    const days = await rows(
      db,
      sql`select to_char(day, 'YYYY-MM-DD') as day, cost_kopecks as cost from statistics_business where day < '2026-04-01' order by day`,
    );
    expect(days).toEqual([
      { day: "2026-03-01", cost: 5 },
      { day: "2026-03-02", cost: 18 },
    ]);
    expect(await found()).toEqual([]);
  });

  test("tell what wallets hold now from their own balances", async () => {
    const held = await one<{ orders: number; kopecks: number }>(
      db,
      sql`select count(*)::int as orders, sum(h.amount_kopecks)::bigint as kopecks from ledger_transfers h
          where h.phase = 'pending' and not exists (select from ledger_transfers r where r.pending_id = h.id)`,
    );
    expect(held.orders).toBeGreaterThan(0);
    expect(await readOpenHolds(db)).toEqual(held);
  });

  test("that differ from the ledger by a kopeck or a purchase are found by the checks", async () => {
    const row =
      "where (day, kind, service_id, country_id) = (select day, kind, service_id, country_id from statistics_business where kind = 'activation' order by 1, 2, 3, 4 limit 1)";
    for (const [column, check] of [
      ["captured_kopecks", "the ledger's revenue account"],
      ["bonus_kopecks", "those of their transfers"],
      ["placed", "those of their transfers"],
    ]) {
      await execute(owner, {
        text: `update statistics_business set ${column} = ${column} + 1 ${row}`,
        values: [],
      });
      expect((await found()).join("\n")).toContain(check);
      await execute(owner, {
        text: `update statistics_business set ${column} = ${column} - 1 ${row}`,
        values: [],
      });
      expect(await found()).toEqual([]);
    }
    await execute(owner, { text: `update statistics_business set placed = -1 ${row}`, values: [] });
    expect((await found()).join("\n")).toContain("fewer purchases than none");
  });
});
