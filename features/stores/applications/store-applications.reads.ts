import sql, { type Sql } from "sql-template-tag";
import { hasRole } from "#features/identity/roles/account-roles.reads.ts";
import type { SpamFlag } from "#features/identity/spam/spam.rules.ts";
import type {
  StoreApplication,
  StoreStanding,
} from "#features/stores/applications/store-applications.contract.ts";
import {
  marketplaceRulesVersion,
  type StoreApplicationState,
} from "#features/stores/applications/store-applications.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";

/** An application for a store as the staff see it. */
export type StoreApplicationRow = {
  readonly id: number;
  readonly userId: number;
  readonly state: StoreApplicationState;
  readonly name: string;
  readonly description: string;
  readonly email: string;
  /** What makes the staff look twice at it. */
  readonly flags: SpamFlag[];
  readonly reason: string | null;
  readonly decidedBy: number | null;
  readonly decidedAt: Date | null;
  readonly createdAt: Date;
};

function listRows(db: Queryable, where: Sql): Promise<StoreApplicationRow[]> {
  return rows<StoreApplicationRow>(
    db,
    sql`select id, user_id as "userId", state, name, description, email, flags, reason, decided_by as "decidedBy",
          decided_at as "decidedAt", created_at as "createdAt"
        from stores_applications ${where}`,
  );
}

/** How many applications of others have the same description, whenever they were sent. */
export async function countSameWords(db: Queryable, textHash: Buffer, userId: number): Promise<number> {
  const { count } = await one<{ count: number }>(
    db,
    sql`select count(*)::int as count from stores_applications where text_hash = ${textHash} and user_id <> ${userId}`,
  );
  return count;
}

/** Applications in a state, oldest first, from above an id on. */
export function listStoreApplications(
  db: Queryable,
  { state, after }: { readonly state: StoreApplicationState; readonly after: number | null },
  limit: number,
): Promise<StoreApplicationRow[]> {
  return listRows(db, sql`where state = ${state} and id > ${after ?? 0} order by id limit ${limit}`);
}

/** How many applications wait, and for how many seconds the oldest has; null when none does. */
export function countStoreApplications(
  db: Queryable,
): Promise<{ count: number; oldestSeconds: number | null }> {
  return one(
    db,
    sql`select count(*)::int as count,
          case when count(*) > 0 then greatest(0, extract(epoch from app_now() - min(created_at)))::int end as "oldestSeconds"
        from stores_applications where state = 'waiting'`,
  );
}

/** An application as its applicant sees it: a reason is told where it was declined. */
export function storeApplicationView(row: StoreApplicationRow): StoreApplication {
  const { id, state, name, description, email } = row;
  return {
    ...{ id, state, name, description, email },
    reason: state === "declined" ? row.reason : null,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}

/** Whether an account has a store, and its newest application. */
export async function findStoreStanding(db: Queryable, userId: number): Promise<StoreStanding> {
  const [newest] = await listRows(db, sql`where user_id = ${userId} order by id desc limit 1`);
  return {
    isOwner: await hasRole(db, userId, "store"),
    application: newest ? storeApplicationView(newest) : null,
    rulesVersion: marketplaceRulesVersion,
  };
}

/** One application, or null. */
export async function findStoreApplication(db: Queryable, id: number): Promise<StoreApplicationRow | null> {
  const [found] = await listRows(db, sql`where id = ${id}`);
  return found ?? null;
}
