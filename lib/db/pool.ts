import "server-only";
import pg from "pg";
import { log } from "#lib/log.ts";

const INT8_OID = 20;

/** int8 arrives as a number; a value beyond 2^53 is a fault and never silently rounded. */
pg.types.setTypeParser(INT8_OID, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond 2^53: ${text}`);
  return value;
});

/** What `sql` of sql-template-tag and named prepared statements look like to the driver. */
export type Statement = { readonly text: string; readonly values: unknown[]; readonly name?: string };

export type Queryable = {
  query<Row extends pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<Row>>;
};

declare const txBrand: unique symbol;

/** A transaction in progress; made by `withTransaction` only. */
export type Tx = Queryable & { readonly [txBrand]: true };

export type Db = Queryable & { readonly pool: pg.Pool; close(): Promise<void> };

export type DbOptions = {
  max?: number;
  applicationName?: string;
  /** The role that the connection acts as; null keeps the login's own (migrations, tests that corrupt data). */
  role?: string | null;
  /** Milliseconds a statement may take on the server (default 8 s); the client waits 2 s longer. */
  statementTimeoutMs?: number;
};

export const APP_ROLE = "sms_den_app";

/**
 * Opens a pool on PostgreSQL. Connections act as the role `sms_den_app`, which owns nothing and may not
 * change append-only tables. Time limits: statement 8 s (server) < query 10 s (client).
 */
export function createDb(url: string, options: DbOptions = {}): Db {
  const role = options.role === undefined ? APP_ROLE : options.role;
  const statementTimeoutMs = options.statementTimeoutMs ?? 8_000;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 16,
    application_name: options.applicationName ?? "sms-den",
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 2_000,
    idle_in_transaction_session_timeout: 15_000,
    lock_timeout: 5_000,
    keepAlive: true,
    ...(role ? { options: `-c role=${role}` } : {}),
  });
  // An idle connection that breaks must not end the process; the pool replaces it.
  pool.on("error", (error) => log.warn({ error: error.message }, "idle database connection lost"));
  // One in use too: without a listener of its own its loss would be an uncaught error.
  pool.on("connect", (client) =>
    client.on("error", (error) => log.warn({ error: error.message }, "database connection lost")),
  );
  return {
    pool,
    query: (statement) => pool.query(statement),
    close: () => pool.end(),
  };
}
