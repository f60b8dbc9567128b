import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { cancelActivation } from "#features/activations/activations.writes.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { spendOnOrder } from "#features/activations/spending.factory.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { getDebt } from "#features/ledger/debts/debts.reads.ts";
import { reverseDebt } from "#features/ledger/debts/debts.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { decideMissedWelcomes, loyaltySubscribers } from "#features/loyalty/loyalty.jobs.ts";
import { bonusPreview, getLoyalty } from "#features/loyalty/loyalty.reads.ts";
import { reverseBonuses } from "#features/loyalty/loyalty.writes.ts";
import { decideWelcome, forgetOldDevices } from "#features/loyalty/welcome/welcome.writes.ts";
import { toppedUp, topUpReversed } from "#features/payments/payments.topics.ts";
import { givenTopUp, reverseTopUp } from "#features/payments/top-ups.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { publish, type Topic, topicJobs } from "#lib/jobs/topics.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();

let lastMark = 0;
const newMark = () => `mark-${++lastMark}`;

async function newUser(): Promise<UserId> {
  return (await givenApiBuyer(db, 0)).userId;
}

async function topUp(userId: UserId, roubles: number, payerFingerprint?: string): Promise<number> {
  return givenTopUp(db, {
    userId,
    amountKopecks: roubles * 100,
    ...(payerFingerprint ? { payerFingerprint } : {}),
  });
}

/** The provider gives all of it back that it had taken. */
async function giveTopUpBack(paymentId: number, userId: UserId): Promise<void> {
  await withTransaction(db, async (tx) => {
    const row = await one<{ reference: string; amount: number }>(
      tx,
      sql`select 'payment:' || provider || ':' || provider_payment_id || ':taken:' || reversal_version + 1 as reference,
            reversed_kopecks as amount from payments where id = ${paymentId} for update`,
    );
    await reverseDebt(tx, {
      userId,
      amountKopecks: kopecks(row.amount),
      provider: "test-gateway",
      reference: row.reference,
    });
    await execute(
      tx,
      sql`update payments set state = 'credited', reversed_kopecks = 0, debt_kopecks = 0,
            reversal_version = reversal_version + 1 where id = ${paymentId}`,
    );
  });
}

const balanceOf = async (userId: UserId) => (await getBalance(db, userId)).availableKopecks;

/** Signs in from an address with a browser. */
async function signIn(userId: UserId, ip: string, userAgent = "a browser"): Promise<void> {
  await openSession(db, { userId, ip, userAgent });
}

const spend = (userId: number, amountKopecks: number) => spendOnOrder(db, userId, amountKopecks);

beforeEach(async () => {
  await execute(owner, sql`update job_clock set offset_interval = '0'`);
  await execute(
    owner,
    sql`update loyalty_settings set welcome_bp = 1000, welcome_device_days = 90, uncounted_methods = '{}'`,
  );
});

test("a mailbox that is thrown away gets no welcome bonus, is told so before it pays, and keeps its money", async () => {
  const user = await newUser();
  await execute(
    owner,
    sql`update identity_users set email = 'one@mailinator.com', email_key = 'one@mailinator.com' where id = ${user}`,
  );
  expect((await getLoyalty(db, user)).welcome.state).toBe("refused");
  const preview = await bonusPreview(db, user, { amountKopecks: kopecks(100_000) });
  expect(preview.welcome).toMatchObject({ applies: false, bonusKopecks: 0, fromKopecks: null });
  expect(await decideWelcome(db, await topUp(user, 1_000, newMark()))).toBe("refused");
  expect(await balanceOf(user)).toBe(100_000);
  expect(await one(db, sql`select reason from loyalty_welcomes where user_id = ${user}`)).toEqual({
    reason: "mailbox",
  });
});

describe("the first top-up of 1 000 RUB or more", () => {
  test("brings a tenth of itself, once, with an event", async () => {
    const user = await newUser();
    const first = await topUp(user, 1_000, newMark());
    expect(await decideWelcome(db, first)).toBe("granted");
    expect(await balanceOf(user)).toBe(110_000);
    expect(await decideWelcome(db, first)).toBeNull();
    expect(await decideWelcome(db, await topUp(user, 50_000, newMark()))).toBeNull();
    expect(await balanceOf(user)).toBe(5_110_000);
    expect(await one(db, sql`select kind, data from job_events where user_id = ${user}`)).toEqual({
      kind: "balance",
      data: { welcomeBonus: true },
    });
    expect((await getLoyalty(db, user)).welcome).toMatchObject({ state: "granted", bonusKopecks: 10_000 });
  });

  test("may come after smaller ones, which neither bring the bonus nor add up to it (attack 74)", async () => {
    const user = await newUser();
    for (const roubles of [500, 999]) expect(await decideWelcome(db, await topUp(user, roubles))).toBeNull();
    expect(await balanceOf(user)).toBe(149_900);
    expect(await decideWelcome(db, await topUp(user, 1_001))).toBe("granted");
    expect(await balanceOf(user)).toBe(149_900 + 110_110);
  });

  test("is the first: somebody who topped up before the programme began has had theirs", async () => {
    const user = await newUser();
    await moveClock(owner, "-30 days");
    await topUp(user, 2_000, newMark());
    await execute(owner, sql`update job_clock set offset_interval = '0'`);
    expect(await decideMissedWelcomes(db)).toBe(0);
    expect((await bonusPreview(db, user, { amountKopecks: kopecks(100_000) })).welcome).toMatchObject({
      applies: false,
      fromKopecks: null,
    });
    expect(await decideWelcome(db, await topUp(user, 1_000, newMark()))).toBeNull();
    expect(await balanceOf(user)).toBe(300_000);
  });

  test("told a hundred times at once is one bonus", async () => {
    const user = await newUser();
    const paymentId = await topUp(user, 2_000, newMark());
    await Promise.all(Array.from({ length: 100 }, () => decideWelcome(db, paymentId)));
    expect(await balanceOf(user)).toBe(220_000);
  });

  test("brings one bonus when another comes at the same moment, whichever is first", async () => {
    const user = await newUser();
    const payments = await Promise.all(
      [1_000, 2_000, 3_000].map((roubles) => topUp(user, roubles, newMark())),
    );
    const decided = await Promise.all(payments.map((id) => decideWelcome(db, id)));
    expect(decided.filter((state) => state === "granted")).toHaveLength(1);
    expect(decided.filter((state) => state === null)).toHaveLength(2);
  });

  test("is found by the sweep when its notice was lost", async () => {
    const user = await newUser();
    await topUp(user, 1_500, newMark());
    expect(await decideMissedWelcomes(db)).toBe(1);
    expect(await decideMissedWelcomes(db)).toBe(0);
    expect(await balanceOf(user)).toBe(165_000);
  });

  test("is asked about once for many who have theirs", async () => {
    for (let at = 0; at < 12; at += 1)
      await decideWelcome(db, await topUp(await newUser(), 1_000, newMark()));
    let asked = 0;
    const query: Db["query"] = (statement) => {
      asked += 1;
      return db.query(statement);
    };
    expect(await decideMissedWelcomes(Object.assign(Object.create(db), { query }))).toBe(0);
    expect(asked).toBeLessThan(10);
  });

  test("reaches loyalty as a topic of the payments, and so does its end", async () => {
    const user = await newUser();
    const paymentId = await topUp(user, 1_000, newMark());
    const topics = [toppedUp, topUpReversed] as unknown as Topic<never>[];
    const jobs = topicJobs(topics, loyaltySubscribers);
    await withTransaction(db, (tx) => publish(tx, toppedUp, { paymentId, userId: user }));
    await runDueJobs(db, jobs);
    expect(await balanceOf(user)).toBe(110_000);
    await reverseTopUp(db, paymentId, 100_000);
    await withTransaction(db, (tx) => publish(tx, topUpReversed, { paymentId, userId: user }));
    await runDueJobs(db, jobs);
    expect(await balanceOf(user)).toBe(0);
    expect(await getDebt(db, user)).toBe(0);
  });

  test("by a method that does not count brings nothing, and leaves the bonus to the next", async () => {
    await execute(owner, sql`update loyalty_settings set uncounted_methods = '{test-gateway}'`);
    const user = await newUser();
    const paymentId = await topUp(user, 5_000);
    expect(await decideWelcome(db, paymentId)).toBeNull();
    await execute(owner, sql`update loyalty_settings set uncounted_methods = '{}'`);
    expect(await decideWelcome(db, paymentId)).toBe("granted");
  });
});

describe("one person has one bonus", () => {
  test("whatever account is paid for with the same card (attack 74), also many at once", async () => {
    const card = newMark();
    const users = await Promise.all(Array.from({ length: 10 }, newUser));
    const payments = await Promise.all(users.map((user) => topUp(user, 1_000, card)));
    const decided = await Promise.all(payments.map((id) => decideWelcome(db, id)));
    expect(decided.filter((state) => state === "granted")).toHaveLength(1);
    expect(decided.filter((state) => state === "refused")).toHaveLength(9);
    const late = await newUser();
    expect(await decideWelcome(db, await topUp(late, 1_000, card))).toBe("refused");
    expect(await decideWelcome(db, await topUp(late, 1_000, newMark()))).toBeNull();
    expect(await balanceOf(late)).toBe(200_000);
    expect((await getLoyalty(db, late)).welcome).toMatchObject({ state: "refused", bonusKopecks: 0 });
  });

  test("a second card brings no other bonus when it was shown with an account that had one", async () => {
    const [first, second] = [await newUser(), await newUser()];
    const [card, otherCard] = [newMark(), newMark()];
    await decideWelcome(db, await topUp(first, 1_000, card));
    await topUp(first, 300, otherCard);
    expect(await decideWelcome(db, await topUp(second, 1_000, otherCard))).toBe("refused");
  });

  test("a new account at the same mailbox gets no other bonus after the first account is gone", async () => {
    const [first, second] = [await newUser(), await newUser()];
    const key = `${crypto.randomUUID()}@example.com`;
    const rename = (userId: UserId, to: string) =>
      execute(owner, sql`update identity_users set email_key = ${to} where id = ${userId}`);
    await rename(first, key);
    await decideWelcome(db, await topUp(first, 1_000, newMark()));
    await rename(first, `gone-${key}`);
    await rename(second, key);
    expect((await bonusPreview(db, second, { amountKopecks: kopecks(100_000) })).welcome.applies).toBe(false);
    expect(await decideWelcome(db, await topUp(second, 1_000, newMark()))).toBe("refused");
  });

  test("where the provider tells no payer, the device decides, for as long as it is remembered", async () => {
    const [first, second, third, fourth] = [
      await newUser(),
      await newUser(),
      await newUser(),
      await newUser(),
    ];
    await signIn(first, "192.0.2.10");
    await signIn(second, "192.0.2.10");
    await signIn(third, "192.0.2.10", "another browser");
    await signIn(fourth, "192.0.2.10");
    expect(await decideWelcome(db, await topUp(first, 1_000))).toBe("granted");
    expect(await decideWelcome(db, await topUp(second, 1_000))).toBe("refused");
    // Behind one address live many people; and a card of one's own proves a person.
    expect(await decideWelcome(db, await topUp(third, 1_000))).toBe("granted");
    expect(await decideWelcome(db, await topUp(fourth, 1_000, newMark()))).toBe("granted");
    await moveClock(owner, "91 days");
    const later = await newUser();
    await signIn(later, "192.0.2.10");
    expect(await decideWelcome(db, await topUp(later, 1_000))).toBe("granted");
    expect(await forgetOldDevices(db, 100)).toBeGreaterThanOrEqual(3);
  });

  test("two accounts of one device, paid for without a payer at the same moment, get one", async () => {
    const users = await Promise.all(Array.from({ length: 6 }, newUser));
    for (const user of users) await signIn(user, "192.0.2.77");
    const payments = await Promise.all(users.map((user) => topUp(user, 1_000)));
    const decided = await Promise.all(payments.map((id) => decideWelcome(db, id)));
    expect(decided.filter((state) => state === "granted")).toHaveLength(1);
  });

  test("the tables refuse a second bonus whatever asks for it", async () => {
    const again = (columns: string) =>
      execute(owner, {
        text: `insert into loyalty_welcomes (user_id, payment_id, state, base_kopecks, from_kopecks, bonus_kopecks, payer_fingerprint, person_mark)
          select ${columns} from loyalty_welcomes where state = 'granted' and payer_fingerprint is not null limit 1`,
        values: [],
      });
    await expect(again("user_id, -1, 'granted', 1, 1, 0, 'x', 'x'")).rejects.toMatchObject({
      constraint: "loyalty_welcomes_pkey",
    });
    await expect(again("-1, -1, 'granted', 1, 1, 0, payer_fingerprint, 'x'")).rejects.toMatchObject({
      constraint: "loyalty_welcomes_payer",
    });
    await expect(again("-1, -1, 'granted', 1, 1, 0, 'x', person_mark")).rejects.toMatchObject({
      constraint: "loyalty_welcomes_person",
    });
    await expect(execute(db, sql`delete from loyalty_welcomes`)).rejects.toMatchObject({ code: "42501" });
  });
});

describe("a top-up that is reversed", () => {
  test("before anything was decided brings no bonus", async () => {
    const user = await newUser();
    const paymentId = await topUp(user, 1_000, newMark());
    await reverseTopUp(db, paymentId, 100_000);
    expect(await decideWelcome(db, paymentId)).toBeNull();
  });

  test("takes its part of the bonus along, all of it below the bound; what was spent becomes debt", async () => {
    const user = await newUser();
    const paymentId = await topUp(user, 3_000, newMark());
    await decideWelcome(db, paymentId);
    await reverseTopUp(db, paymentId, 100_000);
    expect(await reverseBonuses(db, paymentId)).toBe(10_000);
    expect(await balanceOf(user)).toBe(220_000);
    const orderId = await spend(user, 220_000);
    await reverseTopUp(db, paymentId, 250_000);
    await Promise.all(Array.from({ length: 10 }, () => reverseBonuses(db, paymentId)));
    expect(await getDebt(db, user)).toBe(150_000 + 20_000);
    expect((await getLoyalty(db, user)).welcome).toMatchObject({ state: "granted", bonusKopecks: 0 });
    expect(await decideWelcome(db, await topUp(user, 5_000))).toBeNull();
    await cancelActivation(db, user, orderId);
  });

  test("brings its bonus again, each time that its provider gives it back (a won dispute)", async () => {
    const user = await newUser();
    const paymentId = await topUp(user, 1_000, newMark());
    await decideWelcome(db, paymentId);
    for (let round = 1; round <= 3; round += 1) {
      await reverseTopUp(db, paymentId, 100_000);
      expect(await reverseBonuses(db, paymentId)).toBe(10_000);
      expect([await balanceOf(user), await getDebt(db, user)]).toEqual([0, 0]);
      await giveTopUpBack(paymentId, user);
      expect(await reverseBonuses(db, paymentId)).toBe(-10_000);
      expect(await reverseBonuses(db, paymentId)).toBe(0);
      expect([await balanceOf(user), await getDebt(db, user)]).toEqual([110_000, 0]);
    }
  });

  test("at the very moment of the decision: whoever is first, no bonus stays without its top-up", async () => {
    const users = await Promise.all(Array.from({ length: 15 }, newUser));
    const payments = await Promise.all(users.map((user) => topUp(user, 1_000, newMark())));
    await Promise.all(
      payments.flatMap((id) => [
        decideWelcome(db, id),
        reverseTopUp(db, id, 100_000).then(() => reverseBonuses(db, id)),
      ]),
    );
    for (const user of users) expect((await getLoyalty(db, user)).welcome.bonusKopecks).toBe(0);
  });
});

test("the preview tells what a top-up would bring: bonus, rank and what it adds to the week's cashback", async () => {
  const user = await newUser();
  expect(await bonusPreview(db, user, { amountKopecks: kopecks(50_000) })).toEqual({
    welcome: { applies: false, bonusKopecks: 0, fromKopecks: 100_000, bonusBp: 1_000 },
    cashback: {
      totalKopecks: 50_000,
      predictedKopecks: 0,
      gainKopecks: 0,
      rank: 0,
      cashbackBp: 0,
      next: { fromKopecks: 100_000, cashbackBp: 100, missingKopecks: 50_000 },
    },
  });
  const large = await bonusPreview(db, user, { amountKopecks: kopecks(300_000) });
  expect(large.welcome).toEqual({ applies: true, bonusKopecks: 30_000, fromKopecks: null, bonusBp: 1_000 });
  expect(large.cashback).toMatchObject({
    rank: 2,
    cashbackBp: 200,
    predictedKopecks: 6_000,
    gainKopecks: 6_000,
  });
  await decideWelcome(db, await topUp(user, 2_000, newMark()));
  const next = await bonusPreview(db, user, { amountKopecks: kopecks(100_000) });
  expect(next.welcome).toMatchObject({ applies: false, fromKopecks: null });
  // 2 % of 3 000 RUB instead of 1 % of 2 000.
  expect(next.cashback).toMatchObject({ predictedKopecks: 6_000, gainKopecks: 4_000 });
});
