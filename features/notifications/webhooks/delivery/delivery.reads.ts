import sql, { raw } from "sql-template-tag";
import { waitingStates, webhookLimits } from "#features/notifications/webhooks/webhooks.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { stateList } from "#lib/db/state-list.ts";

export type DueDelivery = { readonly id: number; readonly host: string; readonly userId: number };

const BATCH = 256;

/**
 * Deliveries that are due, the longest waiting first, without those of hosts and users that have no room. Goes from webhook to webhook
 * in the index of what waits and reads no more of one than could be sent at once: a long queue costs as much as a short one.
 */
export function listDue(
  db: Queryable,
  full: { readonly hosts: readonly string[]; readonly userIds: readonly number[] },
): Promise<DueDelivery[]> {
  return rows<DueDelivery>(
    db,
    sql`with recursive waiting as (
          (select webhook_id from notifications_webhook_deliveries where state in (${raw(stateList(waitingStates))}) order by webhook_id limit 1)
          union all
          select (select d.webhook_id from notifications_webhook_deliveries d
              where d.state in (${raw(stateList(waitingStates))}) and d.webhook_id > waiting.webhook_id order by d.webhook_id limit 1)
            from waiting where waiting.webhook_id is not null
        )
        select due.id, w.host, w.user_id as "userId"
        from waiting
        join notifications_webhooks w on w.id = waiting.webhook_id and w.disabled_at is null
          and w.host <> all (${[...full.hosts]}::text[]) and w.user_id <> all (${[...full.userIds]}::bigint[])
        cross join lateral (
          select d.id, d.due_at from notifications_webhook_deliveries d
          where d.webhook_id = w.id and d.state in (${raw(stateList(waitingStates))}) and d.due_at <= app_now()
          order by d.due_at, d.id limit ${webhookLimits.atOncePerHost}
        ) due
        order by due.due_at, due.id limit ${BATCH}`,
  );
}
