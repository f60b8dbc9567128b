import sql, { raw } from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";

/**
 * The state of the destination `q` (`DestinationState`), for statements that join it; none at all is `unconfirmed`.
 */
export const DESTINATION_STATE = raw(`case when q.confirmed_at is null then 'unconfirmed'
  when greatest(q.rests_until, identity_money_rests_until(q.user_id)) > app_now() then 'resting' else 'usable' end`);

/** Until when the destination `q` rests, since it is new or its owner's address has changed; null when it does not. */
export const DESTINATION_RESTS_UNTIL =
  raw(`case when greatest(q.rests_until, identity_money_rests_until(q.user_id)) > app_now()
  then greatest(q.rests_until, identity_money_rests_until(q.user_id)) end`);

/** Until when all money of an account rests; null where that is not `beyondHours` from now. */
export async function findMoneyRest(db: Queryable, userId: number, beyondHours = 0): Promise<Date | null> {
  const { until } = await one<{ until: Date | null }>(
    db,
    sql`select case when r.until > app_now() + make_interval(hours => ${beyondHours}) then r.until end as until
        from (select identity_money_rests_until(${userId}) as until) r`,
  );
  return until;
}
