import { setTimeout as pause } from "node:timers/promises";
import { monotonicMs } from "#lib/clock.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";

const LOOK_AGAIN_MS = 50;
/** How long it waits for the transactions that are writing transfers. */
const PATIENCE_MS = 20_000;

/**
 * An id below which no transfer can appear any more. Ids are given out before their transaction commits, so the newest
 * visible one says nothing: a smaller one may still be on its way. Who inserts takes a lock on the table first, then an id,
 * and keeps the lock to its end. So: read the last id given out, then who holds that lock, and wait until all of those
 * have ended. Every id up to the first reading is then a visible row, or one that was rolled back.
 * Null when one of them takes longer than 20 s; nobody is made to wait.
 */
export async function findCompleteId(db: Db): Promise<number | null> {
  const { id } = await one<{ id: number }>(db, {
    text: "select case when is_called then last_value else 0 end as id from ledger_transfers_id_seq",
    values: [],
  });
  const before = new Set(await listWriters(db));
  const startedMs = monotonicMs();
  while (before.size > 0) {
    if (monotonicMs() - startedMs > PATIENCE_MS) return null;
    await pause(LOOK_AGAIN_MS);
    const now = new Set(await listWriters(db));
    for (const writer of before) if (!now.has(writer)) before.delete(writer);
  }
  return id;
}

/** The transactions that hold the lock of those who write to the table. */
async function listWriters(db: Queryable): Promise<string[]> {
  const found = await rows<{ writer: string }>(db, {
    text: `select distinct virtualtransaction as writer from pg_locks
      where locktype = 'relation' and relation = 'ledger_transfers'::regclass and mode = 'RowExclusiveLock'
        and database = (select oid from pg_database where datname = current_database())`,
    values: [],
  });
  return found.map(({ writer }) => writer);
}
