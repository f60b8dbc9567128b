import { setTimeout as pause } from "node:timers/promises";
import sql from "sql-template-tag";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";
import { log } from "#lib/log.ts";

export type NewEvent = {
  userId: number;
  kind: string;
  data: Record<string, string | number | boolean | null>;
};

/** Writes an event in the caller's transaction. `data` holds ids and states, never codes, texts or keys. */
export async function emitEvent(tx: Tx, event: NewEvent): Promise<void> {
  await execute(
    tx,
    sql`insert into job_events (user_id, kind, data) values (${event.userId}, ${event.kind}, ${event.data})`,
  );
}

const pending = new WeakMap<object, { again: boolean }>();
/** Each notice is a commit of its own, flushed to disk under a database-wide lock: a busy process sends forty a second. */
const NOTICES_APART_MS = 25;

/**
 * Tells every process, after commit, that events were written. The first notice goes out at once; while it is under way
 * and for 25 ms after it any number of further calls make one more, since a NOTIFY per message takes a database-wide lock
 * at commit. A lost notice costs a second: listeners also look by themselves.
 */
export function notifyListeners(db: Db): void {
  const running = pending.get(db);
  if (running) {
    running.again = true;
    return;
  }
  const state = { again: false };
  pending.set(db, state);
  void notify(db, "job_events", "")
    .catch((error: Error) => log.warn({ error: error.message }, "could not announce events"))
    .then(() => pause(NOTICES_APART_MS, undefined, { ref: false }))
    .finally(() => {
      pending.delete(db);
      if (state.again) notifyListeners(db);
    });
}

/** Sends a notice on a channel to every listening process. */
export async function notify(
  db: Queryable,
  channel: "job_events" | "policy_changed" | "page_tags",
  payload: string,
): Promise<void> {
  await execute(db, sql`select pg_notify(${channel}, ${payload})`);
}

const RETENTION_HOURS = 24;

/** Removes events of yesterday, oldest first. Answers how many went. */
export async function forgetOldEvents(db: Queryable, limit: number): Promise<number> {
  return execute(
    db,
    sql`delete from job_events where id in (
          select id from job_events where created_at < clock_timestamp() - ${RETENTION_HOURS} * interval '1 hour'
          order by id limit ${limit})`,
  );
}
