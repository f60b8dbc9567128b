import sql, { raw } from "sql-template-tag";
import { unanswered } from "#features/supply/attempts/attempts.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { execute, rows } from "#lib/db/query.ts";
import { stateList } from "#lib/db/state-list.ts";

/** Takes attempts whose answer nobody has recorded, and moves their next look ahead (10 s, 20 s ... 10 min). */
export async function claimUnanswered(db: Queryable, limit: number): Promise<string[]> {
  const claimed = await rows<{ clientId: string }>(
    db,
    sql`update supply_attempts a
        set state = 'unknown', resolutions = a.resolutions + 1,
            resolve_at = app_now() + least(600, 10 * power(2, least(a.resolutions, 10))) * interval '1 second'
        where a.client_id in (
          select client_id from supply_attempts where state in (${raw(stateList(unanswered))}) and resolve_at <= app_now()
          order by resolve_at limit ${limit} for update skip locked)
        returning a.client_id as "clientId"`,
  );
  return claimed.map(({ clientId }) => clientId);
}

/**
 * Gives up on attempts that cannot be cleared up: the agent honours no client ids (10 minutes), or it or an upstream
 * did not answer for a day. A number it may still hold for us is its to reclaim.
 */
export async function giveUpUnanswered(db: Queryable): Promise<number> {
  return execute(
    db,
    sql`update supply_attempts a set state = 'failed', error = 'never answered', ended_at = app_now(), resolve_at = null
        from supply_suppliers s
        where s.id = a.supplier_id and a.state in (${raw(stateList(unanswered))})
          and a.started_at < app_now() - case when s.honours_client_id or s.kind = 'upstream' then interval '1 day' else interval '10 minutes' end`,
  );
}
