import { recordAction } from "#features/identity/audit.writes.ts";
import { pricingErrors } from "#features/pricing/pricing.errors.ts";
import {
  type Day,
  judgeReading,
  type KeptRate,
  type Reading,
  ratePauses,
  rateText,
  type Verdict,
} from "#features/pricing/rates/rates.rules.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { notify } from "#lib/jobs/events.ts";

/**
 * Takes the turn to ask the banks when it is due, and sets the next one to after a failure: who dies while asking delays
 * the next question, nothing more. False when it is not due, or another worker was faster.
 */
export async function claimAsking(db: Queryable): Promise<boolean> {
  const claimed = await execute(db, {
    text: `update pricing_rate_schedule set failures = failures + 1, last_asked_at = app_now(), last_problem = 'unanswered',
        due_at = app_now() + least($1, $2 * power(2, least(failures, 10))) * interval '1 minute'
      where due_at <= app_now()`,
    values: [ratePauses.goodMinutes, ratePauses.failedMinutes],
  });
  return claimed === 1;
}

/** Records why there is no new rate. The last good one stays. */
export async function recordRateProblem(db: Queryable, problem: string): Promise<void> {
  await execute(db, {
    text: "update pricing_rate_schedule set last_problem = $1",
    values: [problem.slice(0, 200)],
  });
}

/**
 * Takes a reading in: it becomes the rate, or is refused and flagged for the staff, and the last good rate stays. Two
 * workers with readings wait for each other.
 */
export async function takeReadingIn(tx: Tx, reading: Reading, agrees: boolean): Promise<Verdict> {
  await execute(tx, { text: "select from pricing_rate_schedule for update", values: [] });
  const { kept, today } = await readKeptRate(tx);
  const verdict = judgeReading(reading, agrees, kept, today);
  if (verdict === "good") await storeRate(tx, reading.day, reading.microRubPerUsd, reading.source, null);
  else if (verdict !== "same") await recordRefusal(tx, reading, kept, verdict);
  const isAnswered = verdict === "good" || verdict === "same";
  await execute(tx, {
    text: `update pricing_rate_schedule set failures = 0, due_at = app_now() + make_interval(mins => $1),
        last_problem = $2, last_good_at = case when $3 then app_now() else last_good_at end`,
    values: [ratePauses.goodMinutes, isAnswered ? null : verdict, isAnswered],
  });
  return verdict;
}

async function readKeptRate(tx: Tx): Promise<{ kept: KeptRate; today: Day }> {
  const row = await one<{ day: string; micro: string; source: string; today: string }>(tx, {
    text: `select day::text, (rub_per_usd * 1000000)::numeric(20, 0)::text as micro, source,
        (app_now() at time zone 'UTC')::date::text as today
      from pricing_usd_rates order by fetched_at desc, day desc limit 1`,
    values: [],
  });
  return { kept: { day: row.day, microRubPerUsd: BigInt(row.micro), source: row.source }, today: row.today };
}

/** Every kept page shows amounts in dollars or the rate itself, so all are made anew: once a day. */
async function storeRate(
  tx: Tx,
  day: Day,
  microRubPerUsd: bigint,
  source: string,
  setBy: number | null,
): Promise<void> {
  await execute(tx, {
    text: `insert into pricing_usd_rates (day, rub_per_usd, source, set_by) values ($1, $2, $3, $4)
      on conflict (day) do update set rub_per_usd = excluded.rub_per_usd, source = excluded.source, set_by = excluded.set_by,
        fetched_at = app_now()`,
    values: [day, rateText(microRubPerUsd), source, setBy],
  });
  await notify(tx, "page_tags", "site");
}

async function recordRefusal(tx: Tx, reading: Reading, kept: KeptRate, reason: string): Promise<void> {
  // What is no rate at all does not fit the column either; it is flagged as the largest that does.
  const micro = reading.microRubPerUsd > 999_999_000_000n ? 999_999_000_000n : reading.microRubPerUsd;
  await execute(tx, {
    text: `insert into pricing_rate_refusals as r (source, day, rub_per_usd, kept_rub_per_usd, reason)
      values ($1, $2, $3, $4, $5)
      on conflict (source, day, rub_per_usd, reason) do update set times = r.times + 1, last_seen_at = app_now()`,
    values: [reading.source, reading.day, rateText(micro), rateText(kept.microRubPerUsd), reason],
  });
}

export type RateByStaff = {
  readonly actorId: number;
  readonly microRubPerUsd: bigint;
  readonly reason: string;
  readonly ip: string;
};

/** A rate that somebody of the staff sets for today: it stays until a bank tells one of a later day. */
export async function setUsdRate(
  tx: Tx,
  { actorId, microRubPerUsd, reason, ip }: RateByStaff,
): Promise<void> {
  await execute(tx, { text: "select from pricing_rate_schedule for update", values: [] });
  const { kept, today } = await readKeptRate(tx);
  await storeRate(tx, today, microRubPerUsd, "staff", actorId);
  await recordAction(tx, {
    actorId,
    action: "rate.set",
    subject: `rate:usd:${today}`,
    details: { rubPerUsd: rateText(microRubPerUsd), before: rateText(kept.microRubPerUsd), reason },
    ip,
  });
}

export type Resolution = {
  readonly actorId: number;
  readonly refusalId: number;
  readonly resolution: "accepted" | "dismissed";
  readonly ip: string;
};

/**
 * Decides about a flagged rate: accepted, it is the rate from now on; dismissed, it was a mistake. Throws
 * RATE_REFUSAL_NOT_FOUND, also when it was decided already and for what cannot be a rate at all.
 */
export async function resolveRefusal(
  tx: Tx,
  { actorId, refusalId, resolution, ip }: Resolution,
): Promise<void> {
  const row = await maybeOne<{ day: string; rubPerUsd: string; micro: string }>(tx, {
    text: `update pricing_rate_refusals set resolution = $2, resolved_by = $3, resolved_at = app_now()
      where id = $1 and resolution is null and ($2 = 'dismissed' or reason <> 'range')
      returning day::text, rub_per_usd::text as "rubPerUsd", (rub_per_usd * 1000000)::numeric(20, 0)::text as micro`,
    values: [refusalId, resolution, actorId],
  });
  if (!row) throw new AppError(pricingErrors.RATE_REFUSAL_NOT_FOUND);
  if (resolution === "accepted") await storeRate(tx, row.day, BigInt(row.micro), "staff", actorId);
  await recordAction(tx, {
    actorId,
    action: `rate.${resolution === "accepted" ? "accept" : "dismiss"}`,
    subject: `rate:usd:${row.day}`,
    details: { rubPerUsd: row.rubPerUsd, refusalId },
    ip,
  });
}
