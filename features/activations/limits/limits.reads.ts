import sql from "sql-template-tag";
import { activationErrors } from "#features/activations/activations.errors.ts";
import type { ActivationState } from "#features/activations/activations.rules.ts";
import type { AccountLimits } from "#features/activations/limits/limits.contract.ts";
import {
  type BanReason,
  deliveredPercentOf,
  openLevels,
  ratingRule,
  type StandingFacts,
  useRule,
} from "#features/activations/limits/limits.rules.ts";
import { findPersonAgeDays } from "#features/identity/account-facts.reads.ts";
import { openPrice } from "#features/pricing/listed/listed-price.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** What the purchase functions say when the account may not open one more order. */
export type LimitOutcome = "limit" | "banned";

export function isLimitOutcome(outcome: string): outcome is LimitOutcome {
  return outcome === "limit" || outcome === "banned";
}

type Now = {
  openOrders: number;
  openMax: number;
  grantedMax: number | null;
  bannedUntil: Date | null;
  banReason: BanReason | null;
  now: Date;
};

async function readNow(db: Queryable, userId: number): Promise<Now> {
  return one<Now>(
    db,
    sql`select coalesce(w.open_orders, 0) as "openOrders", s.granted_max as "grantedMax",
          coalesce(greatest(s.earned_max, s.granted_max), activations_open_max_default()) as "openMax",
          b.ends_at as "bannedUntil", b.reason as "banReason", app_now() as now
        from (select ${userId}::bigint as user_id) u
        left join ledger_open_orders w on w.user_id = u.user_id
        left join activations_standings s on s.user_id = u.user_id
        left join lateral (
          select ends_at, reason from activations_bans b
          where b.user_id = u.user_id and b.lifted_at is null and b.ends_at > app_now() order by ends_at desc limit 1
        ) b on true`,
  );
}

/** Why the account may not open one more order, as buyers are told it: CHANNELS_LIMIT with both counts, or BANNED with its end. */
export async function limitRefusal(db: Queryable, userId: number, outcome: LimitOutcome): Promise<AppError> {
  const { openOrders, openMax, bannedUntil, now } = await readNow(db, userId);
  // It may have ended between the two looks.
  if (outcome === "banned")
    return new AppError(activationErrors.BANNED, { details: { until: (bannedUntil ?? now).toISOString() } });
  return new AppError(activationErrors.CHANNELS_LIMIT, { details: { openOrders, openMax } });
}

/** Ends without a code that count: what was reported or never got a number says nothing of the buyer. */
const undeliveredStates = ["cancelled", "expired"] as const satisfies readonly ActivationState[];

/** What an account's limit is earned by, as of now. */
export async function readStandingFacts(db: Queryable, userId: number): Promise<StandingFacts> {
  const [counts, ageDays] = await Promise.all([
    one<Omit<StandingFacts, "ageDays">>(
      db,
      sql`select count(*)::int as "finishedCount", count(o.received_at)::int as "deliveredCount",
            coalesce(sum(o.price_kopecks) filter (where o.received_at is not null), 0)::bigint as "turnoverKopecks"
          from (
            select state, received_at, price_kopecks, requested_at from activations
            where user_id = ${userId} order by id desc limit ${ratingRule.ordersMax}
          ) o
          where o.requested_at > app_now() - make_interval(days => ${ratingRule.days})
            and (o.received_at is not null or o.state = any (${[...undeliveredStates]}::text[]))`,
    ),
    findPersonAgeDays(db, userId),
  ]);
  return { ...counts, ageDays: ageDays ?? 0 };
}

/** An account's limit, what it uses of it, what it is earned by, and the table. */
export async function readAccountLimits(db: Queryable, userId: number): Promise<AccountLimits> {
  const { openOrders, openMax, grantedMax, bannedUntil, banReason } = await readNow(db, userId);
  const facts = await readStandingFacts(db, userId);
  return {
    openOrders,
    openMax,
    grantedMax,
    ...facts,
    deliveredPercent: deliveredPercentOf(facts),
    windowDays: ratingRule.days,
    bannedUntil: bannedUntil?.toISOString() ?? null,
    banReason,
    levels: [...openLevels],
    unusedRule: { ...useRule, banMinutes: [...useRule.banMinutes] },
    openPrice: { ...openPrice },
  };
}

export type Ban = {
  readonly id: number;
  readonly reason: BanReason;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly note: string;
  /** A member of the staff; null = by rule. */
  readonly madeBy: number | null;
  readonly liftedAt: Date | null;
  readonly liftedBy: number | null;
  readonly liftNote: string | null;
};

/** An account's newest bans, newest first. */
export function listBans(db: Queryable, userId: number, limit: number): Promise<Ban[]> {
  return rows<Ban>(
    db,
    sql`select id, reason, starts_at as "startsAt", ends_at as "endsAt", note, made_by as "madeBy", lifted_at as "liftedAt",
          lifted_by as "liftedBy", lift_note as "liftNote"
        from activations_bans where user_id = ${userId} order by id desc limit ${limit}`,
  );
}
