import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, one, rows } from "#lib/db/query.ts";

export type StoredRate = {
  readonly day: string;
  readonly rubPerUsd: string;
  readonly source: "seed" | "cbr" | "cbr+ecb" | "ecb+cbr" | "staff";
  readonly setBy: number | null;
  readonly fetchedAt: Date;
};

/** The latest rates, newest first. */
export function listRates(db: Queryable, limit: number): Promise<StoredRate[]> {
  return rows<StoredRate>(db, {
    text: `select day::text, rub_per_usd::text as "rubPerUsd", source, set_by as "setBy", fetched_at as "fetchedAt"
      from pricing_usd_rates order by fetched_at desc, day desc limit $1`,
    values: [limit],
  });
}

export type RateRefusal = {
  readonly id: number;
  readonly source: string;
  readonly day: string;
  readonly rubPerUsd: string;
  readonly keptRubPerUsd: string;
  readonly reason: "jump" | "disagrees" | "range" | "old" | "early";
  readonly times: number;
  readonly lastSeenAt: Date;
  readonly resolution: "accepted" | "dismissed" | null;
  readonly resolvedBy: number | null;
};

/** What was not believed: those that nobody has looked at first. */
export function listRateRefusals(db: Queryable, limit: number): Promise<RateRefusal[]> {
  return rows<RateRefusal>(db, {
    text: `select id, source, day::text, rub_per_usd::text as "rubPerUsd", kept_rub_per_usd::text as "keptRubPerUsd",
        reason, times, last_seen_at as "lastSeenAt", resolution, resolved_by as "resolvedBy"
      from pricing_rate_refusals order by resolution is not null, last_seen_at desc, id desc limit $1`,
    values: [limit],
  });
}

/** When the banks were asked, and what came of it. */
export function readAsking(
  db: Queryable,
): Promise<{ lastAskedAt: Date | null; lastGoodAt: Date | null; lastProblem: string | null }> {
  return one(db, {
    text: `select last_asked_at as "lastAskedAt", last_good_at as "lastGoodAt", last_problem as "lastProblem"
      from pricing_rate_schedule`,
    values: [],
  });
}

/**
 * The rate in use and when it was heard last, if that is more than a day ago: the banks are asked every six hours, also on days
 * on which they tell no new one. Null while it is younger, and before there is one.
 */
export function findOldRate(db: Queryable): Promise<{ rubPerUsd: string; heardAt: Date } | null> {
  return maybeOne(db, {
    text: `select r.rub_per_usd::text as "rubPerUsd", greatest(r.fetched_at, s.last_good_at) as "heardAt"
      from (select rub_per_usd, fetched_at from pricing_usd_rates order by fetched_at desc, day desc limit 1) r,
        pricing_rate_schedule s
      where greatest(r.fetched_at, s.last_good_at) < app_now() - interval '1 day'`,
    values: [],
  });
}

export type UsdRate = {
  /** Millionths of a rouble per dollar. */
  readonly microRubPerUsd: bigint;
  readonly rubPerUsd: number;
  /** The day it is of: `2026-11-21`. */
  readonly day: string;
  readonly source: StoredRate["source"];
};

/** The reference rate that was believed last, or null when there has never been one. */
export async function findUsdRate(db: Queryable): Promise<UsdRate | null> {
  const row = await maybeOne<{
    micro: string;
    rub_per_usd: string;
    day: string;
    source: StoredRate["source"];
  }>(
    db,
    sql`select (rub_per_usd * 1000000)::numeric(20, 0)::text as micro, rub_per_usd::text, day::text, source
        from pricing_usd_rates order by fetched_at desc, day desc limit 1`,
  );
  return (
    row && {
      microRubPerUsd: BigInt(row.micro),
      rubPerUsd: Number(row.rub_per_usd),
      day: row.day,
      source: row.source,
    }
  );
}

/** A value: roubles for a dollar as the reference rate said at a moment; before the first rate, the first. */
export function usdRateAt(moment: Sql): Sql {
  return sql`(select r.rub_per_usd from pricing_usd_rates r
    order by r.fetched_at > ${moment}, case when r.fetched_at > ${moment} then r.fetched_at end, r.fetched_at desc, r.day desc limit 1)`;
}
