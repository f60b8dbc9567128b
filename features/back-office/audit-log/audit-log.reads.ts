import sql from "sql-template-tag";
import type { z } from "zod";
import type { ActionLine, listActionsEndpoint } from "#features/back-office/audit-log/audit-log.contract.ts";
import { deskPageSize, pageFrom } from "#features/back-office/back-office.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

export type ActionFilter = z.output<NonNullable<typeof listActionsEndpoint.query>>;

type Row = {
  id: number;
  actorId: number;
  actorName: string;
  actorEmail: string;
  action: string;
  subject: string;
  details: Record<string, unknown>;
  ip: string;
  at: Date;
};

/** What the staff did, newest first. */
export async function listActions(
  db: Queryable,
  { actorId, action, subject, before }: ActionFilter,
): Promise<{ items: ActionLine[]; hasMore: boolean }> {
  const found = await rows<Row>(
    db,
    sql`select a.id, a.actor_id as "actorId", coalesce(u.name, '') as "actorName", coalesce(u.email, '') as "actorEmail",
          a.action, a.subject, a.details, a.ip, a.created_at as at
        from identity_audit a left join identity_users u on u.id = a.actor_id
        where (${actorId ?? null}::bigint is null or a.actor_id = ${actorId ?? null})
          and (${action ?? null}::text is null or a.action like ${`${action?.toLowerCase()}%`})
          and (${subject ?? null}::text is null or a.subject = ${subject ?? null})
          and (${before ?? null}::bigint is null or a.id < ${before ?? null})
        order by a.id desc limit ${deskPageSize + 1}`,
  );
  const { items, hasMore } = pageFrom(found);
  return {
    items: items.map(({ actorId: id, actorName, actorEmail, at, ...line }) => ({
      ...line,
      actor: { id, name: actorName, email: actorEmail },
      at: at.toISOString(),
    })),
    hasMore,
  };
}
