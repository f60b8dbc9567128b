import sql from "sql-template-tag";
import { beforeEach, expect, test } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { spendOnOrder } from "#features/activations/spending.factory.ts";
import { changeSettings } from "#features/identity/identity.writes.ts";
import { listWatchedBalances } from "#features/identity/low-balance/low-balance.reads.ts";
import { lookAtBalances, makeLowBalanceSweep } from "#features/notifications/low-balance/low-balance.jobs.ts";
import { crossingOf } from "#features/notifications/low-balance/low-balance.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { runDueJobs, type SentMail } from "#lib/testing/run-jobs.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();

async function watchedUser(balance: number, threshold: number, locale: Locale = "en"): Promise<UserId> {
  const { userId } = await givenApiBuyer(db, balance);
  await setThreshold(userId, threshold, locale);
  return userId;
}

const setThreshold = (userId: UserId, threshold: number | null, locale?: Locale) =>
  withTransaction(db, (tx) =>
    changeSettings(tx, userId, {
      lowerBalanceKopecks: threshold === null ? null : kopecks(threshold),
      ...(locale ? { locale } : {}),
    }),
  );

/** Money in (above zero), or out into an order. */
async function move(userId: UserId, amount: number): Promise<void> {
  if (amount < 0) return void (await spend(userId, -amount));
  await execute(
    db,
    sql`select * from ledger_move('demo_credit', ${userId}, 'main', ${amount}, ${crypto.randomUUID()}, 'test')`,
  );
}

const spend = (userId: number, amountKopecks: number) => spendOnOrder(db, userId, amountKopecks);

async function look(): Promise<SentMail[]> {
  await makeLowBalanceSweep().run(db);
  return runDueJobs(db, []);
}

beforeEach(async () => {
  await execute(
    owner,
    sql`update identity_settings set lower_balance_kopecks = null, low_balance_armed = false`,
  );
  await execute(owner, sql`update job_clock set offset_interval = '0'`);
});

test.each([
  [9_999, false, null],
  [10_000, false, "arm"],
  [10_000, true, null],
  [9_999, true, "tell"],
  [0, true, "tell"],
] as const)("a balance of %d, armed %s, at a threshold of 10 000: %s", (balance, isArmed, crossing) => {
  expect(crossingOf({ thresholdKopecks: kopecks(10_000), isArmed }, kopecks(balance))).toBe(crossing);
});

test("falling below the threshold is told once; rising and falling again is told again", async () => {
  const user = await watchedUser(20_000, 10_000);
  expect(await look()).toEqual([]);
  await move(user, -10_000);
  expect(await look()).toEqual([]);
  await move(user, -1);
  const [mail] = await look();
  expect(mail?.text).toContain("Your balance has fallen below 100,00\u00a0₽. There is 99,99\u00a0₽ left.");
  expect(mail?.text).toMatch(/\/profile\/pay\n/);
  await move(user, -5_000);
  expect(await look()).toEqual([]);
  await move(user, 50_000);
  expect(await look()).toEqual([]);
  await moveClock(owner, "11 minutes");
  await move(user, -50_000);
  const again = await look();
  expect(again).toHaveLength(1);
  expect(again[0]?.messageId).not.toBe(mail?.messageId);
});

test.each<[Locale, RegExp]>([
  ["en", /^Low balance at SMS Den: 10,00/],
  ["ru", /^Низкий баланс в SMS Den: 10,00/],
  ["cn", /SMS Den 余额不足：10,00/],
  ["tr", /bakiyeniz düşük: 10,00/],
  ["es", /^Saldo bajo en SMS Den: 10,00/],
  ["hi", /SMS Den में कम बैलेंस: 10,00/],
])("the mail speaks the user's language: %s", async (locale, subject) => {
  const user = await watchedUser(20_000, 10_000, locale);
  await look();
  await move(user, -19_000);
  const [mail] = await look();
  expect(mail?.subject).toMatch(subject);
  expect(mail?.text).toContain(locale === "en" ? "3000/profile/pay" : `/${locale}/profile/pay`);
});

test("a balance that was never above the threshold has not fallen below it", async () => {
  const user = await watchedUser(0, 10_000);
  await look();
  await move(user, 5_000);
  await look();
  await move(user, -5_000);
  expect(await look()).toEqual([]);
  const never = await givenApiBuyer(db, 0);
  await setThreshold(never.userId, 10_000);
  expect(await look()).toEqual([]);
});

test("another threshold is another question: raising it above the balance is no fall", async () => {
  const user = await watchedUser(20_000, 10_000);
  await look();
  await setThreshold(user, 30_000);
  expect(await look()).toEqual([]);
  await setThreshold(user, 15_000);
  expect(await look()).toEqual([]);
  await move(user, -10_000);
  expect(await look()).toHaveLength(1);
  await setThreshold(user, null);
  await move(user, -10_000);
  expect(await look()).toEqual([]);
});

test("a setting that does not touch the threshold keeps what is known of it", async () => {
  const user = await watchedUser(20_000, 10_000);
  await look();
  await withTransaction(db, (tx) => changeSettings(tx, user, { soundOnCode: false }));
  await setThreshold(user, 10_000);
  await move(user, -15_000);
  expect(await look()).toHaveLength(1);
});

test("ten workers that look at once send one mail", async () => {
  const user = await watchedUser(20_000, 10_000);
  await look();
  await move(user, -15_000);
  const watched = await listWatchedBalances(db, 0, 100);
  const told = await Promise.all(Array.from({ length: 10 }, () => lookAtBalances(db, watched)));
  expect(told.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await runDueJobs(db, [])).toHaveLength(1);
});

test("a worker with an old picture tells nothing: the balance has risen, or the threshold is another", async () => {
  const [risen, changed] = [await watchedUser(20_000, 10_000), await watchedUser(20_000, 10_000)];
  await look();
  await move(risen, -15_000);
  await move(changed, -15_000);
  const watched = await listWatchedBalances(db, 0, 100);
  await move(risen, 15_000);
  await setThreshold(changed, 1_000);
  expect(await lookAtBalances(db, watched)).toBe(0);
});

test("the mark and the mail are one: when the mail cannot be queued, the crossing is told by the next look", async () => {
  const user = await watchedUser(20_000, 10_000);
  await look();
  await move(user, -15_000);
  await execute(owner, sql`revoke execute on function graphile_worker.add_job from sms_den_app`);
  await execute(
    owner,
    sql`revoke execute on all functions in schema graphile_worker from public, sms_den_app`,
  );
  await expect(look()).rejects.toThrow(/permission denied/);
  await execute(owner, sql`grant execute on all functions in schema graphile_worker to public, sms_den_app`);
  expect(
    await one(db, sql`select low_balance_armed as armed from identity_settings where user_id = ${user}`),
  ).toEqual({ armed: true });
  expect(await look()).toHaveLength(1);
});

test("a balance that crosses with every order sends at most one mail in ten minutes, and none is lost", async () => {
  const user = await watchedUser(20_000, 10_000);
  await look();
  let mails = 0;
  for (let round = 0; round < 5; round += 1) {
    await move(user, -15_000);
    mails += (await look()).length;
    await move(user, 15_000);
    mails += (await look()).length;
  }
  expect(mails).toBe(1);
  await move(user, -15_000);
  expect(await look()).toEqual([]);
  await moveClock(owner, "11 minutes");
  expect(await look()).toHaveLength(1);
});

test("suspended users hear nothing until they are back", async () => {
  const user = await watchedUser(20_000, 10_000);
  await look();
  await move(user, -15_000);
  await execute(owner, sql`update identity_users set suspended_at = app_now() where id = ${user}`);
  expect(await look()).toEqual([]);
  await execute(owner, sql`update identity_users set suspended_at = null where id = ${user}`);
  expect(await look()).toHaveLength(1);
});
