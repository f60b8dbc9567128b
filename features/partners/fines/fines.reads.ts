import sql, { type Sql } from "sql-template-tag";
import type { FineCause, FineState } from "#features/partners/fines.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";

export type Fine = {
  readonly id: number;
  readonly userId: number;
  readonly amountKopecks: number;
  /** Of a fine that does not stand yet reserved, of one that stands taken. */
  readonly reservedKopecks: number;
  readonly cause: FineCause;
  /** Of the staff, told to the partner. */
  readonly words: string;
  readonly orderId: number | null;
  readonly state: FineState;
  readonly announcedAt: Date;
  readonly appealUntil: Date;
  readonly mayAppeal: boolean;
  readonly appeal: string | null;
  readonly appealedAt: Date | null;
  readonly decision: string | null;
  readonly decidedBy: number | null;
  readonly decidedAt: Date | null;
  /** Who proposed it. */
  readonly proposerId: number;
};

const FINE = sql`select f.id, f.user_id as "userId", f.amount_kopecks as "amountKopecks", f.reserved_kopecks as "reservedKopecks", f.cause,
    f.words, f.order_id as "orderId", f.state, f.announced_at as "announcedAt", f.appeal_until as "appealUntil",
    f.state = 'announced' and f.appeal_until > app_now() as "mayAppeal", f.appeal, f.appealed_at as "appealedAt", f.decision,
    f.decided_by as "decidedBy", f.decided_at as "decidedAt", f.proposer_id as "proposerId"
  from partners_fines f`;

/** A partner's fines, newest first, at most `limit`, those before the id `before`. */
export function listFines(
  db: Queryable,
  { userId, before = null }: { userId: number; before?: number | null },
  limit: number,
): Promise<Fine[]> {
  return listRows(
    db,
    sql`where f.user_id = ${userId} and (${before}::bigint is null or f.id < ${before}) order by f.id desc limit ${limit}`,
  );
}

/** Everybody's fines in a state (null = in any), newest first, at most `limit`, those before the id `before`. */
export function listAllFines(
  db: Queryable,
  { state, before }: { state: FineState | null; before: number | null },
  limit: number,
): Promise<Fine[]> {
  return listRows(
    db,
    sql`where (${state}::text is null or f.state = ${state}) and (${before}::bigint is null or f.id < ${before})
        order by f.id desc limit ${limit}`,
  );
}

function listRows(db: Queryable, where: Sql): Promise<Fine[]> {
  return rows<Fine>(db, sql`${FINE} ${where}`);
}

/** How many appeals wait for the staff, and for how many seconds the oldest has; null when there is none. */
export function countAppeals(db: Queryable): Promise<{ count: number; oldestSeconds: number | null }> {
  return one(
    db,
    sql`select count(*)::int as count,
          case when count(*) > 0 then greatest(0, extract(epoch from app_now() - min(appealed_at)))::int end as "oldestSeconds"
        from partners_fines where state = 'appealed'`,
  );
}
