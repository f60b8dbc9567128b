import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { borrow, isRefusal, throwAway } from "#lib/db/borrow.ts";
import { CLIENT_MARGIN_MS, type Db, type Statement, type Tx } from "#lib/db/pool.ts";

const RETRYABLE = new Set(["40001", "40P01"]);
const ATTEMPTS = 5;

export type TransactionOptions = {
  /** For work that is known to take long: how long each of its statements may take, in milliseconds. */
  statementTimeoutMs?: number;
};

/**
 * Runs `work` in one transaction and commits, or rolls back and throws. The only place that takes a connection.
 * Serialization failures and deadlocks are run again (bounded, jittered): `work` must do nothing but talk to `tx`.
 * A client whose connection failed is thrown away at once, since a half-open connection would poison the pool.
 */
export async function withTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(db, work, options);
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (!code || !RETRYABLE.has(code) || attempt >= ATTEMPTS) throw error;
      await pause(Math.random() * 20 * 2 ** attempt);
    }
  }
}

async function runOnce<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  { statementTimeoutMs }: TransactionOptions,
): Promise<T> {
  const client = await borrow(db.pool);
  /** Whether the connection itself failed, as against a statement that was refused or a fault of `work`. */
  let isBroken = false;
  const query = async (statement: Statement | string) => {
    try {
      return await client.query(statement as pg.QueryConfig);
    } catch (error) {
      isBroken ||= !isRefusal(error);
      throw error;
    }
  };
  const tx = { query: (statement: Statement) => query(withLimit(statement, statementTimeoutMs)) };
  try {
    await query("begin");
    if (statementTimeoutMs !== undefined) await query(`set local statement_timeout = ${statementTimeoutMs}`);
    const result = await work(tx as unknown as Tx);
    await query("commit");
    client.release();
    return result;
  } catch (error) {
    if (!isBroken) await query("rollback").catch(() => undefined);
    if (isBroken) throwAway(client);
    else client.release();
    throw error;
  }
}

/** `sql` makes objects whose text is computed; the driver's own options can only be added to a plain one. */
function withLimit(statement: Statement, statementTimeoutMs: number | undefined): Statement {
  if (statementTimeoutMs === undefined) return statement;
  const { name, text, values } = statement;
  const limited = { text, values, query_timeout: statementTimeoutMs + CLIENT_MARGIN_MS };
  return name === undefined ? limited : { ...limited, name };
}
