import { lockBalance, moveFunds } from "#features/ledger/ledger.writes.ts";
import { returnBonus } from "#features/loyalty/bonus-clawback.writes.ts";
import { readProgramme } from "#features/loyalty/programme.reads.ts";
import type { Round } from "#features/loyalty/weeks/weeks.reads.ts";
import { findRound } from "#features/loyalty/weeks/weeks.reads.ts";
import {
  cashbackOf,
  roundGraceMinutes,
  standingOf,
  weekEndOf,
  weekNameOf,
  weekStartOf,
} from "#features/loyalty/weeks/weeks.rules.ts";
import { listToppedUpUsers, type TurnoverSpan } from "#features/payments/turnover/turnover.reads.ts";
import { type CreditedPayment, lockToppedUp } from "#features/payments/turnover/turnover.writes.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { emitEvent, notifyListeners } from "#lib/jobs/events.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/**
 * Opens a round for every week that is over since the programme began, with the rules of this moment. A week that nobody
 * was there to pay is opened later and paid then. Answers the new weeks.
 */
export async function openRounds(db: Db): Promise<string[]> {
  const starts = await rows<{ startsAt: Date }>(db, {
    text: `select week at time zone 'UTC' as "startsAt"
      from loyalty_settings, generate_series(
        coalesce((select max(starts_at) at time zone 'UTC' + interval '7 days' from loyalty_rounds),
          date_trunc('week', since at time zone 'UTC')),
        date_trunc('week', (app_now() - make_interval(mins => $1)) at time zone 'UTC') - interval '7 days',
        interval '7 days') as week`,
    values: [roundGraceMinutes],
  });
  if (starts.length === 0) return [];
  const { ladder, cashbackCapKopecks, uncountedMethods } = await readProgramme(db);
  const weeks = starts.map(({ startsAt }) => weekNameOf(startsAt));
  await execute(db, {
    text: `insert into loyalty_rounds (week, starts_at, ladder, cap_kopecks, uncounted_methods)
      select week, starts_at, $3::jsonb, $4, $5 from unnest($1::text[], $2::timestamptz[]) as t (week, starts_at)
      on conflict do nothing`,
    values: [
      weeks,
      starts.map(({ startsAt }) => startsAt),
      JSON.stringify(ladder),
      cashbackCapKopecks,
      uncountedMethods,
    ],
  });
  return weeks;
}

/** The week of a round as a span of time. */
function spanOf({ startsAt, uncountedMethods }: Pick<Round, "startsAt" | "uncountedMethods">): TurnoverSpan {
  return { from: startsAt, until: weekEndOf(startsAt), uncountedMethods };
}

/**
 * Pays the next users of a round and moves its mark behind them; the round closes when nobody is left. Any number of
 * workers may do this at once, and one that dies in between repeats a batch: whoever has a row is passed over.
 * @returns how many were paid
 */
export async function payRound(db: Db, round: Round, limit: number): Promise<number> {
  const lowest = round.ladder[0];
  const users = lowest
    ? await listToppedUpUsers(db, spanOf(round), {
        minKopecks: kopecks(lowest.fromKopecks),
        afterUserId: round.afterUserId,
        limit,
      })
    : [];
  let paid = 0;
  for (const userId of users) if (await payWeek(db, round, userId)) paid += 1;
  await advanceRound(db, round, users.at(-1) ?? round.afterUserId, users.length < limit);
  if (paid > 0) notifyListeners(db);
  return paid;
}

/** A straggler that came meanwhile keeps the round where it is: it is gone through again from that user on. */
async function advanceRound(
  db: Queryable,
  round: Round,
  afterUserId: number,
  isDone: boolean,
): Promise<void> {
  await execute(db, {
    text: `update loyalty_rounds set after_user_id = greatest(after_user_id, $3), closed_at = case when $4 then app_now() end
      where week = $1 and stragglers = $2 and closed_at is null`,
    values: [round.week, round.stragglers, afterUserId, isDone],
  });
}

/** One user's cashback for one week: the row and the posting in one transaction, once for ever (G2). */
async function payWeek(db: Db, round: Round, userId: number): Promise<boolean> {
  return withTransaction(db, async (tx) => {
    const total = await lockToppedUp(tx, userId, spanOf(round));
    const { cashbackBp } = standingOf(round.ladder, total);
    if (cashbackBp === 0) return false;
    await lockBalance(tx, "user", userId);
    if (await maybeOne(tx, paidWeek(userId, round.week))) return false;
    const cashback = cashbackOf(round.ladder, total, round.capKopecks);
    const transferId = cashback === 0 ? null : await postCashback(tx, userId, round.week, cashback);
    await execute(tx, {
      text: `insert into loyalty_weeks (user_id, week, total_kopecks, cashback_bp, cashback_kopecks, transfer_id)
        values ($1, $2, $3, $4, $5, $6)`,
      values: [userId, round.week, total, cashbackBp, cashback, transferId],
    });
    await emitEvent(tx, { userId, kind: "balance", data: { cashbackWeek: round.week, transferId } });
    return true;
  });
}

function paidWeek(userId: number, week: string) {
  return { text: "select from loyalty_weeks where user_id = $1 and week = $2", values: [userId, week] };
}

async function postCashback(tx: Tx, userId: number, week: string, amount: Kopecks): Promise<number> {
  const { transferId } = await moveFunds(tx, {
    kind: "cashback",
    userId,
    amountKopecks: amount,
    houseCode: "main",
    reference: `cashback:${userId}:${week}`,
    reason: week,
  });
  return transferId;
}

/**
 * A top-up that was credited into a week that is already being paid, or was (its crediting took long, or the clock was
 * set back): the round goes back to its user, who is paid if that was not done.
 */
export async function recordStraggler(db: Queryable, userId: number, creditedAt: Date): Promise<void> {
  await execute(db, {
    text: `update loyalty_rounds
      set stragglers = stragglers + 1, after_user_id = least(after_user_id, $2::bigint - 1), closed_at = null
      where week = $1 and not exists (select from loyalty_weeks where user_id = $2 and week = $1)`,
    values: [weekNameOf(weekStartOf(creditedAt)), userId],
  });
}

/**
 * Brings a paid week in line with what is left of its top-ups: what their cashback would be less goes back, and comes again
 * when a provider gives a top-up back. Never more than was paid. Answers what moved, below zero when it came again.
 */
export async function returnCashback(tx: Tx, payment: CreditedPayment): Promise<Kopecks> {
  const { userId } = payment;
  const round = await findRound(tx, weekNameOf(weekStartOf(payment.creditedAt)));
  if (!round) return kopecks(0);
  const total = await lockToppedUp(tx, userId, spanOf(round));
  const paid = await maybeOne<{ cashback: Kopecks; returned: Kopecks; version: number }>(tx, {
    text: `select cashback_kopecks as cashback, returned_kopecks as returned, return_version + 1 as version
      from loyalty_weeks where user_id = $1 and week = $2 for update`,
    values: [userId, round.week],
  });
  if (!paid) return kopecks(0);
  const due = cashbackOf(round.ladder, total, round.capKopecks);
  const after = kopecks(Math.max(0, paid.cashback - due));
  const moved = await returnBonus(tx, {
    userId,
    given: `cashback:${userId}:${round.week}`,
    reason: round.week,
    before: paid.returned,
    after,
    version: paid.version,
  });
  if (moved !== 0) {
    await execute(tx, {
      text: "update loyalty_weeks set returned_kopecks = $3, return_version = $4 where user_id = $1 and week = $2",
      values: [userId, round.week, after, paid.version],
    });
  }
  return moved;
}
