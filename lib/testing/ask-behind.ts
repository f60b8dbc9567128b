import sql from "sql-template-tag";
import { expect } from "vitest";
import type { Db, Tx } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { eventually } from "#lib/testing/eventually.ts";

/**
 * Asks while a transaction is open that has done `first`, and commits it once the call waits for one of its locks, or has not waited and
 * is over. `meanwhile` looks around just before the commit. Answers what the call answered, or throws what it threw.
 */
export async function askBehind<Answer>(
  db: Db,
  first: (tx: Tx) => Promise<unknown>,
  ask: () => Promise<Answer>,
  meanwhile: () => Promise<void> = async () => {},
): Promise<Answer> {
  const asked: Promise<Answer>[] = [];
  await withTransaction(db, async (tx) => {
    await first(tx);
    const { pid } = await one<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
    let isOver = false;
    const call = ask().finally(() => {
      isOver = true;
    });
    // What it throws is thrown below.
    call.catch(() => {});
    asked.push(call);
    await eventually(async () => {
      const waiting = sql`select from pg_locks where not granted and ${pid} = any (pg_blocking_pids(pid))`;
      expect(isOver || (await rows(tx, waiting)).length > 0).toBe(true);
    });
    await meanwhile();
  });
  return asked[0] as Promise<Answer>;
}
