import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { cancelActivation } from "#features/activations/activations.writes.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { spendOnOrder } from "#features/activations/spending.factory.ts";
import { getDebt } from "#features/ledger/debts/debts.reads.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { payCashback, takeInTopUp } from "#features/loyalty/loyalty.jobs.ts";
import { getLoyalty, listPaidWeekViews } from "#features/loyalty/loyalty.reads.ts";
import { reverseBonuses } from "#features/loyalty/loyalty.writes.ts";
import { findRound } from "#features/loyalty/weeks/weeks.reads.ts";
import { openRounds, payRound } from "#features/loyalty/weeks/weeks.writes.ts";
import { givenTopUp, reverseTopUp, type TopUpInput } from "#features/payments/top-ups.factory.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { askBehind } from "#lib/testing/ask-behind.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();

let lastUser = 9_000;
const newUser = () => ++lastUser;

/** A top-up that its subscribers have heard of. */
async function topUp(input: TopUpInput): Promise<number> {
  const paymentId = await givenTopUp(db, input);
  await takeInTopUp(db, { paymentId });
  return paymentId;
}

/** Sets the database's clock to a moment; weeks of the test before it are paid and out of the way. */
async function setClock(at: string): Promise<void> {
  await execute(owner, sql`update job_clock set offset_interval = ${at}::timestamptz - clock_timestamp()`);
}

async function sweep(): Promise<number> {
  let paid = 0;
  for (;;) {
    const now = await payCashback(db);
    paid += now;
    const open = await one<{ open: number }>(
      db,
      sql`select count(*)::int as open from loyalty_rounds where closed_at is null
          and starts_at + interval '7 days 10 minutes' <= app_now()`,
    );
    if (open.open === 0) return paid;
  }
}

const cashbacksOf = (userId: number) =>
  rows<{ reference: string; amount: number }>(
    db,
    sql`select t.reference, t.amount_kopecks as amount from ledger_transfers t join ledger_accounts a on a.id = t.credit_account_id
        where a.user_id = ${userId} and t.kind = 'cashback' order by t.id`,
  );
const balanceOf = async (userId: number) => (await getBalance(db, userId)).availableKopecks;

const spend = (userId: number, amountKopecks: number) => spendOnOrder(db, userId, amountKopecks);

beforeEach(async () => {
  await setClock("2026-11-18T12:00:00Z");
  await execute(
    owner,
    sql`update loyalty_settings set since = '2026-11-02T00:00:00Z', welcome_bp = 0, cashback_cap_kopecks = null, uncounted_methods = '{}'`,
  );
});

describe("a week", () => {
  test("is paid on Monday in UTC for the week before, once, with an event, and is in the history then", async () => {
    const user = newUser();
    await topUp({ userId: user, amountKopecks: 200_000 });
    await topUp({ userId: user, amountKopecks: 150_000 });
    expect(await getLoyalty(db, user)).toMatchObject({
      week: "2026-W47",
      totalKopecks: 350_000,
      predictedKopecks: 7_000,
      rank: 2,
      cashbackBp: 200,
      next: { fromKopecks: 1_000_000, cashbackBp: 300, missingKopecks: 650_000 },
      pending: null,
    });
    await setClock("2026-11-22T23:59:50Z");
    await sweep();
    expect(await cashbacksOf(user)).toEqual([]);
    await setClock("2026-11-23T00:05:00Z");
    await sweep();
    expect(await cashbacksOf(user)).toEqual([]);
    expect(await getLoyalty(db, user)).toMatchObject({
      week: "2026-W48",
      totalKopecks: 0,
      pending: { week: "2026-W47", cashbackKopecks: 7_000 },
    });
    await setClock("2026-11-23T00:10:01Z");
    await sweep();
    await sweep();
    expect(await cashbacksOf(user)).toEqual([{ reference: `cashback:${user}:2026-W47`, amount: 7_000 }]);
    expect(await getLoyalty(db, user)).toMatchObject({ pending: null });
    const { weeks, isMore } = await listPaidWeekViews(db, user, { before: null, limit: 12 });
    expect(isMore).toBe(false);
    expect(weeks).toMatchObject([
      {
        week: "2026-W47",
        startsAt: "2026-11-16T00:00:00.000Z",
        endsAt: "2026-11-23T00:00:00.000Z",
        totalKopecks: 350_000,
        cashbackBp: 200,
        cashbackKopecks: 7_000,
      },
    ]);
    const events = await rows(db, sql`select kind, data from job_events where user_id = ${user}`);
    expect(events).toEqual([
      { kind: "balance", data: { cashbackWeek: "2026-W47", transferId: expect.any(Number) } },
    ]);
  });

  test("below the lowest rank brings nothing; a kopeck decides, and so does the moment of the week's end", async () => {
    const [less, enough, late] = [newUser(), newUser(), newUser()];
    await topUp({ userId: less, amountKopecks: 99_999 });
    await topUp({ userId: enough, amountKopecks: 100_000 });
    await setClock("2026-11-22T23:59:59.5Z");
    await topUp({ userId: enough, amountKopecks: 100_099 });
    await setClock("2026-11-23T00:00:00Z");
    await topUp({ userId: late, amountKopecks: 100_000 });
    await setClock("2026-11-23T01:00:00Z");
    await sweep();
    expect(await cashbacksOf(less)).toEqual([]);
    expect(await cashbacksOf(enough)).toEqual([{ reference: `cashback:${enough}:2026-W47`, amount: 2_000 }]);
    expect(await cashbacksOf(late)).toEqual([]);
    await setClock("2026-11-30T01:00:00Z");
    await sweep();
    expect(await cashbacksOf(late)).toEqual([{ reference: `cashback:${late}:2026-W48`, amount: 1_000 }]);
  });

  test("that nobody paid for a month is still paid, each week by its own total", async () => {
    const user = newUser();
    await topUp({ userId: user, amountKopecks: 100_000 });
    await setClock("2026-11-25T12:00:00Z");
    await topUp({ userId: user, amountKopecks: 300_000 });
    await setClock("2026-12-23T12:00:00Z");
    await sweep();
    expect(await cashbacksOf(user)).toEqual([
      { reference: `cashback:${user}:2026-W47`, amount: 1_000 },
      { reference: `cashback:${user}:2026-W48`, amount: 6_000 },
    ]);
  });

  test("is one posting, whatever runs twice, at once, or after the clock went back (attack 75)", async () => {
    const users = Array.from({ length: 12 }, newUser);
    for (const userId of users) await topUp({ userId, amountKopecks: 100_000 });
    await setClock("2027-01-11T00:30:00Z");
    await openRounds(db);
    const round = await findRound(db, "2026-W47");
    // Eight workers hold the same picture of the round, as after long pauses.
    await Promise.all(Array.from({ length: 8 }, () => payRound(db, round!, 5)));
    await Promise.all(Array.from({ length: 8 }, () => sweep()));
    await setClock("2026-11-20T12:00:00Z");
    await sweep();
    await payRound(db, round!, 100);
    await setClock("2026-11-23T00:30:00Z");
    await sweep();
    await setClock("2027-01-11T00:30:00Z");
    await sweep();
    for (const userId of users) expect(await cashbacksOf(userId)).toHaveLength(1);
  });

  test("goes on where a killed worker stopped: users that were paid are passed over, the others are not forgotten", async () => {
    await setClock("2027-01-13T12:00:00Z");
    const users = Array.from({ length: 7 }, newUser);
    for (const userId of users) await topUp({ userId, amountKopecks: 100_000 });
    await setClock("2027-01-18T02:00:00Z");
    await openRounds(db);
    const round = await findRound(db, "2027-W02");
    // Killed after the third: that user's mark was never moved.
    await payRound(db, { ...round!, stragglers: -1 }, 3);
    expect((await findRound(db, "2027-W02"))?.afterUserId).toBe(0);
    await sweep();
    for (const userId of users) expect(await cashbacksOf(userId)).toHaveLength(1);
    expect(
      await one(db, sql`select closed_at is not null as closed from loyalty_rounds where week = '2027-W02'`),
    ).toEqual({ closed: true });
  });

  test("takes a top-up in that was credited when it was already being paid", async () => {
    await setClock("2027-01-20T12:00:00Z");
    const user = newUser();
    await setClock("2027-01-25T02:00:00Z");
    await sweep();
    // The clock of the database was set back: the top-up belongs to the week that was paid.
    await setClock("2027-01-24T22:00:00Z");
    await topUp({ userId: user, amountKopecks: 100_000 });
    expect(await cashbacksOf(user)).toEqual([]);
    await setClock("2027-01-25T02:10:00Z");
    await sweep();
    expect(await cashbacksOf(user)).toEqual([{ reference: `cashback:${user}:2027-W03`, amount: 1_000 }]);
  });

  test.each([
    [
      "week 53 ends with the third of January",
      "2026-12-31T23:00:00Z",
      "2027-01-03T23:30:00Z",
      "2027-01-04T00:11:00Z",
      "2026-W53",
    ],
    [
      "a leap day is a day like the others",
      "2028-02-29T12:00:00Z",
      "2028-03-05T23:59:00Z",
      "2028-03-06T00:11:00Z",
      "2028-W09",
    ],
    [
      "clocks going forward move nothing",
      "2027-03-28T00:59:59Z",
      "2027-03-28T23:30:00Z",
      "2027-03-29T00:11:00Z",
      "2027-W12",
    ],
    [
      "clocks going back move nothing",
      "2027-10-31T00:59:59Z",
      "2027-10-31T23:30:00Z",
      "2027-11-01T00:11:00Z",
      "2027-W43",
    ],
  ])("a week is paid as one, whatever its calendar: %s", async (_, first, second, monday, week) => {
    const user = newUser();
    await setClock(first);
    await topUp({ userId: user, amountKopecks: 100_000 });
    await setClock(second);
    await topUp({ userId: user, amountKopecks: 200_000 });
    expect(await getLoyalty(db, user)).toMatchObject({ week, totalKopecks: 300_000 });
    await setClock(monday);
    await sweep();
    expect(await cashbacksOf(user)).toEqual([{ reference: `cashback:${user}:${week}`, amount: 6_000 }]);
  });

  test("has a most when one is configured, and passes over methods that do not count", async () => {
    await setClock("2028-06-07T12:00:00Z");
    await sweep();
    await execute(
      owner,
      sql`update loyalty_settings set cashback_cap_kopecks = 5000, uncounted_methods = '{coupon}'`,
    );
    const user = newUser();
    await topUp({ userId: user, amountKopecks: 500_000 });
    await topUp({ userId: user, amountKopecks: 5_000_000, method: "coupon" });
    expect(await getLoyalty(db, user)).toMatchObject({
      totalKopecks: 500_000,
      predictedKopecks: 5_000,
      capKopecks: 5_000,
    });
    await setClock("2028-06-12T12:00:00Z");
    await sweep();
    expect(await cashbacksOf(user)).toEqual([{ reference: `cashback:${user}:2028-W23`, amount: 5_000 }]);
  });
});

describe("a top-up that is reversed", () => {
  test("leaves the week before it is paid", async () => {
    await setClock("2028-07-05T12:00:00Z");
    const user = newUser();
    const paymentId = await topUp({ userId: user, amountKopecks: 300_000 });
    await reverseTopUp(db, paymentId, 150_000);
    expect(await getLoyalty(db, user)).toMatchObject({
      totalKopecks: 150_000,
      rank: 1,
      predictedKopecks: 1_500,
    });
    await setClock("2028-07-10T12:00:00Z");
    await sweep();
    expect(await cashbacksOf(user)).toEqual([{ reference: `cashback:${user}:2028-W27`, amount: 1_500 }]);
    expect(await reverseBonuses(db, paymentId)).toBe(0);
  });

  test("takes cashback along that was paid for it, once, step by step, and as debt where it was spent", async () => {
    await setClock("2028-08-02T12:00:00Z");
    const user = newUser();
    const paymentId = await topUp({ userId: user, amountKopecks: 400_000 });
    await setClock("2028-08-07T12:00:00Z");
    await sweep();
    expect(await balanceOf(user)).toBe(408_000);
    await reverseTopUp(db, paymentId, 200_000);
    // 200 000 left: 1 % of them instead of 2 % of 400 000.
    expect(await reverseBonuses(db, paymentId)).toBe(6_000);
    expect(await reverseBonuses(db, paymentId)).toBe(0);
    expect(await balanceOf(user)).toBe(202_000);
    expect(await getDebt(db, user)).toBe(0);
    // Everything is spent before the rest is reversed.
    const orderId = await spend(user, 202_000);
    await reverseTopUp(db, paymentId, 400_000);
    await Promise.all(Array.from({ length: 5 }, () => reverseBonuses(db, paymentId)));
    expect(await balanceOf(user)).toBe(0);
    expect(await getDebt(db, user)).toBe(202_000);
    expect((await listPaidWeekViews(db, user, { before: null, limit: 1 })).weeks[0]).toMatchObject({
      cashbackKopecks: 8_000,
      returnedKopecks: 8_000,
    });
    await cancelActivation(db, user, orderId);
  });

  test("with its welcome bonus waits for the week's other top-ups before it holds the wallet", async () => {
    await execute(owner, sql`update loyalty_settings set welcome_bp = 1000`);
    await setClock("2028-08-16T12:00:00Z");
    const { userId } = await givenApiBuyer(db, 0);
    const paymentId = await topUp({ userId, amountKopecks: 200_000, payerFingerprint: "mark of the week" });
    const other = await topUp({ userId, amountKopecks: 100_000 });
    await setClock("2028-08-21T12:00:00Z");
    await sweep();
    await reverseTopUp(db, paymentId, 100_000);
    // As whoever reverses the other one: payment, then wallet.
    const reversed = await askBehind(
      db,
      (tx) => execute(tx, sql`select from payments where id = ${other} for update`),
      () => reverseBonuses(db, paymentId),
      async () => {
        const free = sql`select 1 from ledger_accounts where user_id = ${userId} for update skip locked`;
        expect(await rows(owner, free)).toHaveLength(1);
      },
    );
    expect(reversed).toBeGreaterThan(0);
  });

  test("meets cashback that is paid at the same moment: whoever is first, nothing is paid for what is gone", async () => {
    await setClock("2028-09-06T12:00:00Z");
    const users = Array.from({ length: 20 }, newUser);
    const payments = await Promise.all(users.map((userId) => topUp({ userId, amountKopecks: 100_000 })));
    await setClock("2028-09-11T12:00:00Z");
    await openRounds(db);
    const round = await findRound(db, "2028-W36");
    const taking = payments.map(async (id) => {
      await reverseTopUp(db, id, 100_000);
      await reverseBonuses(db, id);
    });
    await Promise.all([...taking, payRound(db, round!, 10), payRound(db, round!, 20)]);
    await sweep();
    for (const userId of users) {
      const { weeks } = await listPaidWeekViews(db, userId, { before: null, limit: 1 });
      const [week] = weeks;
      expect(week?.returnedKopecks ?? 0).toBe(week?.cashbackKopecks ?? 0);
    }
  });
});

test("the history is paged by week", async () => {
  const user = newUser();
  for (let week = 1; week <= 4; week += 1) {
    await setClock(`2029-01-${String(week * 7 - 3).padStart(2, "0")}T12:00:00Z`);
    await topUp({ userId: user, amountKopecks: 100_000 * week });
  }
  await setClock("2029-02-06T12:00:00Z");
  await sweep();
  const first = await listPaidWeekViews(db, user, { before: null, limit: 3 });
  expect(first).toMatchObject({
    isMore: true,
    weeks: [{ week: "2029-W04" }, { week: "2029-W03" }, { week: "2029-W02" }],
  });
  expect(await listPaidWeekViews(db, user, { before: "2029-W02", limit: 3 })).toMatchObject({
    isMore: false,
    weeks: [{ week: "2029-W01" }],
  });
});
