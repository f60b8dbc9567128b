import sql from "sql-template-tag";
import { monotonicMs } from "#lib/clock.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";
import { log } from "#lib/log.ts";

export type StoredEvent = {
  readonly id: number;
  readonly userId: number;
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
};

const BATCH = 1_000;
const SAFETY_POLL_MS = 1_000;
/** Longer than any transaction of ours may take: an id still missing then was rolled back. */
const GAP_WAIT_MS = 20_000;
const GAPS_MAX = 5_000;
/** Events shortly before the last one seen are told again: they may have become visible after it. */
const OVERLAP_SECONDS = GAP_WAIT_MS / 1_000;
const RESUME_MAX = 500;

/** The newest event's id, 0 when there is none. */
export async function findNewestEventId(db: Queryable): Promise<number> {
  const { id } = await one<{ id: number }>(
    db,
    sql`select coalesce(max(id), 0)::bigint as id from job_events`,
  );
  return id;
}

/**
 * A user's events after `lastId` and a few seconds before it, oldest first. Null when that cannot be told: there are too many, what
 * came after `lastId` may have been removed already, or the id is none of this database's.
 */
export async function listEventsSince(
  db: Queryable,
  userId: number,
  lastId: number,
): Promise<StoredEvent[] | null> {
  const found = await rows<StoredEvent>(
    db,
    sql`select id, user_id as "userId", kind, data from job_events
        where user_id = ${userId} and (id > ${lastId} or created_at >=
          (select created_at from job_events where id = ${lastId}) - make_interval(secs => ${OVERLAP_SECONDS}))
        order by id limit ${RESUME_MAX}`,
  );
  return found.length < RESUME_MAX && (await isAllKeptSince(db, lastId)) ? found : null;
}

/** Asked after the events were read: what is removed in between counts as removed. */
async function isAllKeptSince(db: Queryable, lastId: number): Promise<boolean> {
  const { isKept } = await one<{ isKept: boolean }>(
    db,
    sql`select coalesce((select min(id) from job_events), s.given + 1) - 1 <= ${lastId} and ${lastId} <= s.given as "isKept"
        from (select coalesce(pg_sequence_last_value(pg_get_serial_sequence('job_events', 'id')::regclass), 0) as given) s`,
  );
  return isKept;
}

/** The id behind which a feed begins: the newest that is too old for a smaller one to become visible after it. */
async function findStart(db: Queryable): Promise<number> {
  const { id } = await one<{ id: number }>(
    db,
    sql`select coalesce(
          max(id) filter (where created_at < clock_timestamp() - make_interval(secs => ${OVERLAP_SECONDS})),
          case when count(*) < ${GAPS_MAX} then 0 else min(id) - 1 end)::bigint as id
        from (select id, created_at from job_events order by id desc limit ${GAPS_MAX}) newest`,
  );
  return id;
}

/**
 * New rows of `job_events`, each told once, soon after its commit. `wake` on a notice; without one it looks every
 * second by itself. Ids are given out before their transaction commits, so a smaller one may appear after a larger:
 * missing ids are asked for again until they come or are too old to come.
 */
export class EventFeed {
  readonly #db: Db;
  readonly #onEvents: (events: readonly StoredEvent[]) => void;
  #newestId = 0;
  readonly #gaps = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;
  #starting: Promise<void> | null = null;
  #isReading = false;
  #isAskedAgain = false;

  constructor(db: Db, onEvents: (events: readonly StoredEvent[]) => void) {
    this.#db = db;
    this.#onEvents = onEvents;
  }

  /** Begins with what was written in the last seconds. Resolves when nothing can be missed any more; rejects without a database. */
  start(): Promise<void> {
    if (this.#starting) return this.#starting;
    const starting: Promise<void> = findStart(this.#db).then(
      (id) => {
        // Stopped in the meantime.
        if (this.#starting !== starting) return;
        this.#newestId = id;
        this.#gaps.clear();
        this.#timer = setInterval(() => this.wake(), SAFETY_POLL_MS);
      },
      (error: unknown) => {
        if (this.#starting === starting) this.#starting = null;
        throw error;
      },
    );
    this.#starting = starting;
    return starting;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#starting = null;
  }

  /** Looks for new events; many pokes while one look is under way make one more look. */
  wake(): void {
    if (!this.#timer) return;
    if (this.#isReading) {
      this.#isAskedAgain = true;
      return;
    }
    this.#isReading = true;
    this.#read()
      .catch((error: Error) => log.warn({ error: error.message }, "could not read events"))
      .finally(() => {
        this.#isReading = false;
        if (!this.#isAskedAgain) return;
        this.#isAskedAgain = false;
        this.wake();
      });
  }

  async #read(): Promise<void> {
    const found = await rows<StoredEvent>(this.#db, {
      name: "job-events-new",
      text: `select id, user_id as "userId", kind, data from job_events where id > $1 or id = any ($2::bigint[])
        order by id limit ${BATCH}`,
      values: [this.#newestId, [...this.#gaps.keys()]],
    });
    this.#recordGaps(found);
    if (found.length === BATCH) this.#isAskedAgain = true;
    if (found.length > 0 && this.#timer) this.#onEvents(found);
  }

  #recordGaps(found: readonly StoredEvent[]): void {
    const nowMs = monotonicMs();
    for (const { id } of found) {
      if (this.#gaps.delete(id)) continue;
      for (let missing = Math.max(this.#newestId + 1, id - GAPS_MAX); missing < id; missing += 1)
        this.#gaps.set(missing, nowMs);
      this.#newestId = Math.max(this.#newestId, id);
    }
    for (const [id, sinceMs] of this.#gaps) {
      if (nowMs - sinceMs <= GAP_WAIT_MS && this.#gaps.size <= GAPS_MAX) break;
      this.#gaps.delete(id);
    }
  }
}
