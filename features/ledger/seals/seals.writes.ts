import { findCompleteId } from "#features/ledger/complete-transfers.reads.ts";
import { sealEveryMinutes, sealsPerStep, sealTransfersMax } from "#features/ledger/seals/seals.rules.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { log } from "#lib/log.ts";

export type SealInput = {
  /** Seals although the last one is younger than this. */
  readonly everyMinutes?: number;
  readonly transfersMax?: number;
};

const STATEMENT_TIMEOUT_MS = 60_000;

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

/** The log leaves the database: who rewrites the whole chain in it cannot rewrite what was logged. */
async function logSeals(db: Queryable, count: number): Promise<void> {
  const last = await one<{ id: number; to_id: number; hash: string }>(db, {
    text: "select id, to_id, encode(hash, 'hex') as hash from ledger_seals order by id desc limit 1",
    values: [],
  });
  log.info({ seal: last.id, toTransfer: last.to_id, hash: last.hash, count }, "ledger sealed");
}
