import sql, { type Sql } from "sql-template-tag";
import { deskPageSize, type Page, pageFrom } from "#features/back-office/back-office.rules.ts";
import type { FactorRemovalView } from "#features/back-office/factor-removals/factor-removals.contract.ts";
import {
  findRemovalProblem,
  type RemovalState,
} from "#features/back-office/factor-removals/factor-removals.rules.ts";
import { listNames } from "#features/back-office/names.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

type Row = {
  id: number;
  userId: number;
  state: RemovalState;
  reason: string;
  isExpired: boolean;
  proposerId: number;
  deciderId: number | null;
  decisionReason: string | null;
  proposedAt: Date;
  decidedAt: Date | null;
};

/** The removals of a user's factor, newest first. `staffId` is who looks: the rows say whether they may sign. */
export async function listFactorRemovals(
  db: Queryable,
  { userId, before }: { userId: number; before?: number | undefined },
  staffId: number,
): Promise<Page<FactorRemovalView>> {
  const found = await listViews(
    db,
    sql`user_id = ${userId} and (${before ?? null}::bigint is null or id < ${before ?? null})
        order by id desc limit ${deskPageSize + 1}`,
    staffId,
  );
  return pageFrom(found);
}

/** One removal, or null. */
export async function findFactorRemoval(
  db: Queryable,
  id: number,
  staffId: number,
): Promise<FactorRemovalView | null> {
  const [found] = await listViews(db, sql`id = ${id}`, staffId);
  return found ?? null;
}

async function listViews(db: Queryable, which: Sql, staffId: number): Promise<FactorRemovalView[]> {
  const found = await rows<Row>(
    db,
    sql`select id, user_id as "userId", state, reason, state = 'proposed' and expires_at <= app_now() as "isExpired",
          proposer_id as "proposerId", decider_id as "deciderId", decision_reason as "decisionReason",
          proposed_at as "proposedAt", decided_at as "decidedAt"
        from back_office_factor_removals where ${which}`,
  );
  const nameOf = await listNames(
    db,
    found.flatMap(({ proposerId, deciderId }) => [proposerId, deciderId]),
  );
  return found.map((row) => ({
    id: row.id,
    state: row.state,
    reason: row.reason,
    isExpired: row.isExpired,
    proposer: nameOf(row.proposerId),
    decider: row.deciderId === null ? null : nameOf(row.deciderId),
    decisionReason: row.decisionReason,
    proposedAt: row.proposedAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    problem: row.state === "proposed" ? findRemovalProblem(row, staffId) : null,
  }));
}
