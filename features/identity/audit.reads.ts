import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";

/** An action of the staff with who did it; name and address are empty when that account is gone. */
type RecordedAction = {
  readonly id: number;
  readonly actorId: number;
  readonly actorName: string;
  readonly actorEmail: string;
  readonly action: string;
  readonly subject: string;
  readonly details: Record<string, unknown>;
  readonly ip: string;
  readonly at: Date;
};

type ActionFilter = {
  readonly actorId?: number | undefined;
  /** How it begins. */
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  /** The id of the last one of the page before. */
  readonly before?: number | undefined;
};

/** What the staff did, newest first, at most `limit`. */
export function listRecordedActions(
  db: Queryable,
  { actorId, action, subject, before }: ActionFilter,
  limit: number,
): Promise<RecordedAction[]> {
  return rows<RecordedAction>(
    db,
    sql`select a.id, a.actor_id as "actorId", coalesce(u.name, '') as "actorName", coalesce(u.email, '') as "actorEmail",
          a.action, a.subject, a.details, a.ip, a.created_at as at
        from identity_audit a left join identity_users u on u.id = a.actor_id
        where (${actorId ?? null}::bigint is null or a.actor_id = ${actorId ?? null})
          and (${action ?? null}::text is null or lower(a.action) like ${`${action?.toLowerCase()}%`})
          and (${subject ?? null}::text is null or a.subject = ${subject ?? null})
          and (${before ?? null}::bigint is null or a.id < ${before ?? null})
        order by a.id desc limit ${limit}`,
  );
}

/** Whether this member of the staff has done one of these things to it before. */
export async function hasRecordedAction(
  db: Queryable,
  { actorId, actions, subject }: { actorId: number; actions: readonly string[]; subject: string },
): Promise<boolean> {
  const found = await maybeOne(
    db,
    sql`select 1 from identity_audit
        where subject = ${subject} and action = any (${actions}::text[]) and actor_id = ${actorId} limit 1`,
  );
  return found !== null;
}
