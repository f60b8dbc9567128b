import sql from "sql-template-tag";
import {
  EVENTS_PER_PAGE,
  SECURITY_EVENT_DAYS,
  type SecurityEventKind,
} from "#features/identity/security-log/security-log.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

type SecurityEventRow = {
  readonly id: number;
  readonly kind: SecurityEventKind;
  readonly what: string;
  readonly amountKopecks: Kopecks | null;
  readonly ip: string;
  readonly userAgent: string;
  readonly createdAt: Date;
};

/** A page of what happened to an account, newest first. `before` is the id of the last one of the page before. */
export async function listSecurityEvents(
  db: Queryable,
  userId: UserId,
  before: number | null,
): Promise<{ events: SecurityEventRow[]; isMore: boolean }> {
  const found = await rows<SecurityEventRow>(
    db,
    sql`select id, kind, what, amount_kopecks as "amountKopecks", ip, user_agent as "userAgent", created_at as "createdAt"
        from identity_security_events
        where user_id = ${userId} and (${before}::bigint is null or id < ${before})
          and created_at > app_now() - make_interval(days => ${SECURITY_EVENT_DAYS})
        order by id desc limit ${EVENTS_PER_PAGE + 1}`,
  );
  return { events: found.slice(0, EVENTS_PER_PAGE), isMore: found.length > EVENTS_PER_PAGE };
}

type ToldEvent = Pick<SecurityEventRow, "kind" | "what" | "createdAt">;

/** One line of an account's log; null where it is gone. */
export function findSecurityEvent(
  db: Queryable,
  { userId, eventId }: { readonly userId: number; readonly eventId: number },
): Promise<ToldEvent | null> {
  return maybeOne<ToldEvent>(
    db,
    sql`select kind, what, created_at as "createdAt" from identity_security_events
        where id = ${eventId} and user_id = ${userId}`,
  );
}
