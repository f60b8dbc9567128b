import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type { Db, Tx } from "#lib/db/pool.ts";

const RETRYABLE = new Set(["40001", "40P01"]);
const ATTEMPTS = 5;

/**
 * Runs `work` in one transaction and commits, or rolls back and throws. The only place that takes a connection.
 * Serialization failures and deadlocks are run again (bounded, jittered): `work` must do nothing but talk to `tx`.
 * A client whose transaction failed is thrown away, since a half-open connection would poison the pool.
 */
export async function withTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(db, work);
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (!code || !RETRYABLE.has(code) || attempt >= ATTEMPTS) throw error;
      await pause(Math.random() * 20 * 2 ** attempt);
    }
  }
}

async function runOnce<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await db.pool.connect();
  try {
    await client.query("begin");
    const result = await work(client as unknown as Tx);
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    await abandon(client, error);
    throw error;
  }
}

async function abandon(
  client: { query(text: string): Promise<unknown>; release(error?: boolean): void },
  cause: unknown,
) {
  const isDatabaseAnswer = typeof (cause as { severity?: unknown }).severity === "string";
  const isOwnError =
    !(cause as { code?: unknown }).code || (cause as { isAppError?: boolean }).isAppError === true;
  if (!isDatabaseAnswer && !isOwnError) return client.release(true);
  try {
    await client.query("rollback");
    client.release();
  } catch {
    client.release(true);
  }
}
