import sql, { raw, type Sql } from "sql-template-tag";
import { getPartnerBalance } from "#features/ledger/ledger.reads.ts";
import { type EarningState, statesBefore } from "#features/partners/earnings/earnings.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";
import { stateList } from "#lib/db/state-list.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** A partner's money. */
export type Earnings = {
  /** Earned; it may still be refunded. */
  readonly pendingKopecks: Kopecks;
  /** What can be withdrawn. */
  readonly availableKopecks: Kopecks;
  /** Reserved for withdrawals and fines. */
  readonly heldKopecks: Kopecks;
  /** Of refunded orders and fines that stand, what the balance has not given yet: taken from what becomes available next. */
  readonly owedKopecks: Kopecks;
  /** Earned since midnight (UTC) and not refunded. */
  readonly todayKopecks: Kopecks;
  /** When the next of what is pending becomes available; null = nothing is. */
  readonly nextAvailableAt: Date | null;
  /** Of the balance: grows by one with every movement of it. */
  readonly version: number;
};

/** How often the sums are read anew when the balance moved meanwhile. */
const READS = 5;

type Sums = { pending: number; owed: number; today: number; nextAvailableAt: Date | null };

/**
 * What a partner has earned; zeros for who never earned anything. Shares leave `pending` and reach the balance in one
 * transaction: sums that were read around one are read again, so that no share is told twice or not at all.
 */
export async function readEarnings(db: Queryable, userId: number): Promise<Earnings> {
  let balance = await getPartnerBalance(db, userId);
  let sums = await readSums(db, userId);
  for (let reads = 1; reads < READS; reads += 1) {
    const after = await getPartnerBalance(db, userId);
    if (after.version === balance.version) break;
    balance = after;
    sums = await readSums(db, userId);
  }
  return {
    pendingKopecks: kopecks(sums.pending),
    availableKopecks: balance.availableKopecks,
    heldKopecks: balance.heldKopecks,
    owedKopecks: kopecks(sums.owed),
    todayKopecks: kopecks(sums.today),
    nextAvailableAt: sums.nextAvailableAt,
    version: balance.version,
  };
}

function readSums(db: Queryable, userId: number): Promise<Sums> {
  return one<Sums>(
    db,
    sql`select p.pending, p."nextAvailableAt",
            (select coalesce(sum(amount_kopecks - taken_kopecks), 0)::bigint from partners_earnings
              where user_id = ${userId} and state = 'taken_back' and taken_kopecks < amount_kopecks)
              + (select coalesce(sum(amount_kopecks - reserved_kopecks), 0)::bigint from partners_fines
                where user_id = ${userId} and state = 'due' and reserved_kopecks < amount_kopecks) as owed,
            (select coalesce(sum(amount_kopecks), 0)::bigint from partners_earnings
              where user_id = ${userId} and earned_at >= date_trunc('day', app_now(), 'UTC')
                and state in (${raw(stateList(statesBefore("refund")))})) as today
          from (select coalesce(sum(amount_kopecks), 0)::bigint as pending, min(available_at) as "nextAvailableAt"
            from partners_earnings where user_id = ${userId} and state = 'pending') p`,
  );
}

type OrderEarning = {
  readonly orderId: number;
  readonly amountKopecks: number;
  readonly state: EarningState;
  readonly availableAt: Date;
};

/** What these orders earned their partner, each share its own: a rental has one for itself and one for each extension. */
export function listOrderEarnings(
  db: Queryable,
  { userId, kind, orderIds }: { userId: number; kind: "activation" | "rental"; orderIds: readonly number[] },
): Promise<OrderEarning[]> {
  const kinds = kind === "activation" ? ["activation"] : ["rental", "extension"];
  return rows<OrderEarning>(
    db,
    sql`select order_id as "orderId", amount_kopecks as "amountKopecks", state, available_at as "availableAt" from partners_earnings
        where user_id = ${userId} and order_kind = any (${kinds}::text[]) and order_id = any (${[...orderIds]}::bigint[])
        order by order_id, id`,
  );
}

/** What a number has earned its partner. */
type NumberEarnings = {
  /** Of what counts: pending and available shares, of activations, rentals and extensions. */
  readonly earnedKopecks: number;
  /** Activations whose code came, also those that were refunded later. */
  readonly codesCount: number;
};

/** What these numbers earned, by number; those that never had an order that was paid are missing. */
export async function readNumberEarnings(
  db: Queryable,
  userId: number,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, NumberEarnings>> {
  const found = await rows<NumberEarnings & { number: number }>(db, numberEarningsStatement(userId, numbers));
  return new Map(
    found.map(({ number, earnedKopecks, codesCount }) => [number, { earnedKopecks, codesCount }]),
  );
}

/** Exported for the test of its plan. */
export function numberEarningsStatement(userId: number, numbers: readonly number[]): Sql {
  return sql`select number, coalesce(sum(amount_kopecks) filter (
        where state in (${raw(stateList(statesBefore("refund")))})), 0)::bigint as "earnedKopecks",
      (count(*) filter (where order_kind = 'activation'))::integer as "codesCount"
    from partners_earnings where user_id = ${userId} and number = any (${[...numbers]}::bigint[]) group by number`;
}
