import sql from "sql-template-tag";
import { SECURITY_EVENT_DAYS } from "#features/identity/security-log/security-log.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/** Deletes events that nobody is shown any more; answers how many. Lines cannot be locked for a change, which nobody may make. */
export function forgetSecurityEvents(db: Queryable, limit: number): Promise<number> {
  return execute(
    db,
    sql`delete from identity_security_events where id in (
          select id from identity_security_events
          where created_at <= app_now() - make_interval(days => ${SECURITY_EVENT_DAYS})
          order by created_at limit ${limit})`,
  );
}
