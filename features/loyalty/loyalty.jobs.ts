import { reverseBonuses } from "#features/loyalty/loyalty.writes.ts";
import { largeTopUp, readProgramme } from "#features/loyalty/programme.reads.ts";
import { findOpenRound } from "#features/loyalty/weeks/weeks.reads.ts";
import { roundGraceMinutes } from "#features/loyalty/weeks/weeks.rules.ts";
import { openRounds, payRound, recordStraggler } from "#features/loyalty/weeks/weeks.writes.ts";
import { listWelcomed } from "#features/loyalty/welcome/welcome.reads.ts";
import { decideWelcome, forgetOldDevices } from "#features/loyalty/welcome/welcome.writes.ts";
import { toppedUp, topUpReversed } from "#features/payments/payments.topics.ts";
import { listLargeTopUps } from "#features/payments/turnover/turnover.reads.ts";
import { lockCreditedPayment } from "#features/payments/turnover/turnover.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";
import { subscribe } from "#lib/jobs/topics.ts";

const PAY_BATCH = 100;
/** Weeks that nobody reached a rank in take a moment only. */
const ROUNDS_AT_ONCE = 60;
const FORGET_BATCH = 1_000;
/** Users with large top-ups that are looked at together. */
const MISSED_AT_ONCE = 1_000;
/** So far back the sweep looks for top-ups whose notice never came. */
const MISSED_DAYS = 3;

/** After a top-up: the welcome bonus, and a week that was thought to be over. */
export async function takeInTopUp(db: Db, { paymentId }: { paymentId: number }): Promise<void> {
  await decideWelcome(db, paymentId);
  await withTransaction(db, async (tx) => {
    const payment = await lockCreditedPayment(tx, paymentId);
    if (payment) await recordStraggler(tx, payment.userId, payment.creditedAt);
  });
}

/**
 * Opens the weeks that are over and pays a batch, the oldest unpaid week first: on Monday in UTC, or as soon as somebody is
 * there again. Answers how many were paid.
 */
export async function payCashback(db: Db): Promise<number> {
  await openRounds(db);
  let paid = 0;
  for (let rounds = 0; rounds < ROUNDS_AT_ONCE && paid < PAY_BATCH; rounds += 1) {
    const round = await findOpenRound(db, roundGraceMinutes);
    if (!round) break;
    paid += await payRound(db, round, PAY_BATCH - paid);
  }
  return paid;
}

/** Decides about top-ups of the last days whose notice never came. Answers how many were decided. */
export async function decideMissedWelcomes(db: Db): Promise<number> {
  const large = largeTopUp(await readProgramme(db));
  const { since } = await one<{ since: Date }>(db, {
    text: "select app_now() - make_interval(days => $1) as since",
    values: [MISSED_DAYS],
  });
  let decided = 0;
  for (let afterUserId = 0; ; ) {
    const page = await listLargeTopUps(db, since, large, { afterUserId, limit: MISSED_AT_ONCE });
    const known = await listWelcomed(
      db,
      page.map(({ userId }) => userId),
    );
    for (const { paymentId, userId } of page)
      if (!known.has(userId) && (await decideWelcome(db, paymentId))) decided += 1;
    if (page.length < MISSED_AT_ONCE) return decided;
    afterUserId = page.at(-1)?.userId ?? afterUserId;
  }
}

/** What loyalty does about top-ups. */
export const loyaltySubscribers = [
  subscribe(toppedUp, "loyalty", takeInTopUp),
  subscribe(topUpReversed, "loyalty", async (db, { paymentId }) => {
    await reverseBonuses(db, paymentId);
  }),
];

export const loyaltySweeps = [
  defineSweep({ name: "loyalty: weekly cashback", everyMs: 5_000, run: payCashback }),
  defineSweep({ name: "loyalty: missed welcomes", everyMs: 300_000, run: decideMissedWelcomes }),
  defineSweep({
    name: "loyalty: forget old devices",
    everyMs: 3_600_000,
    run: (db) => forgetOldDevices(db, FORGET_BATCH),
  }),
];
