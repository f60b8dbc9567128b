import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

export type DueDelivery = { readonly id: number; readonly host: string; readonly userId: number };

const BATCH = 256;

/** Deliveries that are due, the longest waiting first, without those of hosts and users that have no room. */
export function listDue(
  db: Queryable,
  full: { readonly hosts: readonly string[]; readonly userIds: readonly number[] },
): Promise<DueDelivery[]> {
  return rows<DueDelivery>(
    db,
    sql`select d.id, w.host, w.user_id as "userId"
        from notifications_webhook_deliveries d join notifications_webhooks w on w.id = d.webhook_id
        where d.state = 'pending' and d.due_at <= app_now() and w.disabled_at is null
          and w.host <> all (${[...full.hosts]}::text[]) and w.user_id <> all (${[...full.userIds]}::bigint[])
        order by d.due_at, d.id limit ${BATCH}`,
  );
}
