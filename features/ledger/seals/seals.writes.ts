import { setTimeout as pause } from "node:timers/promises";
import {
  sealEveryMinutes,
  sealPatienceMs,
  sealsPerStep,
  sealTransfersMax,
} from "#features/ledger/seals/seals.rules.ts";
import { monotonicMs } from "#lib/clock.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { log } from "#lib/log.ts";

export type SealInput = {
  /** Seals although the last one is younger than this. */
  readonly everyMinutes?: number;
  readonly transfersMax?: number;
};

const STATEMENT_TIMEOUT_MS = 60_000;
const LOOK_AGAIN_MS = 50;

/**
 * Seals the transfers that came since the last seal, when it is time. Any number of workers may call it: one seals, the
 * others find nothing to do. Takes no lock that a movement of money waits for.
 * @returns how many transfers were sealed.
 */
export async function sealTransfers(db: Db, input: SealInput = {}): Promise<number> {
  const { everyMinutes = sealEveryMinutes, transfersMax = sealTransfersMax } = input;
  if (!(await isTime(db, everyMinutes, transfersMax))) return 0;
  const toId = await findCompleteId(db);
  if (toId === null) return 0;
  const sealed = await withTransaction(
    db,
    (tx) =>
      one<{ count: number }>(tx, {
        text: "select ledger_seal($1, $2, $3, make_interval(mins => $4)) as count",
        values: [toId, transfersMax, sealsPerStep, everyMinutes],
      }),
    { statementTimeoutMs: STATEMENT_TIMEOUT_MS },
  );
  if (sealed.count > 0) await logSeals(db, sealed.count);
  return sealed.count;
}

/** A cheap look first: the sweep asks every minute and seals once an hour. */
async function isTime(db: Queryable, everyMinutes: number, transfersMax: number): Promise<boolean> {
  const row = await one<{ is_time: boolean }>(db, {
    text: `select coalesce(max(sealed_at), '-infinity') <= clock_timestamp() - make_interval(mins => $1)
        or exists (select from ledger_transfers where id > coalesce(max(to_id), 0) order by id offset $2 - 1 limit 1) as is_time
      from ledger_seals`,
    values: [everyMinutes, transfersMax],
  });
  return row.is_time;
}

/**
 * An id below which no transfer can appear any more. Ids are given out before their transaction commits, so the newest
 * visible one says nothing: a smaller one may still be on its way. Who inserts takes a lock on the table first, then an id,
 * and keeps the lock to its end. So: read the last id given out, then who holds that lock, and wait until all of those
 * have ended. Every id up to the first reading is then a visible row, or one that was rolled back.
 * Null when one of them takes too long; nobody is made to wait.
 */
async function findCompleteId(db: Db): Promise<number | null> {
  const { id } = await one<{ id: number }>(db, {
    text: "select case when is_called then last_value else 0 end as id from ledger_transfers_id_seq",
    values: [],
  });
  const before = new Set(await listWriters(db));
  const startedMs = monotonicMs();
  while (before.size > 0) {
    if (monotonicMs() - startedMs > sealPatienceMs) return null;
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

/** The log leaves the database: who rewrites the whole chain in it cannot rewrite what was logged. */
async function logSeals(db: Queryable, count: number): Promise<void> {
  const last = await one<{ id: number; to_id: number; hash: string }>(db, {
    text: "select id, to_id, encode(hash, 'hex') as hash from ledger_seals order by id desc limit 1",
    values: [],
  });
  log.info({ seal: last.id, toTransfer: last.to_id, hash: last.hash, count }, "ledger sealed");
}
